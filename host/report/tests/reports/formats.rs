//! What each format looks like.

use assize_report::ReportFormat;
use assize_schemas::{
    REPORT,
    shape::{UnknownMembers, shape_problems},
};
use base64::Engine as _;
use serde_json::{Value, json};
use sha2::Digest as _;

use crate::support::{FORMATS, attestation, blocked, fifty, graph, lane_name, leave, passed, render, report_of};

#[test]
fn a_blocked_review() {
    for (format, ending) in FORMATS {
        let text = render("blocked", &blocked(), format);
        let text = if format == ReportFormat::Html { body(&text) } else { text };
        insta::assert_snapshot!(format!("blocked.{ending}"), text);
    }
}

/// The body of a page, a line an element.
fn body(page: &str) -> String {
    let (_, body) = page.split_once("<body").unwrap();
    format!("<body{}", body.replace("><", ">\n<"))
}

#[test]
fn the_policy_of_the_page_allows_its_own_style_sheet_and_nothing_else() {
    let page = render("passed", &passed(), ReportFormat::Html);
    let (_, rest) = page.split_once("Content-Security-Policy\" content=\"").unwrap();
    let policy: Vec<&str> = rest.split('"').next().unwrap().split("; ").collect();
    let [all, style, images, base, form] = policy[..] else { panic!("{policy:?}") };
    assert_eq!(
        [all, images, base, form],
        ["default-src 'none'", "img-src data:", "base-uri 'none'", "form-action 'none'"]
    );
    let sheet = page.split_once("<style>").unwrap().1.split_once("</style>").unwrap().0;
    let digest = base64::prelude::BASE64_STANDARD.encode(sha2::Sha256::digest(sheet));
    assert_eq!(style, format!("style-src 'sha256-{digest}'"));
    for outside in ["url(", "@import", "http"] {
        assert!(!sheet.contains(outside), "{outside}");
    }
}

#[test]
fn a_review_that_passed() {
    for (format, ending) in FORMATS {
        if format != ReportFormat::Html {
            insta::assert_snapshot!(format!("passed.{ending}"), render("passed", &passed(), format));
        }
    }
    let page = render("passed", &passed(), ReportFormat::Html);
    assert!(page.contains("No check found anything.") && page.contains("Not signed: ssh-keygen is not on the path"));
}

#[test]
fn fifty_lanes_are_all_there() {
    let names: Vec<String> = (0..50).map(lane_name).collect();
    let names: Vec<(&str, bool)> = names.iter().map(|name| (name.as_str(), true)).collect();
    let graph = graph(&names);
    leave("fifty.mmd", &graph.to_mermaid());
    leave("fifty.svg", &assize_report::graph_svg(&graph).unwrap());
    for (format, ending) in FORMATS {
        let text = render("fifty", &fifty(), format);
        for id in ["integration-linux", "security/secrets-4", "spelling-4"] {
            assert!(text.contains(id), "{ending} lacks {id}");
        }
    }
}

#[test]
fn the_document_has_the_published_shape() {
    for report in [blocked(), passed(), fifty()] {
        let value: Value = serde_json::from_str(&report.render(ReportFormat::Json).unwrap()).unwrap();
        assert_eq!(shape_problems(&value, &REPORT, UnknownMembers::Refuse), []);
        assert_eq!(value["attestation"], report.document().attestation, "the attestation is the one that was recorded");
    }
}

