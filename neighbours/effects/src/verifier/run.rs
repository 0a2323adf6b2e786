//! Asking a verifier. It never fails: whatever goes wrong is an answer, and the answer is that it is not known.

use std::panic::AssertUnwindSafe;
use std::time::Duration;

use futures::FutureExt as _;
use serde_json::{Value, json};

use super::answer::{Outcome, Raised};
use super::decide::{Decision, decide};
use super::reference::VerifierRef;
use super::registry::Registry;
use super::request::VerifierRequest;
use crate::time::write_instant;

/// What was found, by whom and when.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verified {
    /// Who was asked.
    pub verifier: VerifierRef,
    /// What counts of the answer.
    pub decision: Decision,
    /// When the target was asked.
    pub checked_at: String,
}

impl Verified {
    /// The verification as it stands in records.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let mut document = json!({
            "verifier": self.verifier.to_json(),
            "result": self.decision.result.name(),
            "reason": self.decision.reason,
            "complete": self.decision.complete,
            "checkedAt": self.checked_at,
        });
        if let (Some(members), Some(digest)) = (document.as_object_mut(), &self.decision.evidence_digest) {
            members.insert("evidenceDigest".to_owned(), digest.clone().into());
        }
        document
    }
}

/// Asks the verifier of the effect's kind, for at most `limit`. What comes later is dropped.
pub async fn run_verifier(
    registry: &Registry,
    request: &VerifierRequest,
    pinned_version: Option<&str>,
    limit: Duration,
) -> Verified {
    let checked_at = write_instant(chrono::Utc::now());
    let Some(verifier) = registry.get(&request.kind) else {
        let decision = decide(&request.kind, None, pinned_version, &Outcome::Answered(Value::Null));
        return Verified { verifier: VerifierRef::missing(&request.kind), decision, checked_at };
    };
    let reference = verifier.reference().clone();
    let outcome = if pinned_version.is_some_and(|pinned| pinned != reference.version()) {
        // It is not asked: what it said would not count.
        Outcome::Answered(Value::Null)
    } else {
        match tokio::time::timeout(limit, AssertUnwindSafe(verifier.verify(request)).catch_unwind()).await {
            Err(_) => Outcome::Raised(Raised("timeout".to_owned())),
            Ok(Err(_)) => Outcome::Raised(Raised("server-error".to_owned())),
            Ok(Ok(Err(raised))) => Outcome::Raised(raised),
            Ok(Ok(Ok(answer))) => Outcome::Answered(answer),
        }
    };
    let decision = decide(&request.kind, Some(&reference), pinned_version, &outcome);
    Verified { verifier: reference, decision, checked_at }
}
