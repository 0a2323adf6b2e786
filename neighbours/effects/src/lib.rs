//! The effect ledger: signed proof of what was done to the outside, and a way back from a crash.
//!
//! An *intent* is recorded before an effect is tried, the effect carries the intent's id, and a read-only *verifier* of
//! the target settles the outcome. After a crash every intent without an outcome is reconciled through its verifier. The
//! ledger never replays and never authorises; that it does not know an effect proves nothing about the target.
//!
//! * What an effect is called: [`derive_effect_id`] and the rest of the identity.
//! * What is written: [`artifact_problems`] judges each document by itself, [`verify_ledger`] a ledger as a whole,
//!   [`check_keyring`] its keys, and [`refuse_restricted`] what may not be recorded at all.
//! * What is known: [`lookup`], and [`decide`] for what of a verifier's answer counts.

mod checkpoint;
mod config;
mod document;
mod files;
mod git_sink;
mod hash;
mod identity;
mod index;
mod key;
mod keyring;
mod ledger;
mod line;
mod lookup;
mod offsets;
mod restricted;
mod run;
mod text;
mod time;
mod verifier;
mod verify;

pub use checkpoint::CHECKPOINT_PAYLOAD_TYPE;
pub use config::{ConfigError, EFFECTS_FILE, EffectsConfig};
pub use document::{
    ABSENT_REASON, ARTIFACTS, CHECKPOINT_SCHEMA, EFFECT_PREDICATE_TYPE, INDEX_SCHEMA, KEYRING_SCHEMA, LINE_SCHEMA,
    PRESENT_REASONS, RECORD_SCHEMA, ROTATION_SCHEMA, UNKNOWN_REASONS, UnknownArtifact, VERIFIER_RESULT_SCHEMA,
    artifact_problems,
};
pub use files::{LedgerFiles, MemoryFiles};
pub use git_sink::GitSink;
pub use hash::digest;
pub use identity::{
    DECISION_RECEIPT, DECISION_REVIEW_CONTINUATION, Derivation, FILE_DIGEST, GIT_COMMIT, GIT_TAG, Identity,
    IdentityError, KINDS, ReviewIdentity, SCHEMES, SUBSYSTEMS, Scope, TRACKER_COMMENT, TRACKER_ISSUE_CLOSED,
    TRACKER_PR_MERGED, check_context, derive_effect_id, derive_review_id, effect_id_of, is_identifier, is_kind,
    is_target, read_effect_id,
};
pub use index::{IndexKey, IndexRole};
pub use key::LedgerKey;
pub use keyring::{KeyringFault, ROTATION_PAYLOAD_TYPE, TrustedKeys, check_keyring};
pub use ledger::{
    ArtifactRoot, CheckpointSink, Checkpointed, DiskFiles, HeldLock, Intent, KeySource, LOCK_RECOVERY_KIND, Ledger,
    LedgerError, LedgerSettings, LockState, Provisioned, PurgeRule, Purged, Receipt, Reconciled, RecoveredLock,
    Rotated, RotationReason, Settled, SinkError, Unsettled,
};
pub use line::Line;
pub use lookup::{Found, Lookup, LookupError, lookup};
pub use restricted::{RestrictedMaterial, is_restricted_name, is_restricted_text, refuse_restricted};
pub use run::{EffectCommand, EffectRun, RunEffectError, run_effect};
pub use time::{Instant, read_instant, write_instant};
pub use verifier::{
    BuiltIn, Decision, DuplicateVerifier, Expected, InvalidVerifier, Outcome, Provider, Raised, Registry,
    TrackerSettings, TrackerSettingsError, Verified, Verifier, VerifierAnswer, VerifierRef, VerifierRequest,
    VerifierResult, built_in, decide, run_verifier,
};
pub use verify::{Anchor, AnchorSource, Failure, LedgerReport, Sink, VerifyOptions, verify_ledger};
