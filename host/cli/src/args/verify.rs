//! `assize verify`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::Annotate;

/// Decide whether a range is attested, without running anything
///
/// Compares an exported attestation with the repository, its REVIEW.md and the range: the attestation itself, those it
/// builds on, the packs, and the signature. Everything that does not hold is printed; the exit status is that of the
/// first part that fails. Which keys are trusted is read from .agentproto/allowed_signers as the base commit has it; with
/// --require-signed the change under review has no say in that.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  assize verify                                  what the manifest's exportDir holds for HEAD
  assize verify .reviews/demo-ci-0123456789ab.json --verdict any
  assize verify --base origin/main --require-signed --deep
  assize verify --binding ci --if-exported --require-signed --annotate github

Exit status: 0 verified, 1 invalid, 3 could not run, 4 no attestation found, 5 the manifest exports
none and --if-exported was given, 6 a signature problem, 64 usage error.")]
pub(crate) struct VerifyArgs {
    /// An attestation, or a folder of them [default: the manifest's verdict.exportDir]
    #[arg(value_name = "PATH|DIR")]
    pub(crate) attestation: Option<PathBuf>,

    /// The range begins at the merge base with this ref instead of the manifest's base
    #[arg(long, value_name = "REF")]
    pub(crate) base: Option<String>,

    /// The range ends here [default: HEAD, or its parent when HEAD only adds the export]
    ///
    /// A commit that is named is held against the REVIEW.md that it holds, not against the one that is checked out.
    #[arg(long, value_name = "REF")]
    pub(crate) head: Option<String>,

    /// The binding that must have run [default: any]
    #[arg(long, value_name = "NAME")]
    pub(crate) binding: Option<String>,

    /// The verdict that is asked for
    #[arg(long, value_name = "VERDICT", value_enum, default_value_t = VerdictName::Pass)]
    pub(crate) verdict: VerdictName,

    /// Exit with 5 instead of 64 when the manifest exports nothing
    #[arg(long)]
    pub(crate) if_exported: bool,

    /// Trust the keys of this file [default: .agentproto/allowed_signers of the base commit]
    #[arg(long, value_name = "FILE")]
    pub(crate) allowed_signers: Option<PathBuf>,

    /// Refuse what is not signed by a key that is trusted
    #[arg(long)]
    pub(crate) require_signed: bool,

    /// Follow the attestations that lanes were taken from to the last, their signatures and packs too
    #[arg(long)]
    pub(crate) deep: bool,

    /// Write annotations that a CI system shows beside the code
    #[arg(long, value_name = "SYSTEM", value_enum)]
    pub(crate) annotate: Option<Annotate>,

    /// Print one JSON document about the verification, and nothing else, on standard output
    #[arg(long)]
    pub(crate) json: bool,
}

/// The verdicts that can be asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum VerdictName {
    Pass,
    Block,
    Incomplete,
    Any,
}
