//! `assize trace`.

use clap::Args;

/// Show what was done about a tree: who submitted what, and what was decided
#[derive(Debug, Args)]
#[command(after_help = "Example:
  assize trace 4b825dc642cb6eb9a060e54bf8d69288fbee4904

Exit status: 0 shown, 2 no such tree.")]
pub(crate) struct TraceArgs {
    /// The tree: its full id, or anything that git takes for a tree
    pub(crate) tree: String,

    /// Print one JSON list of events, each with at, by and event
    #[arg(long)]
    pub(crate) json: bool,
}
