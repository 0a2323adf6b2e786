//! `assize init`.

use clap::{Args, ValueEnum};

/// Set a repository up for reviews
///
/// Writes what is missing: a REVIEW.md for the project at hand, a starter rubric, the pre-push hook, with --ci a workflow
/// and with --commit-gate the commit-msg hook. What a person wrote stays as it is; a second run changes nothing.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  assize init                                 REVIEW.md, rubric and hook
  assize init --ci github                     the workflow for pull requests too
  assize init --commit-gate                   the hook that wants verdicts on commits too
  assize init --pack ./packs/base --as base   import a pack into REVIEW.md

Exit status: 0 done, 3 could not be done, 64 usage error.")]
pub(crate) struct InitArgs {
    /// Write the workflow of a CI system too
    #[arg(long, value_name = "SYSTEM", value_enum)]
    pub(crate) ci: Option<CiName>,

    /// Write the commit gate too: a commit-msg hook that wants a review's verdict on every commit, and its rubrics
    #[arg(long)]
    pub(crate) commit_gate: bool,

    // Not a comment of documentation, which would take the angle brackets for a tag.
    #[arg(
        long,
        value_name = "REF",
        help = "Import this pack, named as `uses` names it: a path, an npm package, or git+https://…#<commit>"
    )]
    pub(crate) pack: Option<String>,

    /// The namespace of the pack's checks [default: made from the pack's name]
    #[arg(long = "as", value_name = "NS", requires = "pack")]
    pub(crate) namespace: Option<String>,

    /// Print one JSON document: {changes: [{path, action, note}]}
    #[arg(long)]
    pub(crate) json: bool,
}

/// The CI systems that a workflow can be written for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum CiName {
    /// GitHub Actions
    Github,
}
