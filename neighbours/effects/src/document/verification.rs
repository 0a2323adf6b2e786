//! What a verifier saw, as it stands in records.

use assize_schemas::shape::{Member, Shape, ShapeFault, ShapeProblem, optional, required};
use serde_json::Value;

use super::patterns::{DIGEST, KIND, TIME, VERSION};

/// Why an effect counts as present.
pub const PRESENT_REASONS: &[&str] = &["marker-match", "state-match", "digest-match", "heuristic-match"];

/// Why an effect counts as absent.
pub const ABSENT_REASON: &str = "complete-query-no-match";

/// Why it is not known whether an effect happened.
pub const UNKNOWN_REASONS: &[&str] = &[
    "verifier-missing",
    "verifier-version-mismatch",
    "verifier-cannot-report-absent",
    "network-error",
    "timeout",
    "auth-denied",
    "rate-limited",
    "server-error",
    "container-unreadable",
    "paging-incomplete",
    "consistency-lag",
    "tracker-blocked",
    "malformed-response",
    "evidence-conflict",
];

/// The reasons that a result can have; none for a word that is no result.
pub(crate) fn reasons_of(result: &str) -> &'static [&'static str] {
    match result {
        "present" => PRESENT_REASONS,
        "absent" => &[ABSENT_REASON],
        "unknown" => UNKNOWN_REASONS,
        _ => &[],
    }
}

static RESULT: Shape = Shape::OneOf(&["present", "absent", "unknown"]);
static REASON: Shape = Shape::OneOf(&[
    "marker-match",
    "state-match",
    "digest-match",
    "heuristic-match",
    ABSENT_REASON,
    "verifier-missing",
    "verifier-version-mismatch",
    "verifier-cannot-report-absent",
    "network-error",
    "timeout",
    "auth-denied",
    "rate-limited",
    "server-error",
    "container-unreadable",
    "paging-incomplete",
    "consistency-lag",
    "tracker-blocked",
    "malformed-response",
    "evidence-conflict",
]);

static VERIFIER: Shape = Shape::Object(&[
    required("kind", &Shape::Matching(&KIND), "The kind that it verifies."),
    required("version", &Shape::Matching(&VERSION), "Its version."),
    required("canReportAbsent", &Shape::Boolean, "Whether it can tell that an effect is absent."),
]);

pub(super) static VERIFICATION: Shape = Shape::Object(VERIFICATION_MEMBERS);

static VERIFICATION_MEMBERS: &[Member] = &[
    required("verifier", &VERIFIER, "Which verifier was asked."),
    required("result", &RESULT, "What came out."),
    required("reason", &REASON, "Why."),
    required("complete", &Shape::Boolean, "Whether the query saw all there is."),
    required("checkedAt", &Shape::Matching(&TIME), "When the target was asked."),
    optional("evidenceDigest", &Shape::Matching(&DIGEST), "The digest of what was seen."),
];

/// What does not hold between the members of the verification at `path`, whose shape was found right.
pub(super) fn rules(verification: &Value, path: &str, problems: &mut Vec<ShapeProblem>) {
    let text = |name: &str| verification.get(name).and_then(Value::as_str).unwrap_or_default();
    let truth = |value: Option<&Value>| value.and_then(Value::as_bool) == Some(true);
    let result = text("result");
    if !reasons_of(result).contains(&text("reason")) {
        let message = format!("\"{path}.reason\" {:?} is no reason for {result:?}", text("reason"));
        problems.push(ShapeProblem { fault: ShapeFault::Wrong, path: format!("{path}.reason"), message });
    }
    let may_be_absent = truth(verification.get("complete"))
        && truth(verification.get("verifier").and_then(|verifier| verifier.get("canReportAbsent")));
    if result == "absent" && !may_be_absent {
        let message = "absent needs a complete query by a verifier that can report it".to_owned();
        problems.push(ShapeProblem { fault: ShapeFault::Wrong, path: format!("{path}.result"), message });
    }
}
