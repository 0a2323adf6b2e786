//! Rotating the key (effect ledger, section 2.5).

use std::fs;

use assize_schemas::{DsseSignature, canonical_json};
use chrono::Duration;
use serde_json::{Value, json};

use super::append::keyring_document;
use super::error::LedgerError;
use super::keys::{KeySource, read_key, staged_path, write_new_key};
use super::open::Ledger;
use super::publish::{replace, sync_folder};
use crate::document::ROTATION_SCHEMA;
use crate::index::entry_text;
use crate::key::LedgerKey;
use crate::keyring::{ROTATION_PAYLOAD_TYPE, check_keyring};
use crate::time::{read_instant, write_instant};

/// Why a key is rotated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RotationReason {
    /// It was time.
    Scheduled,
    /// It is kept elsewhere now.
    CustodyChange,
    /// Somebody else may have it.
    Compromise,
}

impl RotationReason {
    /// The reason as it stands in documents.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Scheduled => "scheduled",
            Self::CustodyChange => "custody-change",
            Self::Compromise => "compromise",
        }
    }

    /// The reason of that name.
    #[must_use]
    pub fn read(name: &str) -> Option<Self> {
        [Self::Scheduled, Self::CustodyChange, Self::Compromise].into_iter().find(|reason| reason.name() == name)
    }
}

/// What came of a rotation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rotated {
    /// The key that went.
    pub from: String,
    /// The key that came.
    pub to: String,
    /// Which rotation it was, from 1.
    pub sequence: u64,
    /// Whether an interrupted one was completed, and nothing else done.
    pub recovered: bool,
}

impl Ledger {
    /// Replaces the ledger's key: stages the successor beside it, has both sign the rotation, and puts the successor in
    /// its place. A rotation that was interrupted after the keyring was written is completed instead.
    ///
    /// # Errors
    ///
    /// [`LedgerError::Usage`] `nothing-to-rotate` when nothing was ever signed, and the errors of keys and files.
    pub fn rotate(&self, source: &KeySource, reason: RotationReason) -> Result<Rotated, LedgerError> {
        let path = source.file("keys rotate")?;
        let Some(_) = keyring_document(self)? else {
            return Err(LedgerError::usage("nothing-to-rotate", "nothing was recorded yet, so no key is in use"));
        };
        self.folder.make()?;
        let _alone = self.own_keyring()?;
        let keyring = keyring_document(self)?.unwrap_or_default();
        let keys =
            check_keyring(&keyring, self.scope()).map_err(|fault| LedgerError::integrity(fault.code, fault.message))?;
        let current = read_key(path)?;
        let staged = staged_path(path);
        let sequence = keyring.get("rotations").and_then(Value::as_array).map_or(0, Vec::len) as u64;
        if staged.exists() {
            let successor = read_key(&staged)?;
            if successor.keyid() == keys.last() {
                self.promote(path)?;
                return Ok(Rotated { from: current.keyid(), to: successor.keyid(), sequence, recovered: true });
            }
        }
        if keys.last() != current.keyid() {
            return Err(LedgerError::Key {
                reason: "key-not-active",
                message: format!("the configured key {} is not the ledger's last, {}", current.keyid(), keys.last()),
            });
        }
        self.step("stage");
        write_new_key(&staged)?;
        let successor = read_key(&staged)?;
        let rotated = with_rotation(&keyring, &current, &successor, reason, &self.effective(&keyring));
        check_keyring(&rotated, self.scope()).map_err(|fault| LedgerError::integrity(fault.code, fault.message))?;
        self.step("rotate");
        replace(&self.folder.join("keyring.json"), entry_text(&rotated).as_bytes())?;
        self.promote(path)?;
        Ok(Rotated { from: current.keyid(), to: successor.keyid(), sequence: sequence + 1, recovered: false })
    }

    fn promote(&self, path: &std::path::Path) -> Result<(), LedgerError> {
        self.step("promote");
        fs::rename(staged_path(path), path).map_err(|error| LedgerError::io("replace the key", path, error))?;
        path.parent().filter(|folder| !folder.as_os_str().is_empty()).map_or(Ok(()), sync_folder)
    }

    /// When the rotation takes effect: now, and after everything that the keyring tells.
    fn effective(&self, keyring: &Value) -> String {
        let mut now = (self.settings.clock)();
        let keys = keyring.get("keys").and_then(Value::as_array).into_iter().flatten();
        let latest = keys.filter_map(|key| read_instant(key.get("validFrom")?.as_str()?)).max().unwrap_or_default();
        while read_instant(&write_instant(now)).unwrap_or_default() <= latest {
            let behind = latest.0 - now.timestamp();
            now += Duration::seconds(behind.max(0)) + Duration::microseconds(1);
        }
        write_instant(now)
    }
}

fn with_rotation(
    keyring: &Value,
    current: &LedgerKey,
    successor: &LedgerKey,
    reason: RotationReason,
    effective: &str,
) -> Value {
    let (from, to) = (current.keyid(), successor.keyid());
    let mut rotated = keyring.clone();
    let count = keyring.get("rotations").and_then(Value::as_array).map_or(0, Vec::len);
    let mut rotation = json!({
        "schemaVersion": ROTATION_SCHEMA,
        "sequence": count + 1,
        "from": from,
        "to": to,
        "effectiveAt": effective,
        "reason": reason.name(),
    });
    let payload = canonical_json(&rotation).into_bytes();
    let by =
        |role: &str, DsseSignature { keyid, sig }: DsseSignature| json!({"role": role, "keyid": keyid, "sig": sig});
    let signatures = json!([
        by("prior", current.sign(ROTATION_PAYLOAD_TYPE, &payload)),
        by("successor", successor.sign(ROTATION_PAYLOAD_TYPE, &payload)),
    ]);
    if let Some(members) = rotation.as_object_mut() {
        members.insert("signatures".to_owned(), signatures);
    }
    if let Some(keys) = rotated.get_mut("keys").and_then(Value::as_array_mut) {
        for key in keys.iter_mut().filter(|key| key.get("keyid").and_then(Value::as_str) == Some(&from)) {
            if let Some(members) = key.as_object_mut() {
                members.insert("validUntil".to_owned(), effective.into());
                members.insert("status".to_owned(), "retired".into());
            }
        }
        keys.push(json!({
            "keyid": to, "algorithm": "ed25519", "publicKey": successor.public_key(), "validFrom": effective,
            "status": "active",
        }));
    }
    if let Some(rotations) = rotated.get_mut("rotations").and_then(Value::as_array_mut) {
        rotations.push(rotation);
    }
    rotated
}
