//! `assize key`.

use clap::{Args, Subcommand};

/// What to do with the key.
#[derive(Debug, Subcommand)]
pub(crate) enum KeyCommand {
    /// Show the key that this host signs with
    ///
    /// Makes the key when there is none, and says so. The last line is what verifiers need: commit it to
    /// .agentproto/allowed_signers on the base branch.
    #[command(after_help = "Examples:
  assize key show
  mkdir -p .agentproto
  assize key show --json | jq -r .allowedSignersLine >> .agentproto/allowed_signers

Exit status: 0 shown, 3 the key cannot be used, 64 usage error.")]
    Show(KeyArgs),
    /// Make the key that this host signs with
    ///
    /// A key that is there stays: nothing that was signed with it loses its worth.
    #[command(after_help = "Examples:
  assize key generate
  assize key generate --principal ci@example.com

Exit status: 0 there is a key now, 3 it cannot be made or used, 64 usage error.")]
    Generate(KeyArgs),
}

/// What both do.
#[derive(Debug, Args)]
pub(crate) struct KeyArgs {
    /// The name to vouch for [default: config.toml's, else git's user.email, else the host's name]
    #[arg(long, value_name = "ID")]
    pub(crate) principal: Option<String>,

    /// Print one JSON document: {fingerprint, principal, publicKeyPath, allowedSignersLine}
    #[arg(long)]
    pub(crate) json: bool,
}
