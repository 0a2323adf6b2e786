//! Checkpoints.

use assize_schemas::shape::{Shape, ShapeFault, ShapeProblem, UnknownMembers, required, shape_problems};
use serde_json::Value;

use super::patterns::{DIGEST, TIME, WRITER};
use super::record::{MAX_SAFE, SCOPE};
use super::segment_line::SIGNATURES;

/// The `schemaVersion` of a checkpoint.
pub const CHECKPOINT_SCHEMA: &str = "aiwg.effect.checkpoint.v1";

static HEAD: Shape = Shape::Object(&[
    required("writer", &Shape::Matching(&WRITER), "Whose segment it is."),
    required("segment", &Shape::Text, "The segment's file."),
    required("count", &Shape::Integer(1, MAX_SAFE), "How many records it held."),
    required("headHash", &Shape::Matching(&DIGEST), "The hash of the last of them."),
]);

static CHECKPOINT: Shape = Shape::Object(&[
    required("schemaVersion", &Shape::OneOf(&[CHECKPOINT_SCHEMA]), "The version of this document."),
    required("scope", &SCOPE, "Whose ledger it is."),
    required("sequence", &Shape::Integer(0, MAX_SAFE), "Which checkpoint it is, from 0."),
    required("createdAt", &Shape::Matching(&TIME), "When it was made."),
    required("writers", &Shape::List { items: &HEAD, least: 1, distinct: false }, "The heads of the segments."),
    required("root", &Shape::Matching(&DIGEST), "The digest of the heads."),
    required("keyringDigest", &Shape::Matching(&DIGEST), "The digest of the keyring."),
    required("previousCheckpoint", &Shape::OrNull(&Shape::Matching(&DIGEST)), "The checkpoint before it."),
    required("signatures", &SIGNATURES, "Signatures over all the other members."),
]);

/// What is wrong with a checkpoint by itself.
pub(crate) fn checkpoint_problems(checkpoint: &Value) -> Vec<ShapeProblem> {
    let mut problems = shape_problems(checkpoint, &CHECKPOINT, UnknownMembers::Refuse);
    let first = checkpoint.get("sequence").and_then(Value::as_u64) == Some(0);
    if problems.is_empty() && checkpoint.get("previousCheckpoint").is_some_and(Value::is_null) != first {
        problems.push(ShapeProblem {
            fault: ShapeFault::Wrong,
            path: "previousCheckpoint".to_owned(),
            message: "\"previousCheckpoint\" must be null for checkpoint 0 and for no other".to_owned(),
        });
    }
    problems
}
