//! `assize validate`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::number::{exit_status, seconds};

/// What to do about validations.
#[derive(Debug, Subcommand)]
pub(crate) enum ValidateCommand {
    Keygen(KeygenArgs),
    Run(ValidateRunArgs),
    List(ValidateListArgs),
    Submit(SubmitArgs),
}

/// Make the key of an issuer
///
/// The key is kept in the state folder (keys/issuers/NAME), outside of every repository. What is printed goes into the
/// policy's trusted_issuers.
#[derive(Debug, Args)]
#[command(after_help = "Example:
  assize validate keygen ci

Exit status: 0 made (the identity and its public key are printed as JSON), 1 there is one
already or it cannot be written, 2 usage error.")]
pub(crate) struct KeygenArgs {
    /// The issuer's name; it is then service:NAME
    pub(crate) name: String,

    /// Print one JSON document, which is what happens anyway
    #[arg(long)]
    pub(crate) json: bool,
}

/// Run a check on the tree that landing a proposal would make, and sign the result
///
/// The tree is written byte for byte into a fresh folder. The command runs there without a shell and sees nothing of this
/// environment but PATH. It is not kept from anything else: run only what you trust.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  assize validate run topic --check tests --key ci -- cargo test --workspace
  assize validate run topic --check tests --key ci          the policy's command
  assize validate run topic --check review --key ci --inconclusive-exit 2,3 -- assize run

Exit status: 0 the check passed, 4 it failed (both are recorded), 5 the proposal conflicts,
2 usage error or unknown proposal, 1 it could not be run or has no result (nothing is
recorded).")]
pub(crate) struct ValidateRunArgs {
    /// The proposal: a branch, a tag or a commit
    pub(crate) proposal: String,

    /// The check
    #[arg(long, value_name = "NAME")]
    pub(crate) check: String,

    /// The issuer's key, as `validate keygen` named it
    #[arg(long, value_name = "NAME")]
    pub(crate) key: String,

    /// The branch that it would land on
    #[arg(long, value_name = "BRANCH", default_value = "main")]
    pub(crate) stream: String,

    /// The environment: a SHA-256 digest, or any name for it [default: the command and the platform]
    #[arg(long, value_name = "ENV")]
    pub(crate) env: Option<String>,

    /// How long the command may take, in seconds [default: what the policy says, or 600]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(crate) timeout: Option<std::time::Duration>,

    /// Exit statuses that mean that there is no result, so that nothing is recorded
    #[arg(long, value_name = "N", value_delimiter = ',', value_parser = exit_status)]
    pub(crate) inconclusive_exit: Vec<u8>,

    /// Print one JSON document: {proposal, stream, check, candidateTree?, result?, attestation?, exitCode, …}
    #[arg(long)]
    pub(crate) json: bool,

    /// The program and its arguments [default: the policy's command]
    #[arg(last = true, value_name = "COMMAND")]
    pub(crate) command: Vec<String>,
}

/// List what is attested about a tree
#[derive(Debug, Args)]
#[command(after_help = "Example:
  assize validate list 4b825dc642cb6eb9a060e54bf8d69288fbee4904

One line each: time, id, check, PASS or FAIL, issuer, the policy's version, the beginning of
the environment's digest, and whether it is trusted, untrusted or stale now.

Exit status: 0 listed, 2 no such tree.")]
pub(crate) struct ValidateListArgs {
    /// The tree: its full id, or anything that git takes for a tree
    pub(crate) tree: String,

    /// Print one JSON list: the attestations, each with `trust`
    #[arg(long)]
    pub(crate) json: bool,
}

/// Store an attestation that was signed elsewhere
///
/// Any that is validly signed is stored; the policy decides whether it counts.
#[derive(Debug, Args)]
#[command(after_help = "Example:
  assize validate submit attestation.json

Exit status: 0 stored or already there, 1 refused, 2 malformed or usage error.")]
pub(crate) struct SubmitArgs {
    /// The file; - is standard input
    pub(crate) file: PathBuf,

    /// Print one JSON document: {submitted, id, treeId, trust}
    #[arg(long)]
    pub(crate) json: bool,
}
