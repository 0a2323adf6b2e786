//! Intents: what is going to be done.

use serde_json::{Map, Value, json};

use super::append::Claimed;
use super::error::LedgerError;
use super::keys::KeySource;
use super::open::Ledger;
use super::pending::pending_path;
use super::receipt::Receipt;
use crate::document::is_digest;
use crate::identity::{Derivation, effect_id_of};
use crate::index::IndexRole;
use crate::restricted::refuse_restricted;

/// What is going to be done.
#[derive(Debug, Clone, PartialEq)]
pub struct Intent {
    /// The kind of the effect.
    pub kind: String,
    /// What it is done to.
    pub target: String,
    /// What tells it apart from others of its kind.
    pub context: Value,
    /// How its id is derived.
    pub derivation: Derivation,
    /// `sha256:` and the digest of what is sent.
    pub payload_digest: String,
    /// Where else it is known.
    pub links: Map<String, Value>,
}

impl Ledger {
    /// The id that an intent would have.
    ///
    /// # Errors
    ///
    /// [`LedgerError::Usage`] with the first part of the identity that is not valid.
    pub fn effect_id(&self, intent: &Intent) -> Result<String, LedgerError> {
        let Intent { kind, target, context, derivation, .. } = intent;
        Ok(effect_id_of(self.scope(), kind, target, context, *derivation)?.effect_id)
    }

    /// Records an intent. If it is recorded already, with the same payload, the first receipt comes back and nothing is
    /// written: whoever gets it must look the effect up before acting.
    ///
    /// # Errors
    ///
    /// [`LedgerError::Conflict`] when the intent is recorded with another payload, and the other errors of writing.
    pub fn intent(&self, source: &KeySource, intent: &Intent) -> Result<Receipt, LedgerError> {
        let effect_id = self.effect_id(intent)?;
        if !is_digest(&intent.payload_digest) {
            return Err(LedgerError::usage(
                "invalid-payload-digest",
                "the payload digest must be sha256: and 64 hex digits",
            ));
        }
        // A line of this writer that is still pending must be appended first.
        if !pending_path(&self.folder, &self.settings.writer).exists()
            && let Some(first) = self.entry(IndexRole::Intent, &effect_id)?
        {
            return same_payload(&first, &intent.payload_digest);
        }
        let effect = json!({
            "effectId": effect_id,
            "idDerivation": intent.derivation.name(),
            "kind": intent.kind,
            "payloadDigest": intent.payload_digest,
            "links": intent.links,
            "target": intent.target,
            "context": intent.context,
        });
        // Refused before anything is made.
        refuse_restricted(&effect)?;
        let Value::Object(effect) = effect else { return Err(LedgerError::usage("invalid-record", "no effect")) };
        let mut writing = self.begin(source, &self.settings.writer)?;
        if let Some(first) = self.entry(IndexRole::Intent, &effect_id)? {
            return same_payload(&first, &intent.payload_digest);
        }
        let signed = writing.sign(&effect, "intent", json!({}))?;
        match writing.claim(IndexRole::Intent, &signed)? {
            Claimed::Won(receipt) => Ok(receipt),
            Claimed::Lost(first) => same_payload(&first, &intent.payload_digest),
        }
    }
}

fn same_payload(first: &Value, payload_digest: &str) -> Result<Receipt, LedgerError> {
    let receipt = Receipt::of_entry(first, true);
    if receipt.payload_digest == payload_digest {
        return Ok(receipt);
    }
    Err(LedgerError::Conflict {
        reason: "payload-digest-conflict",
        message: format!(
            "{} is recorded with the payload {}: the same effect cannot be another one",
            receipt.effect_id, receipt.payload_digest
        ),
    })
}
