//! Lanes: what they came to, and what that makes of the review.

use assize_schemas::shape::{CHECK_REF, NOT_EMPTY, Shape, optional, required};
use assize_schemas::{
    Check, LANE_COMPOSED_FROM, LANE_FALLBACKS, LaneOutcome, LaneStatus, MAX_TIMEOUT_MS, Quorum, Reported, Severity,
    Verdict, VerdictFile, VerdictFileError, fold_words, read_verdict_file, settle, verdict_file_from,
};
use serde_json::{Map, Value, json};

use super::answer::{Answer, Failure};
use super::input::{items, member, optional as optional_member, optional_text, text, whole};

static FOLDED_LANE: Shape = Shape::Open(&[
    required("status", &Shape::Text, "How the lane ended."),
    required("blocking", &Shape::Boolean, "Whether it counts."),
]);

pub(super) static FOLD: Shape = Shape::Object(&[
    required("lanes", &Shape::List { items: &FOLDED_LANE, least: 0, distinct: false }, "The lanes."),
    optional("quorum", &Shape::Text, "How lanes become a verdict."),
]);

static SEVERITY: Shape = Shape::OneOf(&["high", "medium", "low"]);

pub(super) static VERDICT: Shape = Shape::Object(&[
    required("text", &Shape::Text, "What the verdict file holds."),
    optional("blockOn", &SEVERITY, "The least severity that fails the lane."),
]);

static TIMEOUT: Shape = Shape::Whole(1, MAX_TIMEOUT_MS.cast_signed());
static PRESETS: Shape = Shape::List { items: &Shape::Matching(&NOT_EMPTY), least: 0, distinct: false };

static CHECK: Shape = Shape::Tagged(
    "kind",
    &[
        (
            "command",
            &[
                required("id", &Shape::Matching(&CHECK_REF), "The check's ref."),
                required("kind", &Shape::Text, "The kind of check."),
                required("run", &Shape::Matching(&NOT_EMPTY), "The command."),
                optional("cwd", &Shape::Matching(&NOT_EMPTY), "Where it runs."),
                required("blocking", &Shape::Boolean, "Whether it counts."),
                required("timeoutMs", &TIMEOUT, "Its time limit."),
                required("effects", &Shape::Boolean, "Whether it may change the tree."),
                optional("description", &Shape::Text, "What it is for."),
            ],
        ),
        (
            "agent",
            &[
                required("id", &Shape::Matching(&CHECK_REF), "The check's ref."),
                required("kind", &Shape::Text, "The kind of check."),
                optional("preset", &Shape::Matching(&NOT_EMPTY), "The reviewer."),
                optional("fallbackPresets", &PRESETS, "Its stand-ins."),
                required("rubric", &Shape::Matching(&NOT_EMPTY), "The rubric's path."),
                required("blockOn", &SEVERITY, "The least severity that fails the lane."),
                required("blocking", &Shape::Boolean, "Whether it counts."),
                required("timeoutMs", &TIMEOUT, "Its time limit."),
                required("effects", &Shape::Always(false), "A reviewer is read-only."),
                optional("description", &Shape::Text, "What it is for."),
            ],
        ),
    ],
);

static EXITED: Shape = Shape::Object(&[
    required("exitCode", &Shape::Whole(i32::MIN as i64, i32::MAX as i64), "The exit status."),
    optional("output", &Shape::Text, "The tail of what was printed."),
]);

static REPORTED: Shape = Shape::Object(&[
    required("report", &Shape::Any, "What the verdict file holds; its own rules apply."),
    optional("sessionId", &Shape::Text, "The reviewer's session."),
    optional("preset", &Shape::Text, "The reviewer's preset."),
    optional("model", &Shape::Text, "The reviewer's model."),
    optional("composedFrom", &LANE_COMPOSED_FROM, "The prior attestation the review built on."),
    optional("fallbacks", &LANE_FALLBACKS, "Reviewers tried before."),
]);

static TIMED_OUT: Shape = Shape::Object(&[
    required("error", &Shape::Text, "Why the lane ended."),
    optional("output", &Shape::Text, "The tail of what was printed."),
    optional("sessionId", &Shape::Text, "The reviewer's session."),
    optional("preset", &Shape::Text, "The reviewer's preset."),
    optional("model", &Shape::Text, "The reviewer's model."),
    optional("fallbacks", &LANE_FALLBACKS, "Reviewers tried before."),
]);

