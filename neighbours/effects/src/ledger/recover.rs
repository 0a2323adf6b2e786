//! Locks whose holders died. They are never stolen: a person takes them away.

use serde_json::{Map, Value, json};

use super::error::LedgerError;
use super::intent::Intent;
use super::keys::KeySource;
use super::lock::{LockState, inspect, lock_path, remove_lock};
use super::open::Ledger;
use super::outcome::Settled;
use super::receipt::Receipt;
use crate::files::LedgerFiles as _;
use crate::hash::digest;
use crate::identity::Derivation;
use crate::time::write_instant;
use crate::verifier::VerifierRef;

/// The kind of effect that taking a lock away is recorded as.
pub const LOCK_RECOVERY_KIND: &str = "x.aiwg.ledger-lock-recovery";

/// A lock that is held.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HeldLock {
    /// Its name.
    pub name: String,
    /// What is known of its holder.
    pub state: LockState,
    /// The number of its holder's process.
    pub pid: Option<u32>,
}

/// A lock that was taken away, and the record of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecoveredLock {
    /// Its name.
    pub name: String,
    /// The number of the process that had held it.
    pub pid: u32,
    /// The record.
    pub receipt: Receipt,
}

impl Ledger {
    /// Every lock that is held, by name.
    ///
    /// # Errors
    ///
    /// [`LedgerError::Io`] when they cannot be listed.
    pub fn locks(&self) -> Result<Vec<HeldLock>, LedgerError> {
        let locks = self.folder.join("locks");
        let listing = match std::fs::read_dir(&locks) {
            Ok(listing) => listing,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(LedgerError::io("list", &locks, error)),
        };
        let mut held = Vec::new();
        for entry in listing {
            let name = entry.map_err(|error| LedgerError::io("list", &locks, error))?.file_name();
            let Some(name) = name.to_str().and_then(|name| name.strip_suffix(".lock")) else { continue };
            let (state, owner) = inspect(&lock_path(&locks, name));
            held.push(HeldLock { name: name.to_owned(), state, pid: owner.map(|owner| owner.pid) });
        }
        held.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(held)
    }

    /// Takes away a lock whose holder is gone, and records that. Gives the state of one that stays: `None` is in place
    /// of the state when nobody holds it.
    ///
    /// # Errors
    ///
    /// The errors of writing the record.
    pub fn recover_lock(
        &self,
        source: &KeySource,
        name: &str,
    ) -> Result<Result<RecoveredLock, Option<LockState>>, LedgerError> {
        if name.is_empty() || name.starts_with('.') || name.contains(['/', '\0']) {
            return Err(LedgerError::usage("invalid-lock", format!("{name:?} is no name of a lock")));
        }
        let path = lock_path(&self.folder.join("locks"), name);
        if !path.exists() {
            return Ok(Err(None));
        }
        let (state, owner) = inspect(&path);
        let (LockState::Stale, Some(owner)) = (state, owner) else { return Ok(Err(Some(state))) };
        // Without a key nothing could be recorded: then the lock stays.
        source.load()?;
        let owner_digest = digest(owner.text.as_bytes());
        let intent = Intent {
            kind: LOCK_RECOVERY_KIND.to_owned(),
            target: format!("x-aiwg:effects/{}/locks/{name}", self.scope().subsystem()),
            context: json!({"lock": name, "ownerPid": owner.pid, "ownerDigest": owner_digest}),
            derivation: Derivation::Effect,
            payload_digest: owner_digest,
            links: Map::new(),
        };
        let remove = || remove_lock(&path).map_err(|error| LedgerError::io("remove", &path, error));
        // The lock of this process's own writer stands in the way of the record itself.
        let first = if name == self.settings.writer {
            remove()?;
            self.intent(source, &intent)?
        } else {
            let first = self.intent(source, &intent)?;
            remove()?;
            first
        };
        let verifier = VerifierRef::new(LOCK_RECOVERY_KIND, "1.0.0", false)
            .map_err(|error| LedgerError::usage("invalid-verifier", error.to_string()))?;
        let verification = json!({
            "verifier": verifier.to_json(), "result": "present", "reason": "state-match", "complete": true,
            "checkedAt": write_instant((self.settings.clock)()),
        });
        let receipt = self.outcome(source, &first.effect_id, None, &Settled::Completed(verification), &Map::new())?;
        Ok(Ok(RecoveredLock { name: name.to_owned(), pid: owner.pid, receipt }))
    }

    /// The keyring as it is, if there is one.
    ///
    /// # Errors
    ///
    /// [`LedgerError::Integrity`] when it does not hold.
    pub fn keyring_json(&self) -> Result<Option<Value>, LedgerError> {
        let path = self.folder.join("keyring.json");
        let text = self.files().read("keyring.json").map_err(|error| LedgerError::io("read", &path, error))?;
        let Some(text) = text else { return Ok(None) };
        crate::verify::read_keyring(&text, self.scope())?;
        super::append::keyring_document(self)
    }
}
