//! The sub-commands of `assize effect` and what they share.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

use super::EffectCommon;

/// A part of a project's ledger.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Subsystem {
    Review,
    Job,
    Delivery,
    Custom,
}

impl Subsystem {
    /// Its name in scopes.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Review => "review",
            Self::Job => "job",
            Self::Delivery => "delivery",
            Self::Custom => "custom",
        }
    }
}

/// What makes an effect the one it is.
#[derive(Debug, Args)]
#[command(next_help_heading = "Identity")]
pub(crate) struct IdentityArgs {
    /// The kind of the effect, such as git.tag
    #[arg(long, value_name = "KIND", allow_hyphen_values = true)]
    pub(crate) kind: Option<String>,

    /// What it is done to, such as git-tag:v1.0.0
    #[arg(long, value_name = "TARGET", allow_hyphen_values = true)]
    pub(crate) target: Option<String>,

    /// What tells it apart from others of its kind, as a flat JSON object
    #[arg(long, value_name = "JSON", allow_hyphen_values = true)]
    pub(crate) context: Option<String>,

    /// One member of the context; whole numbers, true and false are taken as such
    #[arg(long, value_name = "K=V", allow_hyphen_values = true)]
    pub(crate) ctx: Vec<String>,

    /// The issue that it is about; stands in the context, with --action and --cycle
    #[arg(long, value_name = "N")]
    pub(crate) issue: Option<String>,

    /// What is done in that cycle
    #[arg(long, value_name = "A")]
    pub(crate) action: Option<String>,

    /// The cycle
    #[arg(long, value_name = "C")]
    pub(crate) cycle: Option<String>,

    /// The review that is continued, with --continuation and --proposal-version
    #[arg(long, value_name = "ID")]
    pub(crate) review: Option<String>,

    /// The continuation
    #[arg(long, value_name = "ID")]
    pub(crate) continuation: Option<String>,

    /// The version of what was proposed, from 1
    #[arg(long, value_name = "N")]
    pub(crate) proposal_version: Option<String>,
}

/// What is sent.
#[derive(Debug, Args)]
#[command(next_help_heading = "Payload")]
pub(crate) struct PayloadArgs {
    /// The file whose bytes are sent; - for standard input. Only its digest is recorded
    #[arg(long, value_name = "PATH")]
    pub(crate) payload_file: Option<PathBuf>,

    /// The digest of what is sent: sha256: and 64 hex digits
    #[arg(long, value_name = "DIGEST")]
    pub(crate) payload_digest: Option<String>,

    /// Where else the effect is known: operatorDecisionEventId, operatorDecisionRecordHash, traceId, spanId, toolCallId
    #[arg(long, value_name = "K=V")]
    pub(crate) link: Vec<String>,
}

/// What is expected of the target.
#[derive(Debug, Args)]
#[command(next_help_heading = "Expectations")]
pub(crate) struct ExpectArgs {
    /// The digest that a file must have
    #[arg(long, value_name = "DIGEST")]
    pub(crate) expect_digest: Option<String>,

    /// The object that a tag or a merge must be
    #[arg(long, value_name = "SHA")]
    pub(crate) expect_object: Option<String>,

    /// A good signature is asked for
    #[arg(long)]
    pub(crate) signed: bool,

    /// How long the verifier may take, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 30_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) timeout_ms: u64,

    /// The version that the verifier must have
    #[arg(long, value_name = "M.m.p")]
    pub(crate) verifier_version: Option<String>,
}

/// Print the id of an effect
#[derive(Debug, Args)]
pub(crate) struct IdArgs {
    #[command(flatten)]
    pub(crate) identity: IdentityArgs,
    #[command(flatten)]
    pub(crate) common: EffectCommon,
}

/// Record what is going to be done
///
/// The same intent again gives the first receipt: look the effect up before acting.
#[derive(Debug, Args)]
pub(crate) struct IntentArgs {
    #[command(flatten)]
    pub(crate) identity: IdentityArgs,
    #[command(flatten)]
    pub(crate) payload: PayloadArgs,
    #[command(flatten)]
    pub(crate) common: EffectCommon,
}

/// Record an effect that was done: the intent, what the target says, and how it went
#[derive(Debug, Args)]
#[command(after_help = "Example:
  assize effect record --kind git.tag --target git-tag:v1.0.0 --payload-digest sha256:...

Exit status: 0 it is there, 3 it is not, 4 nobody knows, 5 conflict, 6 the ledger does not hold.")]
pub(crate) struct RecordArgs {
    #[command(flatten)]
    pub(crate) identity: IdentityArgs,
    #[command(flatten)]
    pub(crate) payload: PayloadArgs,
    #[command(flatten)]
    pub(crate) expect: ExpectArgs,
    /// Stop after the intent
    #[arg(long)]
    pub(crate) unverified: bool,
    #[command(flatten)]
    pub(crate) common: EffectCommon,
}

