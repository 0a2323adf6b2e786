//! A REVIEW.md in its normalised form: every default filled in, every reference of the right shape.
//!
//! These are wire types: `assize check --json` prints them. The text of a REVIEW.md becomes one of these
//! in the compiler alone, which also holds the rules that span several fields (AIP-62, "Cross-field rules").

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

use crate::{BindingName, CheckId, CheckRef, PackNamespace, ReviewId};

/// Time limit of a command check that names none, in milliseconds.
pub const DEFAULT_COMMAND_TIMEOUT_MS: u64 = 600_000;
/// Time limit of an agent check that names none, in milliseconds.
pub const DEFAULT_AGENT_TIMEOUT_MS: u64 = 900_000;
/// The largest time limit: the largest whole number that every JSON reader keeps exact, in milliseconds.
pub const MAX_TIMEOUT_MS: u64 = (1 << 53) - 1;
/// The ref that a target without `base` is reviewed against.
pub const DEFAULT_BASE: &str = "origin/main";
/// The name of the binding that is implied where a manifest declares none.
pub const DEFAULT_BINDING: &str = "default";

/// A checked REVIEW.md of `kind: review`.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Manifest {
    /// Always `review`.
    pub kind: ReviewKind,
    /// The manifest's own id.
    pub id: ReviewId,
    /// A title for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// What the review is for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// What is reviewed.
    pub target: Target,
    /// The checks in declaration order.
    pub checks: Vec<Check>,
    /// The bindings in declaration order, the implied one included.
    pub bindings: IndexMap<BindingName, Binding>,
    /// The imported packs in declaration order.
    pub uses: Vec<PackUse>,
    /// Where verdicts are exported to.
    pub verdict: VerdictSettings,
    /// The text after the frontmatter; documentation without meaning.
    pub body: String,
}

impl Manifest {
    /// The check that `reference` names.
    #[must_use]
    pub fn check(&self, reference: &CheckRef) -> Option<&Check> {
        self.checks.iter().find(|check| check.id() == reference)
    }
}

/// The literal `review`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum ReviewKind {
    /// `review`
    #[serde(rename = "review")]
    Review,
}

/// The literal `review-pack`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum PackKind {
    /// `review-pack`
    #[serde(rename = "review-pack")]
    ReviewPack,
}

/// What a review is about. Version 1 of the format knows git ranges alone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Target {
    /// Always `git-range`.
    pub kind: TargetKind,
    /// The ref whose merge base with the head begins the range.
    pub base: String,
}

/// The literal `git-range`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum TargetKind {
    /// `git-range`
    #[serde(rename = "git-range")]
    GitRange,
}

/// How bad a finding is; also the least severity that makes an agent lane fail. Ordered: low < medium < high.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Worth knowing.
    Low,
    /// Worth mending.
    Medium,
    /// A regression that the range brings.
    High,
}

/// One check of a manifest; each becomes a prepare gate or a lane.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Check {
    /// A shell command.
    Command(CommandCheck),
    /// A read-only agent reviewer.
    Agent(AgentCheck),
}

impl Check {
    /// The check's ref: its id, with the namespace in front when it comes from a pack.
    #[must_use]
    pub fn id(&self) -> &CheckRef {
        match self {
            Self::Command(check) => &check.id,
            Self::Agent(check) => &check.id,
        }
    }

    /// Whether the check can change the verdict.
    #[must_use]
    pub fn blocking(&self) -> bool {
        match self {
            Self::Command(check) => check.blocking,
            Self::Agent(check) => check.blocking,
        }
    }

    /// The check's time limit in milliseconds.
    #[must_use]
    pub fn timeout_ms(&self) -> u64 {
        match self {
            Self::Command(check) => check.timeout_ms,
            Self::Agent(check) => check.timeout_ms,
        }
    }

    /// Whether the check may change the tree, and so runs before the range freezes.
    #[must_use]
    pub fn effects(&self) -> bool {
        match self {
            Self::Command(check) => check.effects,
            Self::Agent(_) => false,
        }
    }
}

