//! What a verifier answers.

use assize_schemas::canonical_json;
use serde_json::{Map, Value};

use crate::document::{UNKNOWN_REASONS, is_digest, reasons_of};
use crate::hash::digest;
use crate::restricted::refuse_restricted;

/// The three things that can come out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum VerifierResult {
    /// The effect is there.
    Present,
    /// It is not there, and everything was seen.
    Absent,
    /// It is not known.
    Unknown,
}

impl VerifierResult {
    /// The result as it stands in documents.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Present => "present",
            Self::Absent => "absent",
            Self::Unknown => "unknown",
        }
    }

    fn read(name: &str) -> Option<Self> {
        [Self::Present, Self::Absent, Self::Unknown].into_iter().find(|result| result.name() == name)
    }

    /// The exit status that it stands for.
    #[must_use]
    pub fn exit_code(self) -> u8 {
        match self {
            Self::Present => 0,
            Self::Absent => 3,
            Self::Unknown => 4,
        }
    }
}

/// An answer that makes sense in itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VerifierAnswer {
    /// What came out.
    pub result: VerifierResult,
    /// Why: one of the reasons of that result.
    pub reason: &'static str,
    /// Whether the query saw all there is.
    pub complete: bool,
    /// What was seen: flat, and shown but never recorded.
    pub evidence: Option<Map<String, Value>>,
    /// The digest of what was seen.
    pub evidence_digest: Option<String>,
}

impl VerifierAnswer {
    /// An answer without evidence. A reason that is none of the result's makes it no answer at all.
    #[must_use]
    pub fn new(result: VerifierResult, reason: &str, complete: bool) -> Option<Self> {
        let reason = reasons_of(result.name()).iter().find(|known| **known == reason)?;
        Some(Self { result, reason, complete, evidence: None, evidence_digest: None })
    }

    /// Reads `{result, reason, complete, evidence?, evidenceDigest?}`; `None` for any other value, for evidence that
    /// is not flat or may not be recorded, and for a digest that is not the evidence's.
    #[must_use]
    pub fn from_json(value: &Value) -> Option<Self> {
        const KNOWN: &[&str] = &["result", "reason", "complete", "evidence", "evidenceDigest"];
        let members = value.as_object()?;
        if !members.keys().all(|name| KNOWN.contains(&name.as_str())) {
            return None;
        }
        let result = VerifierResult::read(members.get("result")?.as_str()?)?;
        let mut answer = Self::new(result, members.get("reason")?.as_str()?, members.get("complete")?.as_bool()?)?;
        if let Some(evidence) = members.get("evidence") {
            answer = answer.with_evidence(evidence.as_object()?.clone())?;
        }
        if let Some(given) = members.get("evidenceDigest") {
            let given = given.as_str().filter(|given| is_digest(given))?;
            if answer.evidence_digest.as_deref().is_some_and(|own| own != given) {
                return None;
            }
            answer.evidence_digest = Some(given.to_owned());
        }
        Some(answer)
    }

    /// With what was seen; `None` when it is not flat or may not be recorded.
    #[must_use]
    pub fn with_evidence(self, evidence: Map<String, Value>) -> Option<Self> {
        let is_flat = evidence.values().all(|member| !member.is_array() && !member.is_object());
        let evidence = Value::Object(evidence);
        if !is_flat || refuse_restricted(&evidence).is_err() {
            return None;
        }
        let evidence_digest = Some(digest(canonical_json(&evidence).as_bytes()));
        let Value::Object(evidence) = evidence else { return None };
        Some(Self { evidence: Some(evidence), evidence_digest, ..self })
    }
}

/// An error of a verifier.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Raised(pub String);

impl Raised {
    /// The reason it stands for: its own when it is one for not knowing, `server-error` otherwise.
    #[must_use]
    pub fn reason(&self) -> &'static str {
        UNKNOWN_REASONS.iter().find(|known| **known == self.0).copied().unwrap_or("server-error")
    }
}

/// How asking a verifier ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// With something that should be an answer.
    Answered(Value),
    /// With an error.
    Raised(Raised),
}
