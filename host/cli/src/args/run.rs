//! `assize run`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use assize_schemas::PullRequest;
use clap::{Args, ValueEnum};

use super::number::at_least_one;
use super::pull_request::pull_request;
use super::report_file::{ReportFile, report_file};

/// Run a review and record its verdict
///
/// Carries out the checks of one binding side by side over the commits between the base and the head, folds them
/// into a verdict and records it. On a terminal each running check has a row; elsewhere each is a line when it ends.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  assize run                                  HEAD against the manifest's base
  assize run --binding local --base main
  assize run --head feature --jobs 4          commits that are not checked out
  assize run --binding ci --headless --annotate github
  assize run --supersede --export             the newest head only, and its attestation for CI
  assize run --report review.html --report review.sarif

Exit status: 0 pass, 1 block, 2 incomplete or cancelled, 3 could not run, 64 usage error.")]
pub(crate) struct RunArgs {
    /// The binding to run [default: `default`, or the only one there is]
    #[arg(long, value_name = "NAME")]
    pub(crate) binding: Option<String>,

    /// Review against this ref instead of the manifest's base
    ///
    /// The range begins at the merge base of this ref and the head, always.
    #[arg(long, value_name = "REF")]
    pub(crate) base: Option<String>,

    /// Review up to this commit [default: HEAD]
    ///
    /// A commit that is named is reviewed as that commit alone, by the REVIEW.md that it holds: in clean worktrees, as
    /// with --isolated, where it is not checked out or tracked files were changed since.
    #[arg(long, value_name = "REF")]
    pub(crate) head: Option<String>,

    /// Run even where a recorded verdict of this very range would serve; implies --no-compose
    #[arg(long, alias = "nocache")]
    pub(crate) no_cache: bool,

    /// Have reviewers look at the whole range, also where an earlier review passed for a part of it
    #[arg(long)]
    pub(crate) no_compose: bool,

    /// Cancel reviews of this repository, binding and base that still run for an older head
    #[arg(long)]
    pub(crate) supersede: bool,

    /// Switch reviewers off, and go on unrecorded where the state folder cannot be written
    ///
    /// Agent checks are skipped, which is never a pass. A verdict that is not recorded is not signed either, and can be
    /// neither exported nor verified.
    #[arg(long)]
    pub(crate) headless: bool,

    /// Run at most this many checks at once [default: all]
    #[arg(long, value_name = "N", value_parser = at_least_one)]
    pub(crate) jobs: Option<NonZeroUsize>,

    /// Give every check a clean worktree of its own at the frozen head
    #[arg(long)]
    pub(crate) isolated: bool,

    /// Keep command checks to their tree, the system's programs and a temporary folder, where the kernel can
    ///
    /// They can then read neither the state folder nor the home folder. `[sandbox]` in config.toml of the state folder
    /// names what they need besides (`readable`, `writable`). Prepare checks are not kept to anything.
    #[arg(long)]
    pub(crate) sandbox: bool,

    /// The reviewers' presets [default: presets.toml in the state folder]
    #[arg(long, value_name = "FILE")]
    pub(crate) presets: Option<PathBuf>,

    /// The pull request on GitHub that this review is for, recorded with the verdict
    ///
    /// Where a recorded verdict serves, it is noted beside that one: the attestation stays as it is.
    #[arg(long, value_name = "URL", value_parser = pull_request)]
    pub(crate) pr: Option<PullRequest>,

    /// Write annotations that a CI system shows beside the code
    #[arg(long, value_name = "SYSTEM", value_enum)]
    pub(crate) annotate: Option<Annotate>,

    /// Write a report into this file; may be given several times
    ///
    /// The end of the name says what is written: .html (a page that needs nothing beside itself), .sarif (for code
    /// scanning), .xml (JUnit, for test reports), .json (assize.report/v1) or .md (for a comment). Reports are written
    /// whatever the verdict is. Where there is none there is no report.
    #[arg(long, value_name = "FILE", value_parser = report_file())]
    pub(crate) report: Vec<ReportFile>,

    /// Write the attestation into the manifest's verdict.exportDir too
    #[arg(long)]
    pub(crate) export: bool,

    /// Print one JSON document about the run, and nothing else, on standard output
    #[arg(long)]
    pub(crate) json: bool,
}

/// The CI systems whose annotations are known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Annotate {
    /// GitHub Actions
    Github,
}
