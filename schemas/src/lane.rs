//! What one lane came to.

use serde::{Deserialize, Serialize};

use crate::{CheckRef, Severity};

/// The one word a lane ends with (AIP-62, "Lanes").
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LaneStatus {
    /// Ran to its end and found nothing blocking.
    Pass,
    /// Ran to its end and found something blocking.
    Fail,
    /// Passed its time limit and was ended.
    Timeout,
    /// Could not run or could not report.
    Skipped,
}

impl LaneStatus {
    /// The status as documents spell it.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Pass => "pass",
            Self::Fail => "fail",
            Self::Timeout => "timeout",
            Self::Skipped => "skipped",
        }
    }
}

impl std::fmt::Display for LaneStatus {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.as_str())
    }
}

/// The kind of check a lane ran.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LaneKind {
    /// A shell command.
    Command,
    /// An agent reviewer.
    Agent,
}

/// Something a lane found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finding {
    /// How bad it is.
    pub severity: Severity,
    /// One line.
    pub title: String,
    /// Why it matters; may be empty.
    pub detail: String,
    /// The file it is about, relative to the repository's root.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The line in that file, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u64>,
}

/// The prior attestation that an agent lane built on (AIP-62, "Composition").
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ComposedFrom {
    /// The prior's range digest.
    pub range_sha: String,
    /// The prior's head.
    pub head_sha: String,
    /// SHA-256 of the prior's canonical JSON.
    pub attestation_sha256: String,
}

/// A reviewer that was tried and was not available.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FallbackTry {
    /// The preset that was tried.
    pub preset: String,
    /// Why it did not serve.
    pub error: String,
}

/// The result of one lane, as the attestation records it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LaneResult {
    /// The check's ref.
    pub id: CheckRef,
    /// The kind of check.
    pub kind: LaneKind,
    /// How it ended.
    pub status: LaneStatus,
    /// Whether it counts for the verdict.
    pub blocking: bool,
    /// What was found.
    pub findings: Vec<Finding>,
    /// Wall time in milliseconds, starting the process included.
    pub duration_ms: u64,
    /// Why the lane did not end in `pass` or `fail`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// The reviewer's session.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session_id: Option<String>,
    /// The reviewer's preset.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub preset: Option<String>,
    /// The reviewer's one line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub summary: Option<String>,
    /// The command's exit status; 128 when a signal ended it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exit_code: Option<i32>,
    /// The model that answered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// The prior attestation this lane built on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub composed_from: Option<ComposedFrom>,
    /// Reviewers that were tried before the one that answered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fallbacks: Option<Vec<FallbackTry>>,
}

/// The answer of a whole review.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// Every blocking lane passed.
    Pass,
    /// A blocking lane failed.
    Block,
    /// Something could not be established.
    Incomplete,
}

impl Verdict {
    /// The verdict as documents spell it.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Pass => "pass",
            Self::Block => "block",
            Self::Incomplete => "incomplete",
        }
    }
}

impl std::fmt::Display for Verdict {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.as_str())
    }
}
