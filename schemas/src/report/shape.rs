//! The shape of a report, `assize.report/v1`.

use super::REPORT_SCHEMA;
use crate::shape::{CHECK_REF, Shape, optional, required};
use crate::{ATTESTATION, GRAPH_DOCUMENT};

const MAX_EXACT: i64 = (1 << 53) - 1;

static MILLISECONDS: Shape = Shape::Whole(0, MAX_EXACT);
static POSITION: Shape = Shape::Whole(0, MAX_EXACT);
static TEXTS: Shape = Shape::List { items: &Shape::Text, least: 0, distinct: false };

static GENERATOR: Shape =
    Shape::Object(&[required("name", &Shape::Text, "The program."), required("version", &Shape::Text, "Its version.")]);

static LANE: Shape = Shape::Object(&[
    required("id", &Shape::Matching(&CHECK_REF), "The check's ref."),
    optional("command", &Shape::Text, "The command as its author wrote it."),
    optional("rubric", &Shape::Text, "The rubric as its author named it."),
]);

static SPAN: Shape = Shape::Object(&[
    required("id", &Shape::Matching(&CHECK_REF), "The check's ref."),
    required("kind", &Shape::OneOf(&["prepare", "lane"]), "What the check was for."),
    required("startMs", &MILLISECONDS, "When it began, in milliseconds since the review did."),
    required("endMs", &MILLISECONDS, "When it ended."),
]);

static EXCERPT: Shape = Shape::Object(&[
    required("lane", &POSITION, "The lane's position in the attestation, from 0."),
    required("finding", &POSITION, "The finding's position in its lane, from 0."),
    required("firstLine", &Shape::Whole(1, MAX_EXACT), "The number of the first line, from 1."),
    required("lines", &TEXTS, "The lines without their ends, plain text, each cut where it is very long."),
]);

static ADVICE: Shape = Shape::Object(&[
    required("commands", &TEXTS, "Commands for a shell, one after the other, at the root of the repository."),
    required("remarks", &TEXTS, "What should be known of them, in sentences."),
]);

/// A report. Readers allow unknown members at every level.
pub static REPORT: Shape = Shape::Object(&[
    required("schema", &Shape::OneOf(&[REPORT_SCHEMA]), "The version of the document."),
    required("generator", &GENERATOR, "What wrote the report."),
    required("verdict", &Shape::OneOf(&["pass", "block", "incomplete"]), "The attestation's verdict."),
    required("recorded", &Shape::Boolean, "Whether the ledger has the attestation."),
    optional("cached", &Shape::Always(true), "Whether the verdict had been recorded before, so that nothing ran."),
    optional("joined", &Shape::Always(true), "Whether the verdict is that of another request for the same review."),
    optional("signingError", &Shape::Text, "Why the attestation is not signed."),
    optional("manifest", &Shape::Text, "The REVIEW.md, relative to the repository's root."),
    optional(
        "lanes",
        &Shape::List { items: &LANE, least: 1, distinct: false },
        "What the lanes were told to do, in the order of the binding.",
    ),
    optional(
        "timeline",
        &Shape::List { items: &SPAN, least: 1, distinct: false },
        "When prepare checks and lanes ran, in the order they began.",
    ),
    optional(
        "excerpts",
        &Shape::List { items: &EXCERPT, least: 1, distinct: false },
        "The lines that findings are about, as the reviewed commit has them.",
    ),
    required("verify", &ADVICE, "How to find out whether the attestation holds."),
    optional("graph", &GRAPH_DOCUMENT, "The graph that ran."),
    required("attestation", &ATTESTATION, "The attestation as it was recorded."),
]);