/// Do an effect once: record the intent, run a command, ask the target, record how it went
///
/// The command has the effect's id in EFFECT_ID. When the intent is recorded already the command is not run again; the
/// target is asked what became of the first run.
#[derive(Debug, Args)]
#[command(after_help = "Example:
  assize effect run --kind git.tag --target git-tag:v1.0.0 -- git tag v1.0.0

Exit status: 0 it is there, 3 it is not, 4 nobody knows, 5 conflict, 6 the ledger does not hold.")]
pub(crate) struct RunEffectArgs {
    #[command(flatten)]
    pub(crate) identity: IdentityArgs,
    #[command(flatten)]
    pub(crate) payload: PayloadArgs,
    #[command(flatten)]
    pub(crate) expect: ExpectArgs,
    #[command(flatten)]
    pub(crate) common: EffectCommon,
    /// The command; without --payload-file or --payload-digest it is what is sent
    #[arg(last = true, required = true, value_name = "ARGV")]
    pub(crate) argv: Vec<OsString>,
}

/// Show what is recorded of an effect
#[derive(Debug, Args)]
#[command(after_help = "Exit status: 0 it happened, 3 it did not or nothing is recorded, 4 nobody knows.")]
pub(crate) struct LookupArgs {
    /// The id of the effect, in place of its identity
    #[arg(value_name = "ID")]
    pub(crate) id: Option<String>,
    #[command(flatten)]
    pub(crate) identity: IdentityArgs,
    #[command(flatten)]
    pub(crate) common: EffectCommon,
}

/// Ask the target of a recorded intent, and record what it says
#[derive(Debug, Args)]
pub(crate) struct ReconcileArgs {
    /// The id of the effect, in place of its identity
    #[arg(value_name = "ID")]
    pub(crate) id: Option<String>,
    #[command(flatten)]
    pub(crate) identity: IdentityArgs,
    #[command(flatten)]
    pub(crate) expect: ExpectArgs,
    #[command(flatten)]
    pub(crate) common: EffectCommon,
}

/// Ask the target, and record nothing
#[derive(Debug, Args)]
pub(crate) struct ProbeArgs {
    #[command(flatten)]
    pub(crate) identity: IdentityArgs,
    #[command(flatten)]
    pub(crate) expect: ExpectArgs,
    #[command(flatten)]
    pub(crate) common: EffectCommon,
}

/// Check that the ledger holds: keys, records, index, checkpoints
#[derive(Debug, Args)]
pub(crate) struct EffectVerifyArgs {
    /// A key of which the ledger's first must be one
    #[arg(long, value_name = "KEYID")]
    pub(crate) trusted_keyid: Vec<String>,
    /// Leave the index out
    #[arg(long)]
    pub(crate) no_index: bool,
    #[command(flatten)]
    pub(crate) common: EffectCommon,
}

/// Sign how long the ledger is, and publish that in the git ref refs/aiwg/effects/SUBSYSTEM/checkpoint
#[derive(Debug, Args)]
pub(crate) struct CheckpointArgs {
    #[command(flatten)]
    pub(crate) common: EffectCommon,
}

/// List the kinds of effects and who verifies them
#[derive(Debug, Args)]
pub(crate) struct KindsArgs {
    #[command(flatten)]
    pub(crate) common: EffectCommon,
}

/// The keys of the ledger.
#[derive(Debug, Subcommand)]
pub(crate) enum KeysCommand {
    /// List the keys of the ledger
    List(PlainArgs),
    /// Make the key of the ledger, unless there is one
    Init(PlainArgs),
    Rotate(KeysRotateArgs),
}

/// Nothing but what every sub-command has.
#[derive(Debug, Args)]
pub(crate) struct PlainArgs {
    #[command(flatten)]
    pub(crate) common: EffectCommon,
}

/// Replace the key of the ledger by a new one, or complete a replacement that was interrupted
#[derive(Debug, Args)]
pub(crate) struct KeysRotateArgs {
    /// Why
    #[arg(long, value_name = "REASON", value_enum, default_value_t = ReasonName::Scheduled)]
    pub(crate) reason: ReasonName,
    #[command(flatten)]
    pub(crate) common: EffectCommon,
}

/// Why a key is replaced.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ReasonName {
    Scheduled,
    CustodyChange,
    Compromise,
}

/// List the locks that are held, or take away one whose holder is gone
#[derive(Debug, Args)]
#[command(after_help = "Exit status: 0 listed or taken away, 3 nobody holds it, 4 its holder cannot be told,
5 its holder lives, or another process has its number.")]
pub(crate) struct RecoverLockArgs {
    /// The lock
    #[arg(long, value_name = "NAME")]
    pub(crate) lock: Option<String>,
    /// Take it away
    #[arg(long)]
    pub(crate) authorize: bool,
    #[command(flatten)]
    pub(crate) common: EffectCommon,
}
