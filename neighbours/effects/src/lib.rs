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
mod document;
mod files;
mod hash;
mod identity;
mod index;
mod key;
mod keyring;
mod line;
mod lookup;
mod restricted;
mod text;
mod time;
mod verifier;
mod verify;

pub use checkpoint::CHECKPOINT_PAYLOAD_TYPE;
pub use document::{
    ABSENT_REASON, ARTIFACTS, CHECKPOINT_SCHEMA, EFFECT_PREDICATE_TYPE, INDEX_SCHEMA, KEYRING_SCHEMA, LINE_SCHEMA,
    PRESENT_REASONS, RECORD_SCHEMA, ROTATION_SCHEMA, UNKNOWN_REASONS, UnknownArtifact, VERIFIER_RESULT_SCHEMA,
    artifact_problems,
};
pub use files::{LedgerFiles, MemoryFiles};
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
pub use line::Line;
pub use lookup::{Found, Lookup, LookupError, lookup};
pub use restricted::{RestrictedMaterial, is_restricted_name, is_restricted_text, refuse_restricted};
pub use time::{Instant, read_instant, write_instant};
pub use verifier::{Decision, InvalidVerifier, Outcome, Raised, VerifierAnswer, VerifierRef, VerifierResult, decide};
pub use verify::{Anchor, AnchorSource, Failure, LedgerReport, Sink, VerifyOptions, verify_ledger};