static SKIPPED: Shape = Shape::Object(&[
    required("error", &Shape::Text, "Why nothing could be established."),
    optional("sessionId", &Shape::Text, "The reviewer's session."),
    optional("preset", &Shape::Text, "The reviewer's preset."),
    optional("model", &Shape::Text, "The reviewer's model."),
    optional("fallbacks", &LANE_FALLBACKS, "Reviewers tried before."),
]);

static OUTCOME: Shape = Shape::Object(&[
    optional("exited", &EXITED, "A command ended."),
    optional("reported", &REPORTED, "A reviewer reported."),
    optional("timeout", &TIMED_OUT, "The time limit passed."),
    optional("skipped", &SKIPPED, "Nothing could be run or read."),
]);

pub(super) static SETTLE: Shape = Shape::Object(&[
    required("check", &CHECK, "A normalised check."),
    required("outcome", &OUTCOME, "What happened."),
    required("durationMs", &Shape::Whole(0, i64::MAX), "How long it took."),
]);

/// `fold`: the verdict of lanes, of which only the status and the weight are looked at.
pub(super) fn fold(question: &Value) -> Answer {
    let lanes = items(question, "lanes")
        .iter()
        .map(|lane| (text(lane, "status"), lane.get("blocking").and_then(Value::as_bool).unwrap_or(true)));
    let quorum = optional_text(question, "quorum").unwrap_or(Quorum::AllBlockingPass.as_str());
    let verdict: Verdict = fold_words(lanes, quorum);
    Ok(json!(verdict))
}

/// `verdict-file`: what a verdict file makes of a lane.
pub(super) fn verdict_file(question: &Value) -> Answer {
    let block_on: Severity = optional_member(question, "blockOn")?.unwrap_or(Severity::High);
    let VerdictFile { summary, findings } =
        read_verdict_file(text(question, "text")).map_err(|error| malformed(&error))?;
    let blocks = findings.iter().any(|finding| finding.severity >= block_on);
    let status = if blocks { LaneStatus::Fail } else { LaneStatus::Pass };
    let mut answer = Map::new();
    answer.insert("status".to_owned(), json!(status));
    answer.insert("findings".to_owned(), json!(findings));
    if let Some(summary) = summary {
        answer.insert("summary".to_owned(), summary.into());
    }
    Ok(answer.into())
}

fn malformed(error: &VerdictFileError) -> Failure {
    let message = error.to_string();
    match error {
        VerdictFileError::Json(error) => Failure::json(error).under("malformed"),
        VerdictFileError::Shape { problems } => Failure::shape(problems).under("malformed"),
        _ => Failure::new("malformed", message),
    }
}

/// `lane-result`: what an outcome makes of a check.
pub(super) fn lane_result(question: &Value) -> Answer {
    let check: Check = member(question, "check")?;
    let outcome = outcome(question)?;
    Ok(json!(settle(&check, outcome, whole(question, "durationMs"))))
}

fn outcome(question: &Value) -> Result<LaneOutcome, Failure> {
    let given = question.get("outcome").and_then(Value::as_object).into_iter().flat_map(Map::keys).count();
    if given != 1 {
        let message = "\"outcome\" must hold one of exited, reported, timeout and skipped";
        return Err(Failure::at("bad-member", "outcome", message));
    }
    let Some(reported) = question.pointer("/outcome/reported") else {
        return member(question, "outcome");
    };
    let report = reported.get("report").unwrap_or(&Value::Null);
    let report = verdict_file_from(report).map_err(|error| match &error {
        VerdictFileError::Shape { problems } => Failure::shape(problems).within("outcome.reported.report"),
        _ => Failure::at("bad-member", "outcome.reported.report", error.to_string()),
    })?;
    Ok(LaneOutcome::Reported(Reported {
        report,
        session_id: optional_text(reported, "sessionId").map(str::to_owned),
        preset: optional_text(reported, "preset").map(str::to_owned),
        model: optional_text(reported, "model").map(str::to_owned),
        composed_from: optional_member(reported, "composedFrom")?,
        fallbacks: optional_member(reported, "fallbacks")?,
    }))
}
