use serde_json::{Value, json};

use super::*;

fn command() -> Check {
    serde_json::from_value(json!({
        "id": "unit", "kind": "command", "run": "true", "blocking": true, "timeoutMs": 1000, "effects": false,
    }))
    .unwrap()
}

fn agent(block_on: &str) -> Check {
    serde_json::from_value(json!({
        "id": "org/correct", "kind": "agent", "preset": "kimi", "rubric": "r.md", "blockOn": block_on,
        "blocking": false, "timeoutMs": 1000, "effects": false,
    }))
    .unwrap()
}

fn check(check: &Check, outcome: Value, expect: &Value) {
    let outcome: LaneOutcome = serde_json::from_value(outcome).unwrap();
    let lane = serde_json::to_value(settle(check, outcome, 7)).unwrap();
    assert_eq!(&lane, expect);
}

#[test]
fn commands_that_end() {
    check(
        &command(),
        json!({"exited": {"exitCode": 0, "output": "fine\n"}}),
        &json!({"id": "unit", "kind": "command", "status": "pass", "blocking": true, "findings": [], "durationMs": 7, "exitCode": 0}),
    );
    check(
        &command(),
        json!({"exited": {"exitCode": 128, "output": "\u{1b}[31mboom\u{1b}[0m\r\n"}}),
        &json!({"id": "unit", "kind": "command", "status": "fail", "blocking": true, "durationMs": 7, "exitCode": 128,
            "findings": [{"severity": "high", "title": "'unit' exited with code 128", "detail": "boom\n"}]}),
    );
    check(
        &command(),
        json!({"exited": {"exitCode": 1}}),
        &json!({"id": "unit", "kind": "command", "status": "fail", "blocking": true, "durationMs": 7, "exitCode": 1,
            "findings": [{"severity": "high", "title": "'unit' exited with code 1", "detail": ""}]}),
    );
}

#[test]
fn the_detail_is_bounded() {
    let outcome = LaneOutcome::Exited(Exited { exit_code: 2, output: Some(format!("{}é", "x".repeat(9000))) });
    let lane = settle(&command(), outcome, 0);
    let detail = &lane.findings[0].detail;
    assert_eq!(detail.chars().count(), 4000);
    assert!(detail.ends_with("xé"));
}

#[test]
fn time_limits() {
    check(
        &command(),
        json!({"timeout": {"error": "exceeded 1000ms and was killed", "output": "so far\n"}}),
        &json!({"id": "unit", "kind": "command", "status": "timeout", "blocking": true, "findings": [], "durationMs": 7,
            "error": "exceeded 1000ms and was killed\nso far\n"}),
    );
    check(
        &agent("high"),
        json!({"timeout": {"error": "late", "output": "", "sessionId": "s", "preset": "kimi", "model": "m"}}),
        &json!({"id": "org/correct", "kind": "agent", "status": "timeout", "blocking": false, "findings": [], "durationMs": 7,
            "error": "late", "sessionId": "s", "preset": "kimi", "model": "m"}),
    );
}

#[test]
fn lanes_that_could_not_run() {
    check(
        &agent("high"),
        json!({"skipped": {"error": "no reviewer host", "preset": "kimi"}}),
        &json!({"id": "org/correct", "kind": "agent", "status": "skipped", "blocking": false, "findings": [], "durationMs": 7,
            "error": "no reviewer host", "preset": "kimi"}),
    );
}

#[test]
fn reports_are_judged_by_their_findings() {
    for (block_on, severity, status) in [
        ("high", "medium", LaneStatus::Pass),
        ("high", "high", LaneStatus::Fail),
        ("medium", "low", LaneStatus::Pass),
        ("medium", "medium", LaneStatus::Fail),
        ("low", "low", LaneStatus::Fail),
    ] {
        let outcome =
            json!({"reported": {"report": {"findings": [{"severity": severity, "title": "t", "detail": ""}]}}});
        let lane = settle(&agent(block_on), serde_json::from_value(outcome).unwrap(), 7);
        assert_eq!(lane.status, status, "{block_on} {severity}");
    }
    check(
        &agent("low"),
        json!({"reported": {"report": {"summary": "fine", "findings": []}, "sessionId": "s", "preset": "glm", "model": "m",
            "composedFrom": {"rangeSha": "r", "headSha": "h", "attestationSha256": "a"},
            "fallbacks": [{"preset": "kimi", "error": "spawn"}]}}),
        &json!({"id": "org/correct", "kind": "agent", "status": "pass", "blocking": false, "findings": [], "durationMs": 7,
            "summary": "fine", "sessionId": "s", "preset": "glm", "model": "m",
            "composedFrom": {"rangeSha": "r", "headSha": "h", "attestationSha256": "a"},
            "fallbacks": [{"preset": "kimi", "error": "spawn"}]}),
    );
}

#[test]
fn an_outcome_of_the_wrong_kind_is_skipped() {
    let report: LaneOutcome =
        serde_json::from_value(json!({"reported": {"report": {"findings": []}, "preset": "x"}})).unwrap();
    let exit = LaneOutcome::Exited(Exited { exit_code: 0, output: None });
    for lane in [settle(&command(), report, 0), settle(&agent("high"), exit, 0)] {
        assert_eq!(lane.status, LaneStatus::Skipped);
        assert!(lane.error.is_some() && lane.exit_code.is_none() && lane.preset.is_none());
    }
}
