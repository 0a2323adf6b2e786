//! What a verifier found out, as a document.

use assize_schemas::shape::{Shape, ShapeFault, ShapeProblem, UnknownMembers, required, shape_problems};
use serde_json::Value;

use super::patterns::{EFFECT_ID, KIND};
use super::verification::{VERIFICATION, rules};

/// The `schemaVersion` of a verifier's result.
pub const VERIFIER_RESULT_SCHEMA: &str = "aiwg.effect.verifier-result.v1";

static RESULT: Shape = Shape::Object(&[
    required("schemaVersion", &Shape::OneOf(&[VERIFIER_RESULT_SCHEMA]), "The version of this document."),
    required("effectId", &Shape::Matching(&EFFECT_ID), "The id of the effect."),
    required("kind", &Shape::Matching(&KIND), "The kind of the effect."),
    required("verification", &VERIFICATION, "What the target was seen to hold."),
    required("exitCode", &Shape::Integer(0, 4), "The exit status that the result stands for."),
]);

/// What is wrong with a verifier's result.
pub(super) fn verifier_result_problems(document: &Value) -> Vec<ShapeProblem> {
    let mut problems = shape_problems(document, &RESULT, UnknownMembers::Refuse);
    if problems.is_empty() {
        let verification = document.get("verification").unwrap_or(&Value::Null);
        rules(verification, "verification", &mut problems);
        let expect = match verification.get("result").and_then(Value::as_str) {
            Some("present") => 0,
            Some("absent") => 3,
            _ => 4,
        };
        if document.get("exitCode").and_then(Value::as_u64) != Some(expect) {
            problems.push(ShapeProblem {
                fault: ShapeFault::Wrong,
                path: "exitCode".to_owned(),
                message: format!("\"exitCode\" must be {expect} for this result"),
            });
        }
    }
    problems
}
