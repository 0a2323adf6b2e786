//! Reviews to report.

use std::path::Path;

use assize_engine::{Branch, GraphBuilder, Step, StepGraph};
use assize_report::{Report, ReportFormat};
use assize_schemas::{
    AGENT_LANE_NODE, Attestation, COMMAND_LANE_NODE, Excerpt, FREEZE_NODE, GATE_NODE, ReportedSpan, SpanKind,
    VERDICT_NODE,
};
use serde_json::{Value, json};

/// Every format with the end of its files' names.
pub(crate) const FORMATS: [(ReportFormat, &str); 5] = [
    (ReportFormat::Html, "html"),
    (ReportFormat::Sarif, "sarif"),
    (ReportFormat::Junit, "xml"),
    (ReportFormat::Json, "json"),
    (ReportFormat::Markdown, "md"),
];

/// An attestation with these lanes; `more` replaces and adds members.
pub(crate) fn attestation(verdict: &str, lanes: &Value, more: &Value) -> Value {
    let mut value = json!({
        "schema": "agentproto.review.attestation/v1",
        "runId": "review-6c3a2f0e-0f6e-4c39-9f5b-3f1a5d7c1d10",
        "reviewId": "payments",
        "manifestSha": "5d1c".repeat(16),
        "binding": "local",
        "target": {
            "repoRemote": "github.com/acme/payments",
            "baseSha": "1f0c3a7e".repeat(5),
            "headSha": "9b84d2c6".repeat(5),
        },
        "rangeSha": "0a9f".repeat(16),
        "lanes": lanes,
        "verdict": verdict,
        "attestor": { "daemon": "assize/0.1.0 (workstation)", "presets": ["reviewer"], "signature": {
            "alg": "ssh-ed25519", "keyFingerprint": "SHA256:k3Zq0mVw1cB7mTnYpXh2sG8dLrJ5eUaO4iKfWbRtQyE",
            "principal": "ada@example.com", "signedAt": "2026-11-30T09:15:02.500Z",
            "sig": "-----BEGIN SSH SIGNATURE-----\nU1NIU0lH\n-----END SSH SIGNATURE-----\n" } },
        "rubrics": [{ "check": "correctness", "path": "./rubrics/correctness.md", "sha256": "77e1".repeat(16) }],
        "requester": { "gitAuthor": { "name": "Grace Hopper", "email": "grace@example.com" } },
        "pr": { "provider": "github", "repo": "acme/payments", "number": 128,
                "url": "https://github.com/acme/payments/pull/128" },
        "createdAt": "2026-11-30T09:15:02.481Z",
    });
    for (name, member) in more.as_object().unwrap() {
        value[name] = member.clone();
    }
    value
}

pub(crate) fn report_of(value: &Value) -> Report {
    let typed: Attestation = serde_json::from_value(value.clone()).unwrap();
    Report::new(value.clone(), typed, true)
}

