//! Looking for damage.

use assize_schemas::{AttestationFault, attestation_verify};
use serde_json::Value;

use crate::{DamagedEntry, HostError, Ledger};

/// The most contradictions of one entry that are named.
const MOST_NAMED: usize = 8;

/// What a look through the whole ledger found.
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct LedgerCheck {
    /// How many entries there are, damaged ones not among them.
    pub entries: usize,
    /// Files that are not what they should be, by path. None is changed or removed.
    pub damaged: Vec<DamagedEntry>,
}

impl Ledger {
    /// Reads every entry and what is noted beside it. An entry is damaged when it cannot be read, stands in another's
    /// place, or contradicts itself: a range digest of another range, a verdict that its lanes do not fold to. Whether
    /// signatures hold is for a verification to say. Blocks the thread.
    ///
    /// # Errors
    ///
    /// [`HostError::Store`] when a folder cannot be read.
    pub fn check(&self) -> Result<LedgerCheck, HostError> {
        let mut check = LedgerCheck::default();
        self.walk(None, |found| {
            let path = match found {
                Ok((_, entry)) => {
                    match contradiction(entry.attestation()) {
                        None => check.entries += 1,
                        Some(reason) => {
                            check.damaged.push(DamagedEntry { path: entry.path().to_owned(), reason });
                        }
                    }
                    entry.path().to_owned()
                }
                Err(damage) => {
                    check.damaged.push(damage.clone());
                    damage.path
                }
            };
            if let Err(damage) = self.annotations_beside(&path) {
                check.damaged.push(damage);
            }
            true
        })?;
        Ok(check)
    }
}

/// What in an attestation cannot be true at once. That a tree was dirty is no damage.
pub(super) fn contradiction(attestation: &Value) -> Option<String> {
    let mut problems: Vec<String> = attestation_verify(attestation, None)
        .into_iter()
        .filter(|problem| problem.fault != AttestationFault::Dirty)
        .map(|problem| problem.message)
        .collect();
    if problems.len() > MOST_NAMED {
        let more = problems.len() - MOST_NAMED;
        problems.truncate(MOST_NAMED);
        problems.push(format!("and {more} more"));
    }
    (!problems.is_empty()).then(|| problems.join("; "))
}
