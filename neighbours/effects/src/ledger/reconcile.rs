//! Reconciling: what the target says of an intent without an outcome.

use serde_json::{Map, Value, json};

use super::error::LedgerError;
use super::keys::KeySource;
use super::open::Ledger;
use super::outcome::Settled;
use super::receipt::Receipt;
use crate::index::IndexRole;

/// What was recorded of a reconciliation.
#[derive(Debug, Clone)]
pub struct Reconciled {
    /// The receipt of the `reconciled` record.
    pub reconciled: Receipt,
    /// The receipt of the `completed` record that followed, or that was there already.
    pub completed: Option<Receipt>,
}

impl Ledger {
    /// Records what a verifier found: one `reconciled` record and, when the effect is there and no outcome is recorded,
    /// `completed`. An effect that is recorded as failed stays so.
    ///
    /// # Errors
    ///
    /// As [`Ledger::outcome`].
    pub fn reconciled(
        &self,
        source: &KeySource,
        effect_id: &str,
        verification: &Value,
        links: &Map<String, Value>,
    ) -> Result<Reconciled, LedgerError> {
        if !self.is_begun() {
            self.intent_line(effect_id)?;
        }
        let mut writing = self.begin(source, &self.settings.writer)?;
        let effect = self.intended(effect_id, None, links)?;
        let signed = writing.sign(&effect, "reconciled", json!({"verification": verification}))?;
        let reconciled = writing.append(&signed)?;
        let is_present = verification.get("result").and_then(Value::as_str) == Some("present");
        let completed = if is_present {
            match self.entry(IndexRole::Outcome, effect_id)? {
                Some(entry) => {
                    let first = Receipt::of_entry(&entry, true);
                    (first.phase == "completed").then_some(first)
                }
                None => {
                    let settled = Settled::Completed(verification.clone());
                    match self.settle(&mut writing, &effect, &settled) {
                        Ok(receipt) => Some(receipt),
                        // Somebody else was first, with a failure, which stays.
                        Err(LedgerError::Conflict { .. }) => None,
                        Err(error) => return Err(error),
                    }
                }
            }
        } else {
            None
        };
        Ok(Reconciled { reconciled, completed })
    }
}
