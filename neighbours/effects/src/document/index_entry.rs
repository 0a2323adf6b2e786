//! Entries of the index.

use assize_schemas::shape::{Shape, ShapeFault, ShapeProblem, UnknownMembers, required, shape_problems};
use serde_json::Value;

use super::patterns::{DIGEST, EFFECT_ID, WRITER};
use super::record::MAX_SAFE;

/// The `schemaVersion` of an index entry.
pub const INDEX_SCHEMA: &str = "aiwg.effect.index.v1";

static INDEX: Shape = Shape::Object(&[
    required("schemaVersion", &Shape::OneOf(&[INDEX_SCHEMA]), "The version of this document."),
    required("role", &Shape::OneOf(&["intent", "outcome"]), "Which record of the effect it is about."),
    required("effectId", &Shape::Matching(&EFFECT_ID), "The id of the effect."),
    required("payloadDigest", &Shape::Matching(&DIGEST), "The digest of what is sent."),
    required("phase", &Shape::OneOf(&["intent", "completed", "failed"]), "The phase of that record."),
    required("writer", &Shape::Matching(&WRITER), "Whose segment it is in."),
    required("seq", &Shape::Integer(0, MAX_SAFE), "The position in the segment."),
    required("recordHash", &Shape::Matching(&DIGEST), "The hash of that record."),
]);

/// What is wrong with an index entry by itself.
pub(crate) fn index_problems(entry: &Value) -> Vec<ShapeProblem> {
    let mut problems = shape_problems(entry, &INDEX, UnknownMembers::Refuse);
    let text = |name: &str| entry.get(name).and_then(Value::as_str).unwrap_or_default();
    if problems.is_empty() && (text("role") == "intent") != (text("phase") == "intent") {
        problems.push(ShapeProblem {
            fault: ShapeFault::Wrong,
            path: "phase".to_owned(),
            message: format!("\"phase\" {:?} does not go with the role {:?}", text("phase"), text("role")),
        });
    }
    problems
}
