//! Records: the predicates of the ledger's statements.

use assize_schemas::shape::{
    Member, Shape, ShapeFault, ShapeProblem, UnknownMembers, optional, required, shape_problems,
};
use serde_json::Value;

use super::patterns::{DIGEST, EFFECT_ID, IDENTIFIER, KIND, RETENTION, SPAN_ID, TARGET, TIME, TRACE_ID, WRITER};
use super::verification::{VERIFICATION, rules};
use crate::identity::{Derivation, IdentityError, SUBSYSTEMS, Scope, check_context, fits, read_effect_id};

/// The `schemaVersion` of records.
pub const RECORD_SCHEMA: &str = "aiwg.effect.record.v1";

/// The greatest whole number that every reader keeps exactly.
pub(super) const MAX_SAFE: i64 = (1 << 53) - 1;

pub(super) static SCOPE: Shape = Shape::Object(&[
    required("tenant", &Shape::Matching(&IDENTIFIER), "Who owns the ledger."),
    required("project", &Shape::Matching(&IDENTIFIER), "The project."),
    required("subsystem", &Shape::OneOf(SUBSYSTEMS), "The part of the project's ledger."),
]);

static LINKS: Shape = Shape::Object(&[
    optional("operatorDecisionEventId", &Shape::Matching(&DIGEST), "The decision that authorised the effect."),
    optional("operatorDecisionRecordHash", &Shape::Matching(&DIGEST), "The record of that decision."),
    optional("traceId", &Shape::Matching(&TRACE_ID), "The trace."),
    optional("spanId", &Shape::Matching(&SPAN_ID), "The span."),
    optional("toolCallId", &Shape::Matching(&IDENTIFIER), "The tool call."),
]);

static FAILURE: Shape = Shape::Object(&[
    required(
        "reason",
        &Shape::OneOf(&["target-rejected", "precondition-failed", "cancelled-before-dispatch"]),
        "Why the effect did not happen.",
    ),
    optional("evidenceDigest", &Shape::Matching(&DIGEST), "The digest of what was seen."),
]);

static TOMBSTONE: Shape = Shape::Object(&[
    required("originalRecordHash", &Shape::Matching(&DIGEST), "The hash of the purged record."),
    required("originalKeyid", &Shape::Matching(&DIGEST), "The key that had signed it."),
    required(
        "originalPhase",
        &Shape::OneOf(&["intent", "completed", "failed", "reconciled"]),
        "The phase that it had.",
    ),
    required("purgedAt", &Shape::Matching(&TIME), "When it was purged."),
    required("retentionPolicy", &Shape::Matching(&RETENTION), "The rule it was purged by."),
]);

/// The members of every record, and those of one phase after them.
macro_rules! members {
    ($($of_the_phase:expr),* $(,)?) => {
        &[
            required("schemaVersion", &Shape::OneOf(&[RECORD_SCHEMA]), "The version of this document."),
            required("effectId", &Shape::Matching(&EFFECT_ID), "The id of the effect."),
            required("idDerivation", &Shape::OneOf(Derivation::NAMES), "How the id was derived."),
            required("scope", &SCOPE, "Whose ledger it is."),
            required("kind", &Shape::Matching(&KIND), "The kind of the effect."),
            required("phase", &Shape::Any, "What the record says of the effect."),
            required("payloadDigest", &Shape::Matching(&DIGEST), "The digest of what is sent."),
            required("writer", &Shape::Matching(&WRITER), "Whose segment it is in."),
            required("seq", &Shape::Integer(0, MAX_SAFE), "The position in the segment."),
            required("prev", &Shape::OrNull(&Shape::Matching(&DIGEST)), "The hash of the record before it."),
            required("recordedAt", &Shape::Matching(&TIME), "When it was recorded."),
            required("links", &LINKS, "Where else the effect is known."),
            $($of_the_phase),*
        ]
    };
}

static TARGET_TEXT: Shape = Shape::Matching(&TARGET);
const TARGET_MEMBER: Member = required("target", &TARGET_TEXT, "What the effect is done to.");
const CONTEXT_MEMBER: Member = required("context", &Shape::Any, "What tells it apart from others of its kind.");
const VERIFIED: Member = required("verification", &VERIFICATION, "What the target was seen to hold.");

static INTENT: &[Member] = members![TARGET_MEMBER, CONTEXT_MEMBER];
static COMPLETED: &[Member] = members![TARGET_MEMBER, CONTEXT_MEMBER, VERIFIED];
static FAILED: &[Member] =
    members![TARGET_MEMBER, CONTEXT_MEMBER, required("failure", &FAILURE, "Why the effect did not happen.")];
static TOMBSTONED: &[Member] = members![required("tombstone", &TOMBSTONE, "What was purged.")];

/// The predicate of a statement about an effect.
pub(super) static RECORD: Shape = Shape::Tagged(
    "phase",
    &[
        ("intent", INTENT),
        ("completed", COMPLETED),
        ("failed", FAILED),
        ("reconciled", COMPLETED),
        ("tombstone", TOMBSTONED),
    ],
);

/// What is wrong with a record by itself.
pub(super) fn record_problems(record: &Value) -> Vec<ShapeProblem> {
    let mut problems = shape_problems(record, &RECORD, UnknownMembers::Refuse);
    if problems.is_empty() {
        record_rules(record, "", &mut problems);
    }
    problems
}

/// What does not hold between the members of the record at `prefix`, whose shape was found right.
pub(super) fn record_rules(record: &Value, prefix: &str, problems: &mut Vec<ShapeProblem>) {
    let text = |name: &str| record.get(name).and_then(Value::as_str).unwrap_or_default();
    let mut wrong = |name: &str, message: String| {
        problems.push(ShapeProblem { fault: ShapeFault::Wrong, path: format!("{prefix}{name}"), message });
    };
    let derivation = Derivation::read(text("idDerivation")).ok();
    if read_effect_id(text("effectId")).ok() != derivation {
        wrong("effectId", format!("\"{prefix}effectId\" is not of the form that its derivation gives"));
    }
    let scope = Scope::from_json(record.get("scope").unwrap_or(&Value::Null));
    if let (Ok(scope), Some(derivation)) = (scope, derivation)
        && let Err(error) = fits(derivation, &scope, text("kind"))
    {
        wrong("idDerivation", error.to_string());
    }
    if let Some(context) = record.get("context")
        && let Err(error @ IdentityError::Context(_)) = check_context(context)
    {
        wrong("context", error.to_string());
    }
    let result = record.get("verification").and_then(|verification| verification.get("result"));
    if text("phase") == "completed" && result.and_then(Value::as_str) != Some("present") {
        wrong("verification.result", "a completed record needs a verification with the result present".to_owned());
    }
    if let Some(verification) = record.get("verification") {
        rules(verification, &format!("{prefix}verification"), problems);
    }
}

/// Whether `prev` is null at position 0 and nowhere else.
pub(super) fn prev_rule(record: &Value, prefix: &str, problems: &mut Vec<ShapeProblem>) {
    let first = record.get("seq").and_then(Value::as_u64) == Some(0);
    if record.get("prev").is_some_and(Value::is_null) != first {
        problems.push(ShapeProblem {
            fault: ShapeFault::Wrong,
            path: format!("{prefix}prev"),
            message: format!("\"{prefix}prev\" must be null at seq 0, and the hash of the record before it elsewhere"),
        });
    }
}
