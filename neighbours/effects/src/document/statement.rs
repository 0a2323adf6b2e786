//! Statements about effects.

use assize_schemas::shape::{Shape, ShapeProblem, UnknownMembers, required, shape_problems};
use assize_schemas::{STATEMENT_SUBJECT, STATEMENT_TYPE};
use serde_json::Value;

use super::record::{RECORD, record_rules};

/// The `predicateType` of statements about effects.
pub const EFFECT_PREDICATE_TYPE: &str = "https://aiwg.io/attestations/effect/v1";

static STATEMENT: Shape = Shape::Object(&[
    required("_type", &Shape::OneOf(&[STATEMENT_TYPE]), "The type of the statement."),
    required(
        "subject",
        &Shape::List { items: &STATEMENT_SUBJECT, least: 1, distinct: false },
        "The target of the effect.",
    ),
    required("predicateType", &Shape::OneOf(&[EFFECT_PREDICATE_TYPE]), "What is said of it."),
    required("predicate", &RECORD, "The record."),
]);

/// What is wrong with a statement by itself, whatever stands around it.
pub(crate) fn statement_problems(statement: &Value) -> Vec<ShapeProblem> {
    let mut problems = shape_problems(statement, &STATEMENT, UnknownMembers::Refuse);
    if problems.is_empty() {
        if statement.get("subject").and_then(Value::as_array).is_none_or(|subjects| subjects.len() != 1) {
            problems.push(ShapeProblem {
                fault: assize_schemas::shape::ShapeFault::Wrong,
                path: "subject".to_owned(),
                message: "\"subject\" must hold exactly one subject".to_owned(),
            });
        }
        record_rules(statement.get("predicate").unwrap_or(&Value::Null), "predicate.", &mut problems);
    }
    problems
}
