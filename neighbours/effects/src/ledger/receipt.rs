//! What the caller gets for a record.

use serde_json::{Value, json};

/// Where a record is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Receipt {
    /// The effect.
    pub effect_id: String,
    /// What the record says of it.
    pub phase: String,
    /// The digest of what is sent.
    pub payload_digest: String,
    /// Whose segment it is in.
    pub writer: String,
    /// Its position there.
    pub seq: u64,
    /// Its hash.
    pub record_hash: String,
    /// Whether it was there already.
    pub idempotent: bool,
}

impl Receipt {
    /// The receipt of an index entry.
    pub(crate) fn of_entry(entry: &Value, idempotent: bool) -> Self {
        let text = |name: &str| entry.get(name).and_then(Value::as_str).unwrap_or_default().to_owned();
        Self {
            effect_id: text("effectId"),
            phase: text("phase"),
            payload_digest: text("payloadDigest"),
            writer: text("writer"),
            seq: entry.get("seq").and_then(Value::as_u64).unwrap_or_default(),
            record_hash: text("recordHash"),
            idempotent,
        }
    }

    /// The receipt of a record that was just written.
    pub(crate) fn of_record(record: &Value, record_hash: &str) -> Self {
        Self { record_hash: record_hash.to_owned(), ..Self::of_entry(record, false) }
    }

    /// The receipt as it is printed.
    #[must_use]
    pub fn to_json(&self) -> Value {
        json!({
            "effectId": self.effect_id,
            "phase": self.phase,
            "payloadDigest": self.payload_digest,
            "writer": self.writer,
            "seq": self.seq,
            "recordHash": self.record_hash,
            "idempotent": self.idempotent,
        })
    }
}