/// A review that was blocked, with a bit of everything.
pub(crate) fn blocked() -> Report {
    let tail = "running 42 tests\ntest ledger::balances ... FAILED\n\n---- ledger::balances stdout ----\n\
                thread 'ledger::balances' panicked at src/ledger.rs:88:9:\nassertion `left == right` failed\n  \
                left: 10000\n right: 9999\n\ntest result: FAILED. 41 passed; 1 failed; 0 ignored; finished in 2.31s\n";
    let lanes = json!([
        { "id": "format", "kind": "command", "status": "pass", "blocking": true, "findings": [], "durationMs": 640, "exitCode": 0 },
        { "id": "unit-tests", "kind": "command", "status": "fail", "blocking": true, "durationMs": 48_210, "exitCode": 101,
          "findings": [{ "severity": "high", "title": "'unit-tests' exited with code 101", "detail": tail }] },
        { "id": "licences", "kind": "command", "status": "fail", "blocking": false, "durationMs": 2_950, "exitCode": 1,
          "findings": [{ "severity": "medium", "title": "'licences' exited with code 1", "detail": "error[rejected]: failed to satisfy license requirements\n  ┌─ ring 0.16.20: ISC AND OpenSSL\n" }] },
        { "id": "correctness", "kind": "agent", "status": "fail", "blocking": true, "durationMs": 141_800,
          "preset": "reviewer", "model": "careful-large", "sessionId": "s-8812",
          "summary": "One rounding error that loses money, one unclear name.",
          "findings": [
            { "severity": "high", "title": "Refunds are rounded twice, so a cent can be lost",
              "detail": "`refund` rounds each line and the caller rounds the sum again. With three lines of 0.335 the customer gets 1.00 instead of 1.01.\n\nRound once, over the sum, as `charge` does.",
              "file": "src/ledger.rs", "line": 88 },
            { "severity": "low", "title": "`amt2` does not say what it holds", "detail": "It is the amount after tax.", "file": "src/ledger.rs", "line": 91 },
          ] },
        { "id": "security", "kind": "agent", "status": "timeout", "blocking": true, "durationMs": 900_000, "preset": "reviewer",
          "findings": [], "error": "exceeded 900000ms and was killed\nreading src/ledger.rs\nreading src/api/refund.rs\n" },
    ]);
    let times = [
        ("format", 2_100, 2_740),
        ("unit-tests", 2_100, 50_310),
        ("licences", 2_110, 5_060),
        ("correctness", 2_110, 143_910),
        ("security", 50_320, 950_320),
    ];
    let mut timeline =
        vec![ReportedSpan { id: "generate".to_owned(), kind: SpanKind::Prepare, start_ms: 40, end_ms: 2_050 }];
    timeline.extend(times.map(|(id, start_ms, end_ms)| ReportedSpan {
        id: id.to_owned(),
        kind: SpanKind::Lane,
        start_ms,
        end_ms,
    }));
    let code: Vec<String> = [
        "fn refund(lines: &[Line], rate: Decimal) -> Money {",
        "    let mut total = Money::ZERO;",
        "    for line in lines {",
        "        total += round(line.amount * rate);",
        "    }",
        "    // The caller rounds again.",
        "    let amt2 = total;",
    ]
    .map(str::to_owned)
    .into();
    let excerpts = vec![
        Excerpt { lane: 3, finding: 0, first_line: 85, lines: code.clone() },
        Excerpt { lane: 3, finding: 1, first_line: 88, lines: code.get(3..).unwrap().to_vec() },
    ];
    let names =
        [("format", true), ("unit-tests", true), ("licences", false), ("correctness", true), ("security", true)];
    report_of(&attestation("block", &lanes, &json!({})))
        .with_graph(&graph(&names))
        .with_timeline(timeline)
        .with_excerpts(excerpts)
        .with_manifest("REVIEW.md".to_owned())
}

/// A review that passed, of a run that was not signed.
pub(crate) fn passed() -> Report {
    let lanes = json!([
        { "id": "format", "kind": "command", "status": "pass", "blocking": true, "findings": [], "durationMs": 640, "exitCode": 0 },
        { "id": "unit-tests", "kind": "command", "status": "pass", "blocking": true, "findings": [], "durationMs": 21_700, "exitCode": 0 },
    ]);
    let more = json!({ "attestor": { "daemon": "assize/0.1.0 (workstation)", "presets": [] } });
    report_of(&attestation("pass", &lanes, &more)).with_signing_error(Some("ssh-keygen is not on the path".to_owned()))
}

/// The name of one of many lanes.
pub(crate) fn lane_name(at: usize) -> String {
    const AREAS: [&str; 10] = [
        "format",
        "lint",
        "unit-tests",
        "integration-linux",
        "docs",
        "licences",
        "security/secrets",
        "api-compatibility",
        "bench-smoke",
        "spelling",
    ];
    match at / AREAS.len() {
        0 => AREAS[at].to_owned(),
        round => format!("{}-{round}", AREAS[at % AREAS.len()]),
    }
}

