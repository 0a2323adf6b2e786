//! What a lane executor saw, before it is judged.

use serde::{Deserialize, Serialize};

use crate::{ComposedFrom, FallbackTry, VerdictFile};

/// What happened when a check was carried out. The one function that turns this into a status is
/// [`crate::settle`]; nothing else decides a lane's status.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum LaneOutcome {
    /// A command ended by itself.
    Exited(Exited),
    /// A reviewer wrote a verdict file of the right shape.
    Reported(Reported),
    /// The time limit passed.
    Timeout(Stopped),
    /// Nothing could be run or read.
    Skipped(Stopped),
}

/// A command that ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Exited {
    /// Exit status; 128 when a signal ended it, 1 when it is not known.
    pub exit_code: i32,
    /// The tail of what it printed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub output: Option<String>,
}

/// A reviewer's report.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Reported {
    /// What the verdict file holds.
    pub report: VerdictFile,
    /// The reviewer's session.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session_id: Option<String>,
    /// The preset that answered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub preset: Option<String>,
    /// The model that answered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// The prior attestation the review built on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub composed_from: Option<ComposedFrom>,
    /// Reviewers tried before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fallbacks: Option<Vec<FallbackTry>>,
}

/// A lane that ended without a result.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Stopped {
    /// Why.
    pub error: String,
    /// The tail of what was printed until then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub output: Option<String>,
    /// The reviewer's session.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session_id: Option<String>,
    /// The reviewer's preset.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub preset: Option<String>,
    /// The reviewer's model.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// Reviewers tried.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fallbacks: Option<Vec<FallbackTry>>,
}
