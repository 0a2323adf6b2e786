//! A report before it has a format.

use assize_engine::{Step, StepGraph};
use assize_schemas::{
    AGENT_LANE_NODE, Attestation, COMMAND_LANE_NODE, Check, Excerpt, LaneConfig, REPORT_SCHEMA, ReportDocument,
    ReportGenerator, ReportedLane, ReportedSpan,
};
use serde::Deserialize as _;
use serde_json::Value;

use crate::advice::advice;
use crate::plain::plain;
use crate::{ReportError, ReportFormat, html, json, junit, markdown, sarif};

/// What a report is made by.
const GENERATOR: &str = "Assize";

/// What one review came to, ready to be written in any [`ReportFormat`].
#[derive(Debug, Clone)]
pub struct Report {
    document: ReportDocument,
    attestation: Attestation,
    graph: Option<StepGraph>,
}

impl Report {
    /// A report of an attestation: `value` as it was recorded, `typed` what this version knows of it. `recorded` tells
    /// whether the ledger has it.
    #[must_use]
    pub fn new(value: Value, typed: Attestation, recorded: bool) -> Self {
        let document = ReportDocument {
            schema: REPORT_SCHEMA.to_owned(),
            generator: ReportGenerator { name: GENERATOR.to_owned(), version: env!("CARGO_PKG_VERSION").to_owned() },
            verdict: typed.verdict,
            recorded,
            cached: false,
            joined: false,
            signing_error: None,
            manifest: None,
            lanes: Vec::new(),
            timeline: Vec::new(),
            excerpts: Vec::new(),
            verify: advice(&typed, recorded, None),
            graph: None,
            attestation: value,
        };
        Self { document, attestation: typed, graph: None }
    }

    /// With the graph that ran, or that would run again: the picture, and what each lane was told to do.
    #[must_use]
    pub fn with_graph(mut self, graph: &StepGraph) -> Self {
        self.document.graph = Some(graph.to_json());
        self.document.lanes = lanes_of(graph.steps());
        self.graph = Some(graph.clone());
        self
    }

    /// With when its checks ran.
    #[must_use]
    pub fn with_timeline(mut self, timeline: Vec<ReportedSpan>) -> Self {
        self.document.timeline = timeline;
        self
    }

    /// With the lines that its findings are about, as [`excerpts`](crate::excerpts) finds them.
    #[must_use]
    pub fn with_excerpts(mut self, mut excerpts: Vec<Excerpt>) -> Self {
        for line in excerpts.iter_mut().flat_map(|excerpt| &mut excerpt.lines) {
            *line = plain(line).replace('\n', " ");
        }
        self.document.excerpts = excerpts;
        self
    }

    /// With the path of its REVIEW.md, from the repository's root.
    #[must_use]
    pub fn with_manifest(mut self, path: String) -> Self {
        self.document.verify = advice(&self.attestation, self.document.recorded, Some(&path));
        self.document.manifest = Some(path);
        self
    }

    /// With where its verdict comes from: recorded before (`cached`), or another request's (`joined`).
    #[must_use]
    pub fn served(mut self, cached: bool, joined: bool) -> Self {
        self.document.cached = cached;
        self.document.joined = joined;
        self
    }

    /// With why it is not signed.
    #[must_use]
    pub fn with_signing_error(mut self, why: Option<String>) -> Self {
        self.document.signing_error = why;
        self
    }

    /// The report as a document.
    #[must_use]
    pub fn document(&self) -> &ReportDocument {
        &self.document
    }

    /// What this version knows of the attestation.
    pub(crate) fn attestation(&self) -> &Attestation {
        &self.attestation
    }

    /// The graph, where it is known.
    pub(crate) fn graph(&self) -> Option<&StepGraph> {
        self.graph.as_ref()
    }

    /// What a lane was told to do.
    pub(crate) fn lane(&self, id: &str) -> Option<&ReportedLane> {
        self.document.lanes.iter().find(|lane| lane.id == id)
    }

    /// The lines that a finding is about, by its lane's position and its own.
    pub(crate) fn excerpt(&self, lane: usize, finding: usize) -> Option<&Excerpt> {
        self.document.excerpts.iter().find(|excerpt| excerpt.lane == lane && excerpt.finding == finding)
    }

    /// The report in a format. The same report gives the same text.
    ///
    /// # Errors
    ///
    /// [`ReportError`] when a format cannot be written.
    pub fn render(&self, format: ReportFormat) -> Result<String, ReportError> {
        match format {
            ReportFormat::Html => Ok(html::page(self)),
            ReportFormat::Sarif => Ok(sarif::log(self)),
            ReportFormat::Junit => junit::suites(self),
            ReportFormat::Json => json::document(self),
            ReportFormat::Markdown => Ok(markdown::comment(self)),
        }
    }
}

fn lanes_of(steps: &[Step]) -> Vec<ReportedLane> {
    let mut lanes = Vec::new();
    for step in steps {
        for branch in step.branches() {
            lanes.extend(lanes_of(branch.steps()));
        }
        if let Some(COMMAND_LANE_NODE | AGENT_LANE_NODE) = step.node()
            && let Ok(LaneConfig { check }) = LaneConfig::deserialize(step.config())
        {
            let id = check.id().to_string();
            lanes.push(match check {
                Check::Command(check) => ReportedLane { id, command: Some(check.run), rubric: None },
                Check::Agent(check) => ReportedLane { id, command: None, rubric: Some(check.rubric) },
            });
        }
    }
    lanes
}
