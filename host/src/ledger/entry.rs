//! One entry of the ledger.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::ledger::LedgerKey;
use crate::{AttestationDocument, HostError};

/// An entry as it stands on disk: `{attestation, host}`. Members that this version does not know are kept.
#[derive(Debug, Clone, PartialEq)]
pub struct LedgerEntry {
    path: PathBuf,
    value: Value,
}

impl LedgerEntry {
    pub(crate) fn read(path: PathBuf, value: Value) -> Self {
        Self { path, value }
    }

    /// Where the entry is, absolute.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The whole entry.
    #[must_use]
    pub fn value(&self) -> &Value {
        &self.value
    }

    /// The attestation in it; `null` never, entries without one are damaged.
    #[must_use]
    pub fn attestation(&self) -> &Value {
        self.value.get("attestation").unwrap_or(&Value::Null)
    }

    /// The attestation alone.
    pub(crate) fn into_attestation(mut self) -> Value {
        self.value.get_mut("attestation").map_or(Value::Null, Value::take)
    }
}

/// Where a checkout is; stays in the ledger and is never exported.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct EntryHost {
    pub(crate) repo_root: String,
    pub(crate) manifest_path: String,
    pub(crate) export_dir: Option<String>,
}

/// An entry about to be written.
#[derive(Debug, Clone)]
pub(crate) struct NewEntry {
    pub(crate) key: LedgerKey,
    pub(crate) bytes: Vec<u8>,
}

impl NewEntry {
    pub(crate) fn new(attestation: &AttestationDocument, host: &EntryHost) -> Result<Self, HostError> {
        let mut place = json!({ "repoRoot": host.repo_root, "manifestPath": host.manifest_path });
        if let (Some(place), Some(export_dir)) = (place.as_object_mut(), &host.export_dir) {
            place.insert("exportDir".to_owned(), json!(export_dir));
        }
        let entry = json!({ "attestation": attestation.value(), "host": place });
        let mut bytes = serde_json::to_vec_pretty(&entry)
            .map_err(|error| HostError::Internal(format!("cannot write the ledger entry: {error}")))?;
        bytes.push(b'\n');
        Ok(Self { key: LedgerKey::of(attestation.typed()), bytes })
    }
}
