//! Damage in the ledger, for people.

use assize_host::DamagedEntry;

/// The file and what is wrong with it.
pub(super) fn damage_text(damage: &DamagedEntry) -> String {
    format!("{}: {}", damage.path.display(), damage.reason)
}
