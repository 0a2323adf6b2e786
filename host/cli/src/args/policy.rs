//! `assize policy`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

/// What to do with the policy.
#[derive(Debug, Subcommand)]
pub(crate) enum PolicyCommand {
    Set(PolicySetArgs),
    Show(PolicyShowArgs),
}

/// Make a policy the one that holds
///
/// The policy is kept in the repository's git folder, outside of every tree. Other content gets the next version, and
/// validations made under an earlier version count no more.
#[derive(Debug, Args)]
#[command(after_help = "Example:
  assize policy set policy.json

  {\"trusted_issuers\": [{\"identity\": \"service:ci\", \"public_key\": \"…\"}],
   \"required_validations\": [{\"check\": \"tests\", \"command\": [\"cargo\", \"test\"]}]}

Exit status: 0 set (the version is printed), 2 not a policy, 1 it could not be stored.")]
pub(crate) struct PolicySetArgs {
    /// The file; - is standard input
    pub(crate) file: PathBuf,

    /// Print one JSON document: {version, sha256, changed}
    #[arg(long)]
    pub(crate) json: bool,
}

/// Show the policy that holds
#[derive(Debug, Args)]
#[command(after_help = "Example:
  assize policy show --json

Exit status: 0 shown, 2 usage error, 1 it cannot be read.")]
pub(crate) struct PolicyShowArgs {
    /// Print one JSON document: {version, sha256, policy}; null for what there is not
    #[arg(long)]
    pub(crate) json: bool,
}
