//! The index: one file for the first intent and one for the first outcome of an effect, under names that only the
//! holder of the index key can tell.

use assize_schemas::canonical_json;
use hmac::{Hmac, KeyInit as _, Mac as _};
use serde_json::{Value, json};
use sha2::Sha256;

use crate::document::INDEX_SCHEMA;
use crate::hash::{hex, unhex};
use crate::identity::Scope;

/// Which record of an effect an entry is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum IndexRole {
    /// The first intent.
    Intent,
    /// The first outcome: completed or failed.
    Outcome,
}

impl IndexRole {
    /// The role as it stands in documents.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Intent => "intent",
            Self::Outcome => "outcome",
        }
    }

    /// The role of that name.
    #[must_use]
    pub fn read(name: &str) -> Option<Self> {
        match name {
            "intent" => Some(Self::Intent),
            "outcome" => Some(Self::Outcome),
            _ => None,
        }
    }

    /// The role that a record of this phase claims; none for the others.
    #[must_use]
    pub fn of_phase(phase: &str) -> Option<Self> {
        match phase {
            "intent" => Some(Self::Intent),
            "completed" | "failed" => Some(Self::Outcome),
            _ => None,
        }
    }
}

/// The key that names index files.
#[derive(Clone)]
pub struct IndexKey([u8; 32]);

impl std::fmt::Debug for IndexKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("IndexKey(..)")
    }
}

impl IndexKey {
    /// The key of 32 bytes.
    #[must_use]
    pub fn new(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// The key of 64 lowercase hex digits; `None` for any other text.
    #[must_use]
    pub fn from_hex(text: &str) -> Option<Self> {
        Some(Self(unhex(text)?.try_into().ok()?))
    }

    /// The key of a file's text: 64 lowercase hex digits and a newline.
    #[must_use]
    pub fn from_file(text: &str) -> Option<Self> {
        Self::from_hex(text.strip_suffix('\n')?)
    }

    /// The text of the key's file.
    #[must_use]
    pub fn to_file(&self) -> String {
        format!("{}\n", hex(&self.0))
    }

    /// The name of an effect's index file.
    #[must_use]
    pub fn file_name(&self, role: IndexRole, scope: &Scope, effect_id: &str) -> String {
        let scope = canonical_json(&scope.to_json());
        let message = format!("aiwg.effect.index/v1/{}\0{scope}\0{effect_id}", role.name());
        // HMAC takes keys of any length, so there is always a name.
        let name = Hmac::<Sha256>::new_from_slice(&self.0).map(|mut mac| {
            mac.update(message.as_bytes());
            hex(&mac.finalize().into_bytes())
        });
        format!("{}.json", name.unwrap_or_default())
    }
}

/// An entry as it is written: canonical JSON and a newline.
#[must_use]
pub(crate) fn entry_text(entry: &Value) -> String {
    let mut text = canonical_json(entry);
    text.push('\n');
    text
}

/// The entry that a record claims.
#[must_use]
pub(crate) fn entry(role: IndexRole, record: &Value, record_hash: &str) -> Value {
    let member = |name: &str| record.get(name).cloned().unwrap_or(Value::Null);
    json!({
        "schemaVersion": INDEX_SCHEMA,
        "role": role.name(),
        "effectId": member("effectId"),
        "payloadDigest": member("payloadDigest"),
        "phase": member("phase"),
        "writer": member("writer"),
        "seq": member("seq"),
        "recordHash": record_hash,
    })
}