/// What a CI system counts is never greener than the verdict, and advice turns nothing red.
#[test]
fn junit_counts_as_the_verdict_does() {
    let check = |verdict: &str, lanes: &[(&str, bool)], expect: [usize; 4]| {
        let lanes: Vec<Value> = lanes
            .iter()
            .enumerate()
            .map(|(at, (status, blocking))| {
                json!({ "id": format!("lane-{at}"), "kind": "command", "status": status, "blocking": blocking,
                        "findings": [], "durationMs": 1 })
            })
            .collect();
        let xml = render("counted", &report_of(&attestation(verdict, &json!(lanes), &json!({}))), ReportFormat::Junit);
        let count = |name: &str| xml.matches(&format!("<{name} ")).count();
        let got = [count("testcase"), count("failure"), count("error"), count("skipped")];
        assert_eq!(got, expect, "{verdict} {lanes:?}");
        let [tests, failures, errors, skipped] = expect;
        assert!(
            xml.contains(&format!(
                "tests=\"{tests}\" failures=\"{failures}\" errors=\"{errors}\" skipped=\"{skipped}\""
            )),
            "{xml}"
        );
    };
    check("pass", &[("pass", true), ("pass", false)], [2, 0, 0, 0]);
    check("pass", &[("pass", true), ("fail", false), ("timeout", false), ("skipped", false)], [4, 0, 0, 3]);
    check("block", &[("fail", true), ("pass", true)], [2, 1, 0, 0]);
    check("incomplete", &[("timeout", true), ("skipped", true), ("pass", true)], [3, 0, 2, 0]);
    check("incomplete", &[("pass", false)], [2, 0, 1, 0]);
    check("incomplete", &[], [1, 0, 1, 0]);
}

#[test]
fn sarif_says_that_an_incomplete_review_was_no_success() {
    let log: Value = serde_json::from_str(&render("fifty", &fifty(), ReportFormat::Sarif)).unwrap();
    let invocation = &log["runs"][0]["invocations"][0];
    assert_eq!((&invocation["executionSuccessful"], &invocation["exitCode"]), (&json!(false), &json!(2)));
    let notes = invocation["toolExecutionNotifications"].as_array().unwrap();
    assert!(
        notes
            .iter()
            .any(|note| note["level"] == "error" && note["message"]["text"].as_str().unwrap().contains("timed out"))
    );
    let results = render("blocked", &blocked(), ReportFormat::Sarif);
    let log: Value = serde_json::from_str(&results).unwrap();
    let results = log["runs"][0]["results"].as_array().unwrap();
    assert!(
        results.iter().all(|result| result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"].is_string())
    );
}

/// A report proves nothing by itself, and says how it can be held against the truth.
#[test]
fn how_to_verify() {
    let verify = |more: &Value, recorded: bool, manifest: Option<&str>| {
        let value = attestation("pass", &json!([]), more);
        let report = assize_report::Report::new(value.clone(), serde_json::from_value(value).unwrap(), recorded);
        let report = manifest.map_or(report.clone(), |manifest| report.with_manifest(manifest.to_owned()));
        report.document().verify.clone()
    };
    let (base, head) = ("1f0c3a7e".repeat(5), "9b84d2c6".repeat(5));
    let signed = verify(&json!({}), true, Some("docs/REVIEW.md"));
    assert_eq!(
        signed.commands,
        [
            "assize export --run review-6c3a2f0e-0f6e-4c39-9f5b-3f1a5d7c1d10 -o attestation.json".to_owned(),
            format!(
                "assize verify attestation.json --base {base} --head {head} --binding local --verdict pass --manifest docs/REVIEW.md --require-signed"
            ),
        ]
    );
    let unsigned = verify(&json!({ "attestor": { "daemon": "x", "presets": [] } }), true, Some("REVIEW.md"));
    assert!(
        unsigned
            .commands
            .iter()
            .all(|command| !command.contains("--require-signed") && !command.contains("--manifest"))
    );
    assert!(verify(&json!({ "dirty": true }), true, None).commands.is_empty());
    assert!(verify(&json!({}), false, None).commands.is_empty());
    let hostile = verify(&json!({ "runId": "review-x'; rm -rf ~ #" }), true, None);
    assert!(hostile.commands[0].contains(r"--run 'review-x'\''; rm -rf ~ #' -o"), "{:?}", hostile.commands);
}
