//! Options of every command.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

/// Options of every command.
#[derive(Debug, Args)]
#[command(next_help_heading = "Global options")]
pub(crate) struct GlobalArgs {
    /// Work as if started in this folder
    #[arg(long, global = true, value_name = "DIR")]
    pub(crate) cwd: Option<PathBuf>,

    /// The REVIEW.md to use, or a folder that holds one [default: the one at the repository's root]
    #[arg(long, global = true, value_name = "PATH")]
    pub(crate) manifest: Option<PathBuf>,

    /// Colours: auto leaves them out off a terminal and with NO_COLOR
    #[arg(long, global = true, value_name = "WHEN", value_enum, default_value_t = ColorWhen::Auto, hide_possible_values = false)]
    pub(crate) color: ColorWhen,

    /// Log the calls of git and the steps of a run on standard error; -vv and -vvv for more
    #[arg(short, long, global = true, action = clap::ArgAction::Count, conflicts_with = "quiet")]
    pub(crate) verbose: u8,

    /// No progress
    #[arg(short, long, global = true)]
    pub(crate) quiet: bool,
}

/// When output is coloured.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ColorWhen {
    Auto,
    Always,
    Never,
}

impl ColorWhen {
    /// Reads the word that the option takes.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        Self::from_str(text, false).ok()
    }
}
