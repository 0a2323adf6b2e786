//! `assize ledger`.

use std::num::NonZeroUsize;

use assize_schemas::PullRequest;
use clap::{Args, Subcommand, ValueEnum};

use super::number::at_least_one;
use super::pull_request::pull_request;
use super::report_file::{ReportFile, report_file};

/// What to do with the ledger.
#[derive(Debug, Subcommand)]
pub(crate) enum LedgerCommand {
    List(LedgerListArgs),
    Show(LedgerShowArgs),
    Annotate(LedgerAnnotateArgs),
    Check(LedgerCheckArgs),
}

/// List recorded verdicts, newest first
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  assize ledger list --limit 10
  assize ledger list --repo https://github.com/owner/name.git --binding ci
  assize ledger list --range 0123456789..abcdef0123 --json

The table shows the beginning of each run's id, which names the run again:
`assize ledger show 6c3a2f0e`. --json has the whole ids.")]
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
  assize ledger show latest
  assize ledger show 6c3a2f0e
  assize ledger show review-6c3a2f0e-0f6e-4c39-9f5b-3f1a5d7c1d10 --json
  assize ledger show latest --report review.html

Exit status: 0 shown, 4 no such run, 64 several runs begin like that.")]
pub(crate) struct LedgerShowArgs {
    /// The run: its id, the beginning of it that no other run has, or `latest`
    #[arg(value_name = "RUNID")]
    pub(crate) run_id: String,

    /// Write a report into this file; may be given several times
    ///
    /// As `assize run --report`, for a verdict that is recorded. The lines that findings are about come from the
    /// repository around the working directory.
    #[arg(long, value_name = "FILE", value_parser = report_file())]
    pub(crate) report: Vec<ReportFile>,

    /// Print the entry as one JSON document
    #[arg(long)]
    pub(crate) json: bool,
}

/// Note the pull request of a recorded verdict
///
/// The note stands beside the entry, which stays as it is: it is not part of the attestation, is neither signed nor
/// exported, and no decision is taken on it.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  assize ledger annotate latest --pr https://github.com/owner/name/pull/12
  assize ledger annotate 6c3a2f0e --pr https://github.com/owner/name/pull/12 --state merged

Exit status: 0 noted, 3 the note that is there is damaged or cannot be written, 4 no such run,
64 usage error.")]
pub(crate) struct LedgerAnnotateArgs {
    /// The run: its id, the beginning of it that no other run has, or `latest`
    #[arg(value_name = "RUNID")]
    pub(crate) run_id: String,

    /// The pull request on GitHub
    #[arg(long, value_name = "URL", value_parser = pull_request)]
    pub(crate) pr: PullRequest,

    /// The state it is in now; added to the states noted before
    #[arg(long, value_name = "STATE", value_enum)]
    pub(crate) state: Option<StateName>,
}

/// The states of a pull request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum StateName {
    Open,
    Merged,
    Closed,
}

/// Look for damage in the ledger
///
/// Reads every entry and every note beside one. Damaged are those that cannot be read, that stand in another's place
/// or that contradict themselves. Nothing is changed or removed. Signatures are for `assize verify`.
#[derive(Debug, Args)]
#[command(after_help = "Example:
  assize ledger check

Exit status: 0 no damage, 1 damage (each file is named), 3 the ledger cannot be read.")]
pub(crate) struct LedgerCheckArgs {}