/// A check that runs a shell command (AIP-62, "Checks").
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CommandCheck {
    /// The check's ref.
    pub id: CheckRef,
    /// The text given to `sh -c`, with its placeholders still in it.
    pub run: String,
    /// Working directory, relative to the repository's root; the root when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cwd: Option<String>,
    /// Whether the check can change the verdict.
    pub blocking: bool,
    /// Time limit in milliseconds.
    pub timeout_ms: u64,
    /// Whether the check may change the tree.
    pub effects: bool,
    /// What the check is for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
}

/// A check that asks an agent (AIP-62, "Checks").
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AgentCheck {
    /// The check's ref.
    pub id: CheckRef,
    /// The host's name for the reviewer to ask; a pack's check may leave it to its consumer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub preset: Option<String>,
    /// Stand-ins, in order, for a reviewer that is not available.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fallback_presets: Option<Vec<String>>,
    /// Path of the rubric, relative to the directory of the REVIEW.md that declares the check.
    pub rubric: String,
    /// The least severity that makes the lane fail.
    pub block_on: Severity,
    /// Whether the check can change the verdict.
    pub blocking: bool,
    /// Time limit in milliseconds.
    pub timeout_ms: u64,
    /// Always false: a reviewer is read-only.
    pub effects: False,
    /// What the check is for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
}

/// The literal `false`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct False;

impl Serialize for False {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bool(false)
    }
}

impl<'de> Deserialize<'de> for False {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if bool::deserialize(deserializer)? { Err(serde::de::Error::custom("must be false")) } else { Ok(Self) }
    }
}

/// One situation's selection of checks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Binding {
    /// The binding's name.
    pub name: BindingName,
    /// A label for the situation; nothing dispatches on it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub on: Option<String>,
    /// Checks with effects, run in order before the range freezes.
    pub prepare: Vec<CheckRef>,
    /// The lanes.
    pub checks: Vec<CheckRef>,
    /// How lanes become a verdict.
    pub quorum: Quorum,
}

/// The literal `all-blocking-pass`, the one quorum of version 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Quorum {
    /// `all-blocking-pass`
    #[default]
    #[serde(rename = "all-blocking-pass")]
    AllBlockingPass,
}

impl Quorum {
    /// The quorum as documents spell it.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::AllBlockingPass => "all-blocking-pass",
        }
    }
}

/// One imported pack.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PackUse {
    /// The reference as written.
    pub pack: String,
    /// The namespace of the pack's checks.
    #[serde(rename = "as")]
    pub namespace: PackNamespace,
    /// The selected checks; all of the pack's when absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub checks: Option<Vec<CheckId>>,
    /// The reviewer for the pack's agent checks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub preset: Option<String>,
    /// Stand-ins for that reviewer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fallback_presets: Option<Vec<String>>,
    /// What the consumer changes, by the pack's own check id.
    pub overrides: IndexMap<CheckId, CheckOverride>,
    /// Whether the commands of a pack that is not trusted may run.
    pub allow_commands: bool,
}

/// What a consumer changes of one check of a pack.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CheckOverride {
    /// Another least severity that fails the lane.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub block_on: Option<Severity>,
    /// Whether the check can change the verdict.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub blocking: Option<bool>,
    /// Another time limit in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timeout_ms: Option<u64>,
    /// Another reviewer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub preset: Option<String>,
    /// Other stand-ins.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fallback_presets: Option<Vec<String>>,
}

/// Where verdicts go besides the ledger.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct VerdictSettings {
    /// Directory for exports, relative to the repository's root.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub export_dir: Option<String>,
}

/// A checked REVIEW.md of `kind: review-pack`.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PackManifest {
    /// Always `review-pack`.
    pub kind: PackKind,
    /// The pack's own id.
    pub id: ReviewId,
    /// The pack's version (rulings 7).
    pub version: String,
    /// What the pack is for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// The checks in declaration order.
    pub checks: Vec<Check>,
    /// The text after the frontmatter.
    pub body: String,
}
