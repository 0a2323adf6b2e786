//! `assize export`.

use std::path::PathBuf;

use clap::Args;

/// Write a recorded attestation where a gate reads it
///
/// Takes the newest attestation of this repository whose head is HEAD, or the one that is named. What stays behind is
/// where this machine has the repository, and what was noted later on.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  assize export                             HEAD's, into the manifest's verdict.exportDir
  assize export --range origin/main..HEAD
  assize export --run 6c3a2f0e -o attestation.json

Exit status: 0 written (its path is printed), 3 could not be written, 4 nothing to export,
64 usage error, also when nothing says where to.")]
pub(crate) struct ExportArgs {
    /// The attestation of this run: its id, the beginning of it that no other run has, or `latest`
    #[arg(long, value_name = "ID", conflicts_with = "range")]
    pub(crate) run: Option<String>,

    /// The newest attestation of this range: BASE..HEAD, or its digest
    #[arg(long, value_name = "BASE..HEAD")]
    pub(crate) range: Option<String>,

    /// Write to this file, or into this folder [default: the manifest's verdict.exportDir]
    #[arg(short, long, value_name = "PATH")]
    pub(crate) output: Option<PathBuf>,

    /// Print one JSON document: {path, runId, verdict}
    #[arg(long)]
    pub(crate) json: bool,
}
