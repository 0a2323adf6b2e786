//! What can be written on the command line.

mod check;
mod completions;
mod effect;
mod export;
mod global;
mod graph;
mod hook;
mod init;
mod integrate;
mod key;
mod ledger;
mod man;
mod mcp;
mod number;
mod plumbing;
mod policy;
mod presets;
mod preview;
mod pull_request;
mod report_file;
mod run;
mod trace;
mod trailer;
mod validate;
mod verify;

use clap::{Parser, Subcommand};

pub(crate) use check::CheckArgs;
pub(crate) use completions::CompletionsArgs;
pub(crate) use effect::{
    EffectCommand, EffectCommon, EffectFormat, EffectVerifyArgs, ExpectArgs, IdArgs, IdentityArgs, IntentArgs,
    KeysCommand, KeysRotateArgs, LookupArgs, PayloadArgs, ProbeArgs, ReasonName, ReconcileArgs, RecordArgs,
    RecoverLockArgs, RunEffectArgs,
};
pub(crate) use export::ExportArgs;
pub(crate) use global::{ColorWhen, GlobalArgs};
pub(crate) use graph::{GraphArgs, GraphFormat};
pub(crate) use hook::{HookCommand, PrePushArgs};
pub(crate) use init::{CiName, InitArgs};
pub(crate) use integrate::IntegrateArgs;
pub(crate) use key::{KeyArgs, KeyCommand};
pub(crate) use ledger::{LedgerAnnotateArgs, LedgerCommand, LedgerListArgs, LedgerShowArgs, StateName};
pub(crate) use man::ManArgs;
pub(crate) use mcp::McpArgs;
pub(crate) use plumbing::PlumbingArgs;
pub(crate) use policy::{PolicyCommand, PolicySetArgs, PolicyShowArgs};
pub(crate) use presets::{PresetsCommand, PresetsListArgs, PresetsShowArgs, PresetsTestArgs};
pub(crate) use preview::PreviewArgs;
pub(crate) use report_file::ReportFile;
pub(crate) use run::{Annotate, RunArgs};
pub(crate) use trace::TraceArgs;
pub(crate) use trailer::TrailerArgs;
pub(crate) use validate::{KeygenArgs, SubmitArgs, ValidateCommand, ValidateListArgs, ValidateRunArgs};
pub(crate) use verify::{VerdictName, VerifyArgs};

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
  assize verify                      is this very range attested?
  assize ledger list                 what was reviewed on this machine
  assize init                        begin: REVIEW.md, a rubric and the pre-push hook

Exit status: 0 pass, verified or done, 1 block or invalid, 2 incomplete or cancelled,
3 could not run, 4 not found, 5 not exported, 6 a signature problem, 64 usage error."
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
    Verify(VerifyArgs),
    Export(ExportArgs),
    Trailer(TrailerArgs),
    /// Show what was reviewed on this machine
    ///
    /// The ledger keeps the newest verdict of every repository, manifest, binding and range in the state folder
    /// (AGENTPROTO_HOME, by default ~/.agentproto).
    #[command(
        subcommand,
        arg_required_else_help = true,
        after_help = "Examples:
  assize ledger list --limit 10
  assize ledger show latest
  assize ledger annotate latest --pr https://github.com/owner/name/pull/12
  assize ledger check"
    )]
    Ledger(LedgerCommand),
    /// The key that this host signs its reviews with
    #[command(
        subcommand,
        arg_required_else_help = true,
        after_help = "Example:
  assize key show"
    )]
    Key(KeyCommand),
    /// The reviewers that this machine can run
    ///
    /// A check of REVIEW.md names a preset. Those for Claude Code, Codex, Gemini CLI and opencode are built in; others, and
    /// changes to these, are in presets.toml of the state folder (AGENTPROTO_HOME, by default ~/.agentproto).
    #[command(
        subcommand,
        arg_required_else_help = true,
        after_help = "Examples:
  assize presets list
  assize presets show claude-code
  assize presets test kimi"
    )]
    Presets(PresetsCommand),
    Init(InitArgs),
    /// What the installed git hooks call
    #[command(
        subcommand,
        arg_required_else_help = true,
        after_help = "Example:
  assize hook pre-push \"$@\"      what .git/hooks/pre-push calls; `assize init` writes it"
    )]
    Hook(HookCommand),
    Mcp(McpArgs),
    /// Signed results of checks on the trees that landing would make
    #[command(
        subcommand,
        arg_required_else_help = true,
        after_help = "Examples:
  assize validate keygen ci
  assize validate run topic --check tests --key ci -- cargo test
  assize validate list TREE
  assize validate submit attestation.json"
    )]
    Validate(ValidateCommand),
    /// What has to be validated before a change lands, and by whom
    #[command(
        subcommand,
        arg_required_else_help = true,
        after_help = "Examples:
  assize policy set policy.json
  assize policy show"
    )]
    Policy(PolicyCommand),
    Preview(PreviewArgs),
    Integrate(IntegrateArgs),
    Trace(TraceArgs),
    /// Record what was done to the outside, and find out after a crash
    ///
    /// An intent is recorded before an effect is tried, the effect carries the intent's id, and the target settles the
    /// outcome. The ledger never replays and never authorises, and its silence proves nothing about the target.
    #[command(
        subcommand,
        arg_required_else_help = true,
        after_help = "Examples:
  assize effect keys init
  assize effect run --kind git.tag --target git-tag:v1.0.0 -- git tag v1.0.0
  assize effect lookup --kind git.tag --target git-tag:v1.0.0 --format text
  assize effect verify

Exit status: 0 present or recorded, 1 internal (key, lock, sink), 2 usage, 3 absent, 4 unknown, 5 conflict,
6 the ledger does not hold, 7 the artifact root is not there."
    )]
    Effect(Box<EffectCommand>),
    Plumbing(PlumbingArgs),
    Completions(CompletionsArgs),
    Man(ManArgs),
}
