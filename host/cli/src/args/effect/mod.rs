//! `assize effect`.

mod common;
mod parts;

use clap::Subcommand;

use parts::{CheckpointArgs, KindsArgs};

pub(crate) use common::{EffectCommon, EffectFormat};
pub(crate) use parts::{
    EffectVerifyArgs, ExpectArgs, IdArgs, IdentityArgs, IntentArgs, KeysCommand, KeysRotateArgs, LookupArgs,
    PayloadArgs, ProbeArgs, ReasonName, ReconcileArgs, RecordArgs, RecoverLockArgs, RunEffectArgs, Subsystem,
};

/// What to do with the effect ledger.
#[derive(Debug, Subcommand)]
pub(crate) enum EffectCommand {
    Id(IdArgs),
    Intent(IntentArgs),
    Record(RecordArgs),
    Run(RunEffectArgs),
    Lookup(LookupArgs),
    Reconcile(ReconcileArgs),
    Probe(ProbeArgs),
    Verify(EffectVerifyArgs),
    Checkpoint(CheckpointArgs),
    Kinds(KindsArgs),
    /// The keys of the ledger
    #[command(subcommand, arg_required_else_help = true)]
    Keys(KeysCommand),
    RecoverLock(RecoverLockArgs),
}

impl EffectCommand {
    /// What every sub-command has.
    pub(crate) fn common(&self) -> &EffectCommon {
        match self {
            Self::Id(args) => &args.common,
            Self::Intent(args) => &args.common,
            Self::Record(args) => &args.common,
            Self::Run(args) => &args.common,
            Self::Lookup(args) => &args.common,
            Self::Reconcile(args) => &args.common,
            Self::Probe(args) => &args.common,
            Self::Verify(args) => &args.common,
            Self::Checkpoint(args) => &args.common,
            Self::Kinds(args) => &args.common,
            Self::Keys(KeysCommand::List(args) | KeysCommand::Init(args)) => &args.common,
            Self::Keys(KeysCommand::Rotate(args)) => &args.common,
            Self::RecoverLock(args) => &args.common,
        }
    }
}
