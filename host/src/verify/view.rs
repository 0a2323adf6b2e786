//! What a verification came to: the document of `assize verify --json`.

use std::borrow::Cow;

use serde::Serialize;

/// What a verification came to. Serializes as the document that `assize verify --json` prints.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct VerifyView {
    /// Whether everything holds that was asked for.
    pub ok: bool,
    /// Everything that does not hold, in the order of the stages.
    pub problems: Vec<VerifyProblem>,
    /// What people should know besides; none of it is a failure.
    pub notes: Vec<VerifyNote>,
    /// Why there is nothing to judge.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<Absence>,
    /// Why the verification could not be carried out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// The attestation's file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// The run that it records.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub run_id: Option<String>,
    /// The verdict that it records.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verdict: Option<String>,
    /// What can be said of its signature.
    pub signature: SignatureView,
    /// One sentence: what was compared with what, and what came of it.
    pub summary: String,
    /// The exit status that AIP-62 gives this outcome: 0 verified, 1 invalid, 3 could not run, 4 not found, 5 not
    /// exported, 6 a signature problem, 64 usage error.
    pub exit_code: u8,
}

/// The stages of judging, in their order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub enum VerifyStage {
    /// The attestation itself, held against what it should be about.
    Content,
    /// The attestations it builds on.
    ComposedFrom,
    /// The packs it records.
    Packs,
    /// Its signature.
    Signature,
}

impl VerifyStage {
    /// The exit status when this is the first stage with a problem.
    #[must_use]
    pub fn exit_code(self) -> u8 {
        match self {
            Self::Content | Self::ComposedFrom | Self::Packs => 1,
            Self::Signature => 6,
        }
    }
}

/// One thing that does not hold.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct VerifyProblem {
    /// The stage that found it.
    pub stage: VerifyStage,
    /// What kind of problem it is, for programs.
    pub code: Cow<'static, str>,
    /// The problem for people.
    pub message: String,
}

impl VerifyProblem {
    pub(crate) fn new(stage: VerifyStage, code: impl Into<Cow<'static, str>>, message: impl Into<String>) -> Self {
        Self { stage, code: code.into(), message: message.into() }
    }
}

/// Something people should know that is no failure.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct VerifyNote {
    /// What it is about, for programs.
    pub code: Cow<'static, str>,
    /// The sentence for people.
    pub message: String,
}

impl VerifyNote {
    pub(crate) fn new(code: impl Into<Cow<'static, str>>, message: impl Into<String>) -> Self {
        Self { code: code.into(), message: message.into() }
    }
}

/// Why there is no attestation to judge.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Absence {
    /// There is none for this range.
    NotFound,
    /// The manifest exports none, and the caller allowed for that.
    NotExported,
}

/// What can be said of a signature.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct SignatureView {
    /// How far it was verified.
    pub status: SignatureStatus,
    /// Whom the host vouches for: a claim unless the status says `verified`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub principal: Option<String>,
    /// The fingerprint of the key, as the attestation states it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key_fingerprint: Option<String>,
}

/// How far a signature was verified.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum SignatureStatus {
    /// The key made it over these very bytes, and is trusted to speak for the principal.
    Verified,
    /// There is one, and nobody said which keys to trust.
    Claimed,
    /// There is none.
    #[default]
    None,
    /// There is one, and it does not hold.
    Invalid,
}

impl VerifyView {
    pub(crate) fn empty() -> Self {
        Self {
            ok: false,
            problems: Vec::new(),
            notes: Vec::new(),
            reason: None,
            error: None,
            path: None,
            run_id: None,
            verdict: None,
            signature: SignatureView::default(),
            summary: String::new(),
            exit_code: 3,
        }
    }
}
