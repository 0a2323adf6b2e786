//! The shape of a graph document, `assize.graph/v1`, as the engine writes one.

use crate::shape::{Pattern, Shape, optional, required};

static STEP_ID: Pattern = Pattern {
    what: "a step id: a letter or digit, then letters, digits and . _ / -, at most 256 characters",
    regex: Some("^[A-Za-z0-9][A-Za-z0-9._/-]{0,255}$"),
    max_chars: None,
    holds: |text| {
        text.len() <= 256
            && text.bytes().next().is_some_and(|byte| byte.is_ascii_alphanumeric())
            && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"._/-".contains(&byte))
    },
};

static ID: Shape = Shape::Matching(&STEP_ID);
static AFTER: Shape = Shape::List { items: &ID, least: 0, distinct: true };
static CONFIG: Shape = Shape::Open(&[]);
static STEPS: Shape = Shape::List { items: &STEP, least: 0, distinct: false };

static BRANCH: Shape = Shape::Object(&[
    required("id", &ID, "The branch's name in the output."),
    required("steps", &STEPS, "Its steps in document order."),
]);

static STEP: Shape = Shape::Named(
    "step",
    &Shape::Object(&[
        required("id", &ID, "The step."),
        required("kind", &Shape::OneOf(&["gate", "transform", "parallel"]), "The kind of step."),
        optional("node", &Shape::Text, "The implementation; a parallel step has none."),
        required("config", &CONFIG, "What the implementation is told."),
        required("after", &AFTER, "The steps of the same list that come first."),
        optional("timeoutMs", &Shape::Whole(0, i64::MAX), "The step's time limit in milliseconds."),
        optional("branches", &Shape::List { items: &BRANCH, least: 0, distinct: false }, "What runs side by side."),
    ]),
);

/// A graph document. It is for people, tests and this project's own workers: it is no manifest.
pub static GRAPH_DOCUMENT: Shape = Shape::Object(&[
    required("schema", &Shape::OneOf(&["assize.graph/v1"]), "The version of the document."),
    required("manifest", &Shape::Always(false), "Says that no loader of WORKFLOW.md files may take it."),
    required("id", &Shape::Text, "The graph."),
    required("name", &Shape::Text, "A title for people."),
    required("result", &Shape::Any, "The step whose output is the graph's, or an expression."),
    required("steps", &STEPS, "The steps in document order."),
]);
