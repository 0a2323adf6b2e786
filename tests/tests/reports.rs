//! Reports, judged by the schemas that others publish for their formats.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::path::Path;

use assize_report::{Report, ReportFormat};
use assize_schemas::{Attestation, Excerpt, ReportedSpan, SpanKind, schema_documents};
use assize_tests::Sandbox;
use jsonschema::Validator;
use serde_json::{Value, json};

/// The schema of SARIF 2.1.0 as OASIS publishes it, with formats held too.
fn sarif() -> Validator {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("vectors/reports/sarif-schema-2.1.0.json");
    let mut schema: Value = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
    // One bracket too many stands in these patterns as they were published. No log of ours has the members.
    for holder in ["run", "toolComponent"] {
        let language = schema.pointer_mut(&format!("/definitions/{holder}/properties/language")).unwrap();
        language.as_object_mut().unwrap().remove("pattern").unwrap();
    }
    jsonschema::options().with_draft(jsonschema::Draft::Draft7).should_validate_formats(true).build(&schema).unwrap()
}

/// Our own schema of a report.
fn own() -> Validator {
    let (_, schema) = schema_documents().into_iter().find(|(name, _)| *name == "REPORT.schema.json").unwrap();
    jsonschema::options().with_draft(jsonschema::Draft::Draft202012).build(&schema).unwrap()
}

fn problems(validator: &Validator, text: &str) -> Vec<String> {
    let document: Value = serde_json::from_str(text).unwrap();
    validator.iter_errors(&document).map(|error| format!("{}: {error}", error.instance_path())).collect()
}

#[test]
fn the_reports_of_real_reviews_have_the_published_shapes() {
    let (sarif, own) = (sarif(), own());
    for (command, code) in [("true", 0), ("printf '[x](y) %s' '\\033[31m<b>'; exit 1", 1), ("sleep 60", 2)] {
        let sandbox = Sandbox::with_base();
        let check = json!({ "id": "a", "kind": "command", "run": command, "timeoutMs": 1_500 });
        let advice = json!({ "id": "advice", "kind": "command", "run": "echo no; exit 1", "blocking": false });
        sandbox.manifest(&format!("kind: review\nid: demo\ntarget: git-range\nchecks: [{check}, {advice}]"));
        sandbox.commit_all("change");
        let outcome = sandbox.assize(&["run", "--report", "r.sarif", "--report", "r.json"]);
        assert_eq!(outcome.code, code, "{outcome:?}");
        let read = |name: &str| std::fs::read_to_string(sandbox.root().join(name)).unwrap();
        assert_eq!(problems(&sarif, &read("r.sarif")), Vec::<String>::new(), "{command}");
        assert_eq!(problems(&own, &read("r.json")), Vec::<String>::new(), "{command}");
    }
}

/// Every part of a log, and texts that break out of anything.
fn full(text: &str, remote: &str) -> Report {
    let finding = |severity: &str, file: Option<&str>, line: Option<u64>| {
        let mut finding = json!({ "severity": severity, "title": text, "detail": text });
        if let Some(file) = file {
            finding["file"] = json!(file);
        }
        if let Some(line) = line {
            finding["line"] = json!(line);
        }
        finding
    };
    let lanes = json!([
        { "id": "org/a", "kind": "agent", "status": "fail", "blocking": true, "durationMs": 5, "preset": text, "findings": [
            finding("high", Some("src/a b#?%.rs"), Some(7)), finding("medium", Some(text), Some(9_007_199_254_740_991)),
            finding("low", Some("/etc/passwd"), None), finding("high", None, Some(3)), finding("low", Some("src/ü.rs"), None),
        ] },
        { "id": "b", "kind": "command", "status": "timeout", "blocking": true, "durationMs": 0, "findings": [], "error": text },
        { "id": "c", "kind": "command", "status": "skipped", "blocking": false, "durationMs": 0, "findings": [] },
    ]);
    let value = json!({
        "schema": "agentproto.review.attestation/v1", "runId": "review-x", "reviewId": "demo", "manifestSha": "a".repeat(64),
        "binding": text, "target": { "repoRemote": remote, "baseSha": "a".repeat(40), "headSha": "b".repeat(40) },
        "rangeSha": "c".repeat(64), "lanes": lanes, "verdict": "block", "attestor": { "daemon": "d", "presets": [] },
        "rubrics": [], "createdAt": "2026-01-02T03:04:05+02:00",
    });
    let typed: Attestation = serde_json::from_value(value.clone()).unwrap();
    let span = |id: &str| ReportedSpan { id: id.to_owned(), kind: SpanKind::Lane, start_ms: 1, end_ms: 2 };
    Report::new(value, typed, true)
        .with_timeline(vec![span("org/a"), span("b")])
        .with_excerpts(vec![Excerpt { lane: 0, finding: 0, first_line: 4, lines: vec![text.to_owned(); 7] }])
        .with_manifest("docs/REVIEW.md".to_owned())
}

#[test]
fn nothing_in_a_review_breaks_the_published_shapes() {
    let (sarif, own) = (sarif(), own());
    let hostile = "a\u{1b}[31m\u{0}\u{202e}\u{fffe}]]></script>[x](javascript:y)\\ \"'%zz#\n::error::z 検査 😀";
    let remotes =
        ["github.com/owner/name", "git.example.com:2222/a b/c", "local:/srv/x", hostile, "", "[::1]/x", "a:b/c", "-/x"];
    for text in [hostile, "plain", "", " "] {
        for remote in remotes {
            let report = full(text, remote);
            assert_eq!(
                problems(&sarif, &report.render(ReportFormat::Sarif).unwrap()),
                Vec::<String>::new(),
                "{text:?} {remote:?}"
            );
            if !text.trim().is_empty() && !remote.is_empty() {
                assert_eq!(
                    problems(&own, &report.render(ReportFormat::Json).unwrap()),
                    Vec::<String>::new(),
                    "{text:?} {remote:?}"
                );
            }
        }
    }
}

/// The validator is one that refuses.
#[test]
fn a_broken_log_is_told_from_a_good_one() {
    let sarif = sarif();
    let text = full("x", "github.com/owner/name").render(ReportFormat::Sarif).unwrap();
    let good: Value = serde_json::from_str(&text).unwrap();
    let edits = [
        ("/version", json!("2.0.0")),
        ("/runs/0/results/0/level", json!("fatal")),
        ("/runs/0/results/0/ruleIndex", json!("x")),
        ("/runs/0/results/0/locations/0/physicalLocation/region/startLine", json!(0)),
        ("/runs/0/results/0/locations/0/physicalLocation/artifactLocation/uri", json!("a b")),
        ("/runs/0/invocations/0/endTimeUtc", json!("yesterday")),
        ("/runs/0/versionControlProvenance/0/repositoryUri", json!("no address")),
    ];
    for (pointer, value) in edits {
        let mut broken = good.clone();
        *broken.pointer_mut(pointer).unwrap() = value;
        assert!(!sarif.is_valid(&broken), "{pointer}");
    }
}
