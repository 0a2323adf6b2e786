//! `assize check`.

use std::path::PathBuf;

use clap::Args;

/// Judge a REVIEW.md or a pack, without running anything
///
/// Reports every problem at once, each with its place in the file and what would be right. Bindings are compiled too.
/// What a run would refuse of imported packs, and of bindings that name their checks, is only known with --resolve.
/// Folders and rubrics that are not there are warned of: a prepare check may still make them.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  assize check                      the REVIEW.md of this repository
  assize check packs/base           the one in a folder
  assize check --resolve            with the packs that it imports, as a run would have them
  assize check --json REVIEW.md     its normalised form, or its problems

Exit status: 0 valid, 3 not valid or not readable.")]
pub(crate) struct CheckArgs {
    /// A REVIEW.md, or a folder that holds one [default: the repository's root]
    #[arg(value_name = "PATH")]
    pub(crate) path: Option<PathBuf>,

    /// Load the imported packs and judge what they bring; a git pack that is not here yet is fetched
    #[arg(long)]
    pub(crate) resolve: bool,

    /// Print one JSON document: {ok, kind, manifest|pack, problems}
    #[arg(long)]
    pub(crate) json: bool,
}
