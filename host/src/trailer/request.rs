//! What is asked for, and what comes of it.

use std::path::PathBuf;

/// The trailers of one recorded review for one gate.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct TrailerRequest {
    /// A directory inside the repository whose commit is to carry the trailers.
    pub cwd: PathBuf,
    /// The gate's name: what stands after `Reviewed-`.
    pub gate: String,
    /// The run; the newest of this repository whose head is what is checked out when absent.
    pub run: Option<String>,
    /// The agent lane; needed only where the run has several.
    pub lane: Option<String>,
    /// Whether each staged file gets a line of its own.
    pub per_file: bool,
}

impl TrailerRequest {
    /// A request for the one agent lane of the newest run over what is checked out.
    #[must_use]
    pub fn new(cwd: impl Into<PathBuf>, gate: impl Into<String>) -> Self {
        Self { cwd: cwd.into(), gate: gate.into(), run: None, lane: None, per_file: false }
    }
}

/// The trailers, and what a person should know before claiming them.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct TrailerView {
    /// The run.
    pub run_id: String,
    /// The lane.
    pub lane: String,
    /// The lines, at least one, each without its end.
    pub lines: Vec<String>,
    /// Whether tracked files had changes that no commit held while the review ran.
    pub dirty: bool,
    /// Whether the index holds exactly the tree of the run's head; `None` when that commit is not here.
    pub is_what_is_staged: Option<bool>,
}
