//! What a verifier is asked.

use std::fmt::Debug;

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use serde_json::{Map, Value, json};

use super::answer::{Raised, VerifierResult};
use super::reference::VerifierRef;
use crate::identity::Scope;

/// What the caller knows about the effect besides what is recorded.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Expected {
    /// The digest that a file must have.
    pub digest: Option<String>,
    /// The object that a tag or a merge must be.
    pub object: Option<String>,
    /// Whether a good signature is asked for.
    pub signed: bool,
}

/// What a verifier is asked.
#[derive(Debug, Clone)]
pub struct VerifierRequest {
    /// The id of the effect.
    pub effect_id: String,
    /// Whose ledger it is.
    pub scope: Scope,
    /// The kind of the effect.
    pub kind: String,
    /// What it is done to.
    pub target: String,
    /// What tells it apart from others of its kind.
    pub context: Value,
    /// The digest of what is sent.
    pub payload_digest: Option<String>,
    /// When the intent was recorded; none when there is none.
    pub intent_recorded_at: Option<DateTime<Utc>>,
    /// What the caller expects.
    pub expected: Expected,
}

/// Who asks one kind of target. It reads and never writes; dropping the future of [`Verifier::verify`] cancels it.
#[async_trait]
pub trait Verifier: Debug + Send + Sync {
    /// Which verifier it is.
    fn reference(&self) -> &VerifierRef;

    /// Asks the target: `{result, reason, complete, evidence?, evidenceDigest?}`.
    ///
    /// # Errors
    ///
    /// [`Raised`] with a reason for not knowing.
    async fn verify(&self, request: &VerifierRequest) -> Result<Value, Raised>;
}

/// An answer with evidence.
pub(super) fn answer(result: VerifierResult, reason: &str, complete: bool, evidence: Map<String, Value>) -> Value {
    let mut answer = json!({"result": result.name(), "reason": reason, "complete": complete});
    if let Some(members) = answer.as_object_mut() {
        members.insert("evidence".to_owned(), evidence.into());
    }
    answer
}

/// That it is not known, and why.
pub(super) fn unknown<T>(reason: &str) -> Result<T, Raised> {
    Err(Raised(reason.to_owned()))
}

/// That the effect is there.
pub(super) fn present(reason: &str, evidence: Map<String, Value>) -> Result<Value, Raised> {
    Ok(answer(VerifierResult::Present, reason, true, evidence))
}

/// That the effect is not there, and everything was seen.
pub(super) fn absent(evidence: Map<String, Value>) -> Result<Value, Raised> {
    Ok(answer(VerifierResult::Absent, "complete-query-no-match", true, evidence))
}

/// Whether the last paragraph of a commit's message has the trailer of the effect.
pub(super) fn has_trailer(message: &str, effect_id: &str) -> bool {
    let paragraph = message.trim_end().rsplit("\n\n").next().unwrap_or_default();
    paragraph
        .lines()
        .filter_map(|line| line.split_once(':'))
        .any(|(key, value)| key.trim().eq_ignore_ascii_case("effect-id") && value.trim() == effect_id)
}
