//! The documents of a review and the rules that belong to them, without any I/O.

mod attestation;
mod graph;
mod id;
mod lane;
mod manifest;
mod outcome;
mod placeholder;
mod sha;
mod verdict_file;

pub use attestation::{
    ATTESTATION_SCHEMA, Attestation, AttestedTarget, Attestor, GitAuthor, PackDigest, PullRequest, Requester,
    RubricDigest, Signature,
};
pub use graph::{
    AGENT_LANE_NODE, COMMAND_LANE_NODE, FREEZE_NODE, FREEZE_STEP, FreezeConfig, FrozenTarget, GATE_NODE, GateConfig,
    LANES_STEP, LaneConfig, ReviewResult, VERDICT_NODE, VERDICT_STEP, VerdictConfig,
};
pub use id::{BindingName, CheckId, CheckRef, IdError, MAX_CHECK_REF_CHARS, MAX_ID_CHARS, PackNamespace, ReviewId};
pub use lane::{ComposedFrom, FallbackTry, Finding, LaneKind, LaneResult, LaneStatus, Verdict};
pub use manifest::{
    AgentCheck, Binding, Check, CheckOverride, CommandCheck, DEFAULT_AGENT_TIMEOUT_MS, DEFAULT_BASE, DEFAULT_BINDING,
    DEFAULT_COMMAND_TIMEOUT_MS, False, MAX_TIMEOUT_MS, Manifest, PackKind, PackManifest, PackUse, Quorum, ReviewKind,
    Severity, Target, TargetKind, VerdictSettings,
};
pub use outcome::{Exited, LaneOutcome, Reported, Stopped};
pub use placeholder::{Placeholder, Substituted, UnboundPlaceholder, Vars, placeholders, substitute};
pub use sha::{Sha, Sha256Hex, ShaError};
pub use verdict_file::VerdictFile;
