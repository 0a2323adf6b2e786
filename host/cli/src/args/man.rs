//! `assize man`.

use std::path::PathBuf;

use clap::Args;

/// Write the manual pages of all commands into a folder
#[derive(Debug, Args)]
#[command(after_help = "Example:
  assize man ~/.local/share/man/man1 && man assize-run")]
pub(crate) struct ManArgs {
    /// The folder; it is made when there is none
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
}
