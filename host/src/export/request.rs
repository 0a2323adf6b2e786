//! What a caller wants exported.

use std::path::PathBuf;

use serde::Serialize;

/// One export.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct ExportRequest {
    /// A directory inside the repository. Other paths are relative to it.
    pub cwd: PathBuf,
    /// The REVIEW.md whose export directory is meant; the one at the repository's root when absent.
    pub manifest: Option<PathBuf>,
    /// Which attestation.
    pub selection: ExportSelection,
    /// Where to: a file, or a directory that is there; the manifest's `verdict.exportDir` when absent.
    pub output: Option<PathBuf>,
}

/// Which attestation is exported.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum ExportSelection {
    /// The one of this run.
    Run(String),
    /// The newest of this repository for a range: `<base>..<head>` as refs or object names, or a range digest.
    Range(String),
    /// The newest of this repository whose head is what is checked out.
    Head,
}

impl ExportRequest {
    /// A request for the newest attestation of what is checked out, to where the manifest says.
    #[must_use]
    pub fn new(cwd: impl Into<PathBuf>) -> Self {
        Self { cwd: cwd.into(), manifest: None, selection: ExportSelection::Head, output: None }
    }
}

/// What was exported. Serializes as the document that `assize export --json` prints.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Exported {
    /// The file, absolute.
    pub path: PathBuf,
    /// The run.
    pub run_id: String,
    /// Its verdict.
    pub verdict: String,
}

impl Exported {
    pub(crate) fn new(path: PathBuf, run_id: String, verdict: String) -> Self {
        Self { path, run_id, verdict }
    }
}
