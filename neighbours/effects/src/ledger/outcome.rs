//! Outcomes: how it went.

use serde_json::{Map, Value, json};

use super::append::{Claimed, Writing};
use super::error::LedgerError;
use super::keys::KeySource;
use super::open::Ledger;
use super::receipt::Receipt;
use crate::index::IndexRole;
use crate::line::Line;

/// How an effect went.
#[derive(Debug, Clone, PartialEq)]
pub enum Settled {
    /// It happened: a verification with the result present.
    Completed(Value),
    /// It did not: `{reason, evidenceDigest?}`.
    Failed(Value),
}

impl Settled {
    fn phase(&self) -> &'static str {
        match self {
            Self::Completed(_) => "completed",
            Self::Failed(_) => "failed",
        }
    }

    fn members(&self) -> Value {
        match self {
            Self::Completed(verification) => json!({"verification": verification}),
            Self::Failed(failure) => json!({"failure": failure}),
        }
    }
}

impl Ledger {
    /// Records how an effect went. The same outcome again gives the first receipt.
    ///
    /// # Errors
    ///
    /// [`LedgerError::Usage`] `intent-missing` or `intent-purged`, [`LedgerError::Conflict`] `outcome-conflict` when it
    /// is recorded that it went otherwise or `payload-digest-conflict` when something else was intended, and the other
    /// errors of writing.
    pub fn outcome(
        &self,
        source: &KeySource,
        effect_id: &str,
        payload_digest: Option<&str>,
        settled: &Settled,
        links: &Map<String, Value>,
    ) -> Result<Receipt, LedgerError> {
        if !self.is_begun() {
            self.intent_line(effect_id)?;
        }
        // What a writer of this name left behind comes first.
        let mut writing = self.begin(source, &self.settings.writer)?;
        let effect = self.intended(effect_id, payload_digest, links)?;
        self.settle(&mut writing, &effect, settled)
    }

    /// Records an outcome for an effect whose intent was found.
    pub(crate) fn settle(
        &self,
        writing: &mut Writing<'_>,
        effect: &Map<String, Value>,
        settled: &Settled,
    ) -> Result<Receipt, LedgerError> {
        let effect_id = effect.get("effectId").and_then(Value::as_str).unwrap_or_default();
        let first = match self.entry(IndexRole::Outcome, effect_id)? {
            Some(first) => first,
            None => {
                let signed = writing.sign(effect, settled.phase(), settled.members())?;
                match writing.claim(IndexRole::Outcome, &signed)? {
                    Claimed::Won(receipt) => return Ok(receipt),
                    Claimed::Lost(first) => first,
                }
            }
        };
        let receipt = Receipt::of_entry(&first, true);
        if receipt.phase == settled.phase() {
            return Ok(receipt);
        }
        Err(LedgerError::Conflict {
            reason: "outcome-conflict",
            message: format!("{effect_id} is recorded as {}, and cannot be {} as well", receipt.phase, settled.phase()),
        })
    }

    /// What every record of an intended effect says of it.
    pub(crate) fn intended(
        &self,
        effect_id: &str,
        payload_digest: Option<&str>,
        links: &Map<String, Value>,
    ) -> Result<Map<String, Value>, LedgerError> {
        let line = self.intent_line(effect_id)?;
        let mut effect = Map::new();
        for name in ["effectId", "idDerivation", "kind", "payloadDigest", "target", "context"] {
            effect.insert(name.to_owned(), line.record().get(name).cloned().unwrap_or(Value::Null));
        }
        effect.insert("links".to_owned(), links.clone().into());
        if payload_digest.is_some_and(|given| given != line.text("payloadDigest")) {
            return Err(LedgerError::Conflict {
                reason: "payload-digest-conflict",
                message: format!("{effect_id} was intended with the payload {}", line.text("payloadDigest")),
            });
        }
        Ok(effect)
    }

    /// The record of an effect's intent, verified.
    ///
    /// # Errors
    ///
    /// [`LedgerError::Usage`] `intent-missing` or `intent-purged`, and [`LedgerError::Integrity`].
    pub fn intent_record(&self, effect_id: &str) -> Result<Value, LedgerError> {
        self.intent_line(effect_id).map(|line| line.record().clone())
    }

    /// The verified intent of an effect.
    pub(crate) fn intent_line(&self, effect_id: &str) -> Result<Line, LedgerError> {
        let found = self.lookup(effect_id)?;
        if let Some(line) = found.first("intent") {
            return Ok(line.clone());
        }
        if found.records.iter().any(|found| found.line.original_phase() == "intent") {
            let message = format!("the records of {effect_id} were purged: there is nothing left to settle");
            return Err(LedgerError::usage("intent-purged", message));
        }
        let message = format!("no intent of {effect_id} is recorded");
        Err(LedgerError::usage("intent-missing", message))
    }
}
