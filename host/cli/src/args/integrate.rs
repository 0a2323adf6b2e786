//! `assize integrate`.

use clap::Args;

/// Land a proposal if what the policy requires has passed on the very tree that this makes
///
/// Moves the branch on to the proposal, or makes a merge commit. When the branch moves meanwhile, the tree is computed and
/// decided about anew.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  assize integrate topic
  assize integrate topic --stream release --json

Exit status: 0 landed or nothing to do, 3 blocked (something has not passed yet), 4 denied
(something failed), 5 the proposal conflicts, 2 usage error or unknown proposal, 1 it could
not be landed.")]
pub(crate) struct IntegrateArgs {
    /// The proposal: a branch, a tag or a commit
    pub(crate) proposal: String,

    /// The branch to land on
    #[arg(long, value_name = "BRANCH", default_value = "main")]
    pub(crate) stream: String,

    /// Print one JSON document: {decision, stream, candidateTree?, missing, failed, commit?, exitCode}
    #[arg(long)]
    pub(crate) json: bool,
}
