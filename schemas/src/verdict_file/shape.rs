//! The shape of a verdict file (AIP-62, "The agent-lane contract").

use crate::shape::{Member, NOT_EMPTY, Shape, optional, required};

/// What a reviewer writes of a finding.
pub static FINDING_REPORTED: &[Member] = &[
    required("severity", &Shape::OneOf(&["high", "medium", "low"]), "How bad it is."),
    required("title", &Shape::Matching(&NOT_EMPTY), "One line."),
    optional("detail", &Shape::Text, "Why it matters."),
    optional("file", &Shape::Text, "The file it is about, relative to the repository's root."),
    optional("line", &Shape::Whole(1, (1 << 53) - 1), "The line in that file, from 1."),
];

/// What a reviewer writes.
pub static VERDICT_FILE: Shape = Shape::Object(&[
    optional(
        "decision",
        &Shape::OneOf(&["approve", "request_changes"]),
        "The reviewer's own opinion; it counts for nothing.",
    ),
    optional("summary", &Shape::Text, "One line."),
    required(
        "findings",
        &Shape::List { items: &Shape::Object(FINDING_REPORTED), least: 0, distinct: false },
        "What was found; empty when nothing was.",
    ),
]);
