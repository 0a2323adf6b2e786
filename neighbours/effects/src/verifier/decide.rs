//! What of a verifier's answer counts.

use serde_json::{Map, Value, json};

use super::answer::{Outcome, VerifierAnswer, VerifierResult};
use super::reference::VerifierRef;

/// What counts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decision {
    /// What came out.
    pub result: VerifierResult,
    /// Why.
    pub reason: &'static str,
    /// Whether the query saw all there is.
    pub complete: bool,
    /// What was seen.
    pub evidence: Option<Map<String, Value>>,
    /// The digest of what was seen.
    pub evidence_digest: Option<String>,
}

impl Decision {
    /// That it is not known, and why.
    #[must_use]
    pub fn unknown(reason: &'static str) -> Self {
        Self { result: VerifierResult::Unknown, reason, complete: false, evidence: None, evidence_digest: None }
    }

    /// `{result, reason, complete, evidenceDigest?, exitCode}`.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let mut document = json!({"result": self.result.name(), "reason": self.reason, "complete": self.complete});
        if let Some(members) = document.as_object_mut() {
            if let Some(digest) = &self.evidence_digest {
                members.insert("evidenceDigest".to_owned(), digest.clone().into());
            }
            members.insert("exitCode".to_owned(), self.result.exit_code().into());
        }
        document
    }
}

/// Decides what counts of what a verifier said about an effect of a kind. That it is absent counts only from a verifier
/// that can tell, after a complete query; whatever is not a sound answer is `unknown`.
#[must_use]
pub fn decide(
    intent_kind: &str,
    verifier: Option<&VerifierRef>,
    pinned_version: Option<&str>,
    outcome: &Outcome,
) -> Decision {
    let Some(verifier) = verifier else { return Decision::unknown("verifier-missing") };
    if verifier.kind() != intent_kind || pinned_version.is_some_and(|pinned| pinned != verifier.version()) {
        return Decision::unknown("verifier-version-mismatch");
    }
    let answer = match outcome {
        Outcome::Raised(raised) => return Decision::unknown(raised.reason()),
        Outcome::Answered(answer) => VerifierAnswer::from_json(answer),
    };
    let Some(answer) = answer else { return Decision::unknown("malformed-response") };
    if answer.result == VerifierResult::Absent {
        if !verifier.can_report_absent() {
            return Decision::unknown("verifier-cannot-report-absent");
        }
        if !answer.complete {
            return Decision::unknown("paging-incomplete");
        }
    }
    let VerifierAnswer { result, reason, complete, evidence, evidence_digest } = answer;
    Decision { result, reason, complete, evidence, evidence_digest }
}
