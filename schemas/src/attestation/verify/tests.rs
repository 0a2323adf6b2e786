use serde_json::json;

use super::*;

fn attestation() -> Value {
    json!({
        "schema": ATTESTATION_SCHEMA, "runId": "review-1", "reviewId": "r", "manifestSha": Sha256Hex::of("m").as_str(),
        "binding": "local", "target": {"repoRemote": "host/r", "baseSha": "b", "headSha": "h"},
        "rangeSha": range_sha("b", "h").as_str(),
        "lanes": [{"id": "unit", "kind": "command", "status": "pass", "blocking": true, "findings": [], "durationMs": 1.5, "exitCode": 0}],
        "verdict": "pass", "attestor": {"daemon": "d", "presets": []}, "rubrics": [], "createdAt": "2026-01-02T03:04:05.678Z",
    })
}

fn expectation() -> Expectation {
    Expectation {
        manifest_sha: Sha256Hex::of("m"),
        base_sha: "b".to_owned(),
        head_sha: "h".to_owned(),
        repo_remote: "host/r".to_owned(),
        binding: Some("local".to_owned()),
        verdict: Some("pass".to_owned()),
    }
}

fn check(document: &Value, expect: &[&str]) {
    let problems = attestation_verify(document, Some(&expectation()));
    let codes: Vec<_> = problems.iter().map(|problem| problem.fault.code()).collect();
    assert_eq!(codes, expect, "{document} {problems:?}");
}

#[test]
fn one_edit_is_one_problem() {
    check(&attestation(), &[]);
    for (pointer, value, expect) in [
        ("/schema", json!("agentproto.review.attestation/v2"), &["schema"][..]),
        ("/rangeSha", json!("0".repeat(64)), &["range-sha"]),
        ("/verdict", json!("block"), &["verdict-fold", "verdict"]),
        ("/lanes/0/status", json!("fail"), &["verdict-fold"]),
        ("/lanes/0/status", json!("odd"), &["shape", "verdict-fold"]),
        ("/lanes/0/blocking", json!(false), &["verdict-fold"]),
        ("/lanes", json!([]), &["verdict-fold"]),
        ("/manifestSha", json!("0".repeat(64)), &["manifest-sha"]),
        ("/target/baseSha", json!("x"), &["range-sha", "base-sha"]),
        ("/target/headSha", json!("x"), &["range-sha", "head-sha"]),
        ("/target/repoRemote", json!("x"), &["repo-remote"]),
        ("/binding", json!("ci"), &["binding"]),
        ("/schema", json!(1), &["shape"]),
        ("/lanes", json!({}), &["shape"]),
        ("/lanes/0/blocking", json!("true"), &["shape"]),
        ("/lanes/0/exitCode", json!(null), &["shape"]),
        ("/runId", json!("run-1"), &["shape"]),
        ("/createdAt", json!("2026-01-02 03:04:05Z"), &["shape"]),
        ("/createdAt", json!("2026-02-30T03:04:05Z"), &["shape"]),
        ("/createdAt", json!("2026-01-02T03:04:05+01:00"), &[]),
        ("/attestor/presets", json!(["a", "a"]), &["shape"]),
    ] {
        let mut document = attestation();
        *document.pointer_mut(pointer).unwrap() = value;
        check(&document, expect);
    }
    for (member, value, expect) in [
        ("dirty", json!(true), &["dirty"][..]),
        ("dirty", json!(false), &["shape"]),
        ("dirty", json!("yes"), &["shape", "dirty"]),
        ("dirty", json!(0), &["shape"]),
        ("packs", json!([]), &["shape"]),
        ("later", json!({"any": [null]}), &[]),
        ("requester", json!({"gitAuthor": {"name": "n"}}), &["shape"]),
        ("pr", json!({"provider": "github", "repo": "o/n", "number": 1, "url": "u"}), &[]),
        ("pr", json!({"provider": "github", "repo": "o/n/x", "number": 0, "url": "u"}), &["shape", "shape"]),
    ] {
        let mut document = attestation();
        document[member] = value;
        check(&document, expect);
    }
}

#[test]
fn every_required_member_is_missed_once() {
    let whole = attestation();
    for name in whole.as_object().unwrap().keys() {
        let mut document = whole.clone();
        document.as_object_mut().unwrap().shift_remove(name);
        check(&document, &["shape"]);
    }
}

#[test]
fn members_that_are_not_known_are_no_problem_anywhere() {
    let mut document = attestation();
    for pointer in ["", "/target", "/lanes/0", "/attestor"] {
        document.pointer_mut(pointer).unwrap()["later"] = json!(1);
    }
    check(&document, &[]);
}

#[test]
fn all_problems_come_in_order() {
    let mut document = attestation();
    document["schema"] = json!("x");
    document["runId"] = json!(7);
    document["rangeSha"] = json!("0".repeat(64));
    document["verdict"] = json!("incomplete");
    document["manifestSha"] = json!("1".repeat(64));
    document["binding"] = json!("ci");
    document["dirty"] = json!(true);
    document["target"] = json!({"repoRemote": "x", "baseSha": "y", "headSha": "z"});
    let all = [
        "shape",
        "schema",
        "range-sha",
        "verdict-fold",
        "manifest-sha",
        "base-sha",
        "head-sha",
        "repo-remote",
        "binding",
        "verdict",
        "dirty",
    ];
    check(&document, &all);
}

#[test]
fn without_an_expectation_the_document_is_held_against_itself() {
    let mut document = attestation();
    document["binding"] = json!("ci");
    assert_eq!(attestation_verify(&document, None), []);
    document["verdict"] = json!("block");
    assert_eq!(attestation_verify(&document, None).len(), 1);
    assert!(!attestation_verify(&json!(null), None).is_empty());
}
