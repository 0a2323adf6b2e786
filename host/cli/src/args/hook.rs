//! `assize hook`.

use clap::{Args, Subcommand};

/// The hooks that can be stood in for.
#[derive(Debug, Subcommand)]
pub(crate) enum HookCommand {
    PrePush(PrePushArgs),
}

/// Review what is about to be pushed
///
/// Takes the list of pushed refs from standard input, as git gives it to the hook. Each updated branch is reviewed up
/// to the commit that is pushed, by the binding `local`, against the default branch of the remote or
/// AGENTPROTO_REVIEW_BASE; one after the other, until one doesn't pass. Deletions and tags are not reviewed.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  assize hook pre-push \"$@\"      what the hook calls; `assize init` writes it
  echo \"HEAD $(git rev-parse HEAD) refs/heads/main $(git rev-parse origin/main)\" |
    assize hook pre-push --dry-run origin \"$(git remote get-url origin)\"
                                 what a push of HEAD to main would review

Exit status: 0 all of it passed or nothing had to be reviewed; otherwise that of the first review
that did not pass: 1 block, 2 incomplete or cancelled, 3 could not run; 64 usage error.")]
pub(crate) struct PrePushArgs {
    /// Print the commands that would run, one a line, and run none
    #[arg(long)]
    pub(crate) dry_run: bool,

    /// The name of the remote, or its address when it has none
    #[arg(value_name = "REMOTE")]
    pub(crate) remote: String,

    /// The address of the remote
    #[arg(value_name = "URL")]
    pub(crate) url: String,
}
