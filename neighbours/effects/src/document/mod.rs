//! The ledger's documents as tables, and the rules between their members. Nothing in them may be unknown.

mod artifact;
mod checkpoint;
mod index_entry;
mod keyring;
mod patterns;
mod record;
mod segment_line;
mod statement;
mod verification;
mod verifier_result;

pub use artifact::{ARTIFACTS, UnknownArtifact, artifact_problems};
pub use checkpoint::CHECKPOINT_SCHEMA;
pub use index_entry::INDEX_SCHEMA;
pub use keyring::{KEYRING_SCHEMA, ROTATION_SCHEMA};
pub use record::RECORD_SCHEMA;
pub use segment_line::LINE_SCHEMA;
pub use statement::EFFECT_PREDICATE_TYPE;
pub use verification::{ABSENT_REASON, PRESENT_REASONS, UNKNOWN_REASONS};
pub use verifier_result::VERIFIER_RESULT_SCHEMA;

pub(crate) use checkpoint::checkpoint_problems;
pub(crate) use index_entry::index_problems;
pub(crate) use keyring::keyring_problems;
pub(crate) use patterns::{is_digest, is_semver, is_writer};
pub(crate) use segment_line::line_problems;
pub(crate) use statement::statement_problems;
pub(crate) use verification::reasons_of;
