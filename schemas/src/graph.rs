//! The review nodes as a graph names them, and the shape of their configurations and outputs.
//!
//! The compiler writes these, the nodes read them, and graph documents carry them (`assize.graph/v1`).

use serde::{Deserialize, Serialize};

use crate::{Check, CheckRef, LaneResult, Quorum, Sha, Verdict};

/// Node of a prepare check; configured with [`GateConfig`].
pub const GATE_NODE: &str = "review.gate";
/// Node that freezes the range; configured with [`FreezeConfig`], answers a [`FrozenTarget`].
pub const FREEZE_NODE: &str = "review.freeze";
/// Node of a command lane; configured with [`LaneConfig`], answers a [`LaneResult`].
pub const COMMAND_LANE_NODE: &str = "review.lane.command";
/// Node of an agent lane; configured with [`LaneConfig`], answers a [`LaneResult`].
pub const AGENT_LANE_NODE: &str = "review.lane.agent";
/// Node that folds the lanes; configured with [`VerdictConfig`], answers a [`ReviewResult`].
pub const VERDICT_NODE: &str = "review.verdict";

/// Id of the step that freezes the range.
pub const FREEZE_STEP: &str = "freeze";
/// Id of the parallel step that holds the lanes.
pub const LANES_STEP: &str = "lanes";
/// Id of the step that folds the lanes.
pub const VERDICT_STEP: &str = "verdict";

/// Configuration of a prepare gate.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GateConfig {
    /// The literal argument list; no reference is ever resolved in it.
    pub argv: Vec<String>,
    /// Working directory, relative to the repository's root.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cwd: Option<String>,
}

/// Configuration of the freeze step.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FreezeConfig {
    /// The manifest's base ref.
    pub base: String,
}

/// Configuration of a lane.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LaneConfig {
    /// The check the lane carries out.
    pub check: Check,
}

/// Configuration of the verdict step.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VerdictConfig {
    /// How lanes become a verdict.
    pub quorum: Quorum,
    /// The lanes in the order of the binding.
    pub lanes: Vec<CheckRef>,
}

/// What the freeze step established: the range, and whether the tree holds more than it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FrozenTarget {
    /// The repository's normalised remote.
    pub repo_remote: String,
    /// Where the range begins.
    pub base_sha: Sha,
    /// Where the range ends.
    pub head_sha: Sha,
    /// Whether tracked files had uncommitted changes.
    pub dirty: bool,
}

/// What the verdict step answers, and so the whole graph.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ReviewResult {
    /// The frozen range.
    pub target: FrozenTarget,
    /// The lanes in the order of the binding.
    pub lanes: Vec<LaneResult>,
    /// The fold of the lanes.
    pub verdict: Verdict,
}
