//! `assize trailer`.

use clap::Args;

/// Print a recorded review as the trailer of a commit message
///
/// For repositories whose commits pass `git-agent-verdict`: prints the line `Reviewed-NAME: …` with who reviewed and how
/// much was found (high = major, medium = moderate, low = minor). It is taken from one agent lane that passed in a run
/// that passed; what blocks or could not be established prints nothing. Unless a run is named it is the newest one of
/// this repository whose head is what is checked out, of a clean tree.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  assize trailer --gate standards               from the newest review of HEAD
  assize trailer --gate standards --run latest  from the review that was recorded last
  assize trailer --gate notes --per-file        a line for every staged file

Exit status: 0 printed, 1 the review blocks, 2 it establishes nothing, 3 could not run,
4 no such run, 64 usage error, also for several agent lanes and no --lane.")]
pub(crate) struct TrailerArgs {
    /// The gate that the line is for: letters, digits and dashes
    #[arg(long, value_name = "NAME")]
    pub(crate) gate: String,

    /// Take this run, whatever its head: its id, the beginning of it that no other run has, or `latest`
    #[arg(long, value_name = "ID")]
    pub(crate) run: Option<String>,

    /// Take this agent lane; needed where the run has several
    #[arg(long, value_name = "ID")]
    pub(crate) lane: Option<String>,

    /// Print a line for every staged file, with what was found in it and what was found in none of them
    #[arg(long)]
    pub(crate) per_file: bool,
}
