//! `assize preview`.

use clap::Args;

/// Show the tree that landing a proposal would make
///
/// Nothing is checked out and no ref is written. The same two commits give the same tree on every machine.
#[derive(Debug, Args)]
#[command(after_help = "Example:
  assize preview topic

Exit status: 0 the tree's id is printed, 5 the paths that conflict are, 2 usage error or
unknown proposal, 1 it could not be computed.")]
pub(crate) struct PreviewArgs {
    /// The proposal: a branch, a tag or a commit
    pub(crate) proposal: String,

    /// The branch that it would land on
    #[arg(long, value_name = "BRANCH", default_value = "main")]
    pub(crate) stream: String,

    /// Print one JSON document: {candidateTree} or {conflicts}
    #[arg(long)]
    pub(crate) json: bool,
}
