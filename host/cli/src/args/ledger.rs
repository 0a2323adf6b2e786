//! `assize ledger`.

use std::num::NonZeroUsize;

use clap::{Args, Subcommand};

use super::number::at_least_one;

/// What to do with the ledger.
#[derive(Debug, Subcommand)]
pub(crate) enum LedgerCommand {
    List(LedgerListArgs),
    Show(LedgerShowArgs),
}

/// List recorded verdicts, newest first
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  assize ledger list --limit 10
  assize ledger list --repo https://github.com/owner/name.git --binding ci
  assize ledger list --range 0123456789..abcdef0123 --json")]
pub(crate) struct LedgerListArgs {
    /// Only this repository: its remote's address, or as the list writes it
    #[arg(long, value_name = "REMOTE")]
    pub(crate) repo: Option<String>,

    /// Only this binding
    #[arg(long, value_name = "NAME")]
    pub(crate) binding: Option<String>,

    /// Only this range: BASE..HEAD with at least four digits of both commits, or its digest
    #[arg(long, value_name = "RANGE")]
    pub(crate) range: Option<String>,

    /// At most this many, the newest
    #[arg(long, value_name = "N", value_parser = at_least_one)]
    pub(crate) limit: Option<NonZeroUsize>,

    /// Print one JSON list
    #[arg(long)]
    pub(crate) json: bool,
}

/// Show one recorded verdict
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  assize ledger show review-6c3a2f0e-0f6e-4c39-9f5b-3f1a5d7c1d10
  assize ledger show review-6c3a2f0e-0f6e-4c39-9f5b-3f1a5d7c1d10 --json

Exit status: 0 shown, 4 no such run.")]
pub(crate) struct LedgerShowArgs {
    /// The run, as `assize run` and `assize ledger list` name it
    #[arg(value_name = "RUNID")]
    pub(crate) run_id: String,

    /// Print the entry as one JSON document
    #[arg(long)]
    pub(crate) json: bool,
}
