//! `assize presets`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

/// What to do with the presets.
#[derive(Debug, Subcommand)]
pub(crate) enum PresetsCommand {
    List(PresetsListArgs),
    Show(PresetsShowArgs),
    Test(PresetsTestArgs),
}

/// List the presets, and whether their programs are here
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  assize presets list
  assize presets list --presets ./presets.toml --json

Exit status: 0 listed, 3 the presets cannot be read.")]
pub(crate) struct PresetsListArgs {
    /// The presets [default: presets.toml in the state folder]
    #[arg(long, value_name = "FILE")]
    pub(crate) presets: Option<PathBuf>,

    /// Print one JSON list
    #[arg(long)]
    pub(crate) json: bool,
}

/// Show one preset: what is run, and what it may do
#[derive(Debug, Args)]
#[command(after_help = "Example:
  assize presets show claude-code

Exit status: 0 shown, 3 the presets cannot be read, 4 no such preset.")]
pub(crate) struct PresetsShowArgs {
    /// The preset
    #[arg(value_name = "NAME")]
    pub(crate) name: String,

    /// The presets [default: presets.toml in the state folder]
    #[arg(long, value_name = "FILE")]
    pub(crate) presets: Option<PathBuf>,

    /// Print one JSON document
    #[arg(long)]
    pub(crate) json: bool,
}

/// Have a reviewer look at a tiny made-up change, and say what happened
///
/// The repository is made for this and gone afterwards, and nothing is recorded. There is nothing wrong with the change, so a
/// reviewer that works passes it.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  assize presets test claude-code
  assize presets test kimi --timeout 60

Exit status: 0 it passed the change, 1 it found something that blocks, 2 it came to no verdict,
3 it could not be tried, 4 no such preset.")]
pub(crate) struct PresetsTestArgs {
    /// The preset
    #[arg(value_name = "NAME")]
    pub(crate) name: String,

    /// The presets [default: presets.toml in the state folder]
    #[arg(long, value_name = "FILE")]
    pub(crate) presets: Option<PathBuf>,

    /// How many seconds it has
    #[arg(long, value_name = "SECONDS", default_value_t = 300, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) timeout: u32,

    /// Print the JSON document of the run
    #[arg(long)]
    pub(crate) json: bool,
}