/// A review of fifty lanes, one of which did not come to its end.
pub(crate) fn fifty() -> Report {
    let names: Vec<(String, bool)> = (0..50).map(|at| (lane_name(at), at % 7 != 5)).collect();
    let lanes: Vec<Value> = names
        .iter()
        .enumerate()
        .map(|(at, (id, blocking))| {
            let status = if at == 17 {
                "timeout"
            } else if at % 14 == 12 && !blocking {
                "fail"
            } else {
                "pass"
            };
            let mut lane = json!({
                "id": id, "kind": if at % 7 == 3 { "agent" } else { "command" }, "status": status, "blocking": blocking,
                "findings": [], "durationMs": 300 + (at * 7919) % 61_000,
            });
            if status == "timeout" {
                lane["error"] = json!("exceeded 60000ms and was killed");
            }
            lane
        })
        .collect();
    let mut start = 0;
    let timeline = lanes
        .iter()
        .enumerate()
        .map(|(at, lane)| {
            start += if at % 8 == 0 { 9_000 } else { 140 };
            let duration = lane["durationMs"].as_u64().unwrap();
            ReportedSpan {
                id: lane["id"].as_str().unwrap().to_owned(),
                kind: SpanKind::Lane,
                start_ms: start,
                end_ms: start + duration,
            }
        })
        .collect();
    let named: Vec<(&str, bool)> = names.iter().map(|(id, blocking)| (id.as_str(), *blocking)).collect();
    report_of(&attestation("incomplete", &json!(lanes), &json!({}))).with_graph(&graph(&named)).with_timeline(timeline)
}

/// A graph with lanes of these names.
pub(crate) fn graph(lanes: &[(&str, bool)]) -> StepGraph {
    let branches: Vec<Branch> = lanes
        .iter()
        .enumerate()
        .map(|(at, (id, blocking))| {
            let is_agent = matches!(*id, "correctness" | "security") || at % 7 == 3 && lanes.len() > 5;
            let (node, check) = if is_agent {
                let check = json!({ "kind": "agent", "id": id, "preset": "reviewer", "rubric": "./rubrics/correctness.md",
                    "blockOn": "high", "blocking": blocking, "timeoutMs": 900_000, "effects": false });
                (AGENT_LANE_NODE, check)
            } else {
                let check = json!({ "kind": "command", "id": id, "run": format!("cargo xtask {id} --locked"), "blocking": blocking,
                    "timeoutMs": 600_000, "effects": false });
                (COMMAND_LANE_NODE, check)
            };
            Branch::new(*id, vec![Step::transform(format!("lane-{id}"), node, json!({ "check": check }))])
        })
        .collect();
    let refs: Vec<&str> = lanes.iter().map(|(id, _)| *id).collect();
    GraphBuilder::new("review-payments-local")
        .step(Step::gate("prepare-generate", GATE_NODE, json!({ "argv": ["sh", "-c", "make generated"] })))
        .step(Step::transform("freeze", FREEZE_NODE, json!({ "base": "origin/main" })))
        .step(Step::parallel("lanes", branches))
        .step(Step::transform("verdict", VERDICT_NODE, json!({ "quorum": "all-blocking-pass", "lanes": refs })))
        .build()
        .unwrap()
}

/// Renders, and leaves what came of it to be looked at.
pub(crate) fn render(name: &str, report: &Report, format: ReportFormat) -> String {
    let text = report.render(format).unwrap();
    assert_eq!(text, report.render(format).unwrap(), "{name}: the same report gives the same bytes");
    let (_, ending) = FORMATS.iter().find(|(known, _)| *known == format).unwrap();
    leave(&format!("{name}.{ending}"), &text);
    text
}

/// Leaves a file where `.ci/external` and people look for it.
pub(crate) fn leave(name: &str, text: &str) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("reports");
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join(name), text).unwrap();
}
