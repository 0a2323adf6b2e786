//! A report as other programs read it.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::Verdict;

/// The value of `schema` in every report.
pub const REPORT_SCHEMA: &str = "assize.report/v1";

/// A report (`assize run --report FILE.json`). The attestation in it is the one that was recorded, member for member;
/// everything else is beside it, and proves nothing.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ReportDocument {
    /// Always [`REPORT_SCHEMA`].
    pub schema: String,
    /// What wrote the report.
    pub generator: ReportGenerator,
    /// The attestation's verdict.
    pub verdict: Verdict,
    /// Whether the ledger of the host that wrote the report has the attestation.
    pub recorded: bool,
    /// Whether the verdict had been recorded before, so that nothing ran.
    #[serde(default, skip_serializing_if = "is_false")]
    pub cached: bool,
    /// Whether the verdict is that of another request for the same review, which was running already.
    #[serde(default, skip_serializing_if = "is_false")]
    pub joined: bool,
    /// Why the attestation is not signed, where that was tried.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub signing_error: Option<String>,
    /// The REVIEW.md, relative to the repository's root, where it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub manifest: Option<String>,
    /// What the lanes were told to do, in the order of the binding, where it is known.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lanes: Vec<ReportedLane>,
    /// When prepare checks and lanes ran, in the order they began, where they ran for this report.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub timeline: Vec<ReportedSpan>,
    /// The lines that findings are about.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub excerpts: Vec<Excerpt>,
    /// How to find out whether the attestation holds.
    pub verify: ReportAdvice,
    /// The graph that ran (`assize.graph/v1`), where it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub graph: Option<Value>,
    /// The attestation.
    pub attestation: Value,
}

/// What wrote a report.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReportGenerator {
    /// The program.
    pub name: String,
    /// Its version.
    pub version: String,
}

/// What a lane was told to do; the attestation has what came of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReportedLane {
    /// The check's ref.
    pub id: String,
    /// The command as its author wrote it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub command: Option<String>,
    /// The rubric as its author named it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rubric: Option<String>,
}

/// When something ran, in milliseconds since the review began.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ReportedSpan {
    /// The check's ref.
    pub id: String,
    /// What the check was for.
    pub kind: SpanKind,
    /// When it began.
    pub start_ms: u64,
    /// When it ended; not before it began.
    pub end_ms: u64,
}

/// What a check that took time was for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SpanKind {
    /// It ran before the range was frozen.
    Prepare,
    /// It was a lane.
    Lane,
}

/// The lines around the one that a finding is about, as the reviewed commit has them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Excerpt {
    /// The lane's position in the attestation, from 0.
    pub lane: usize,
    /// The finding's position in its lane, from 0.
    pub finding: usize,
    /// The number of the first line, from 1.
    pub first_line: u64,
    /// The lines without their ends, plain text, each cut where it is very long.
    pub lines: Vec<String>,
}

/// How to find out whether an attestation holds.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReportAdvice {
    /// Commands for a shell, one after the other, at the root of the repository. None where no command could succeed.
    pub commands: Vec<String>,
    /// What should be known of them, in sentences.
    pub remarks: Vec<String>,
}

fn is_false(flag: &bool) -> bool {
    !flag
}
