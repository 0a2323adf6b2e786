//! What can be written on the command line.

mod check;
mod completions;
mod global;
mod graph;
mod hook;
mod init;
mod ledger;
mod man;
mod number;
mod plumbing;
mod pull_request;
mod run;

use clap::{Parser, Subcommand};

pub(crate) use check::CheckArgs;
pub(crate) use completions::CompletionsArgs;
pub(crate) use global::{ColorWhen, GlobalArgs};
pub(crate) use graph::{GraphArgs, GraphFormat};
pub(crate) use hook::{HookCommand, PrePushArgs};
pub(crate) use init::{CiName, InitArgs};
pub(crate) use ledger::{LedgerAnnotateArgs, LedgerCommand, LedgerListArgs, LedgerShowArgs, StateName};
pub(crate) use man::ManArgs;
pub(crate) use plumbing::PlumbingArgs;
pub(crate) use run::RunArgs;

/// Code review whose verdict can be proved.
///
/// A REVIEW.md declares checks. `assize run` carries out one binding of it over a frozen git range, folds what the
/// checks say into pass, block or incomplete, and records the verdict with the exact manifest and the exact
/// content it is about. What could not be established is never a pass.
#[derive(Debug, Parser)]
#[command(
    name = "assize",
    version,
    propagate_version = true,
    subcommand_required = true,
    arg_required_else_help = true,
    max_term_width = 100,
    after_help = "Examples:
  assize check                       is the REVIEW.md of this repository right?
  assize graph                       what would run, and in which order
  assize run                         review HEAD against the manifest's base
  assize run --binding ci --json     the same for a program
  assize ledger list                 what was reviewed on this machine

Exit status: 0 pass or done, 1 block, 2 incomplete or cancelled, 3 could not run,
4 not found, 64 usage error."
)]
pub(crate) struct Cli {
    #[command(flatten)]
    pub(crate) global: GlobalArgs,
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Check(CheckArgs),
    Graph(GraphArgs),
    Run(RunArgs),
    /// Show what was reviewed on this machine
    ///
    /// The ledger keeps the newest verdict of every repository, manifest, binding and range in the state folder
    /// (AGENTPROTO_HOME, by default ~/.agentproto).
    #[command(subcommand, arg_required_else_help = true)]
    Ledger(LedgerCommand),
    Init(InitArgs),
    /// What the installed git hooks call
    #[command(subcommand, arg_required_else_help = true)]
    Hook(HookCommand),
    Plumbing(PlumbingArgs),
    Completions(CompletionsArgs),
    Man(ManArgs),
}
