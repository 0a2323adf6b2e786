//! Pull requests beside reviews.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;

use serde_json::{Value, json};
use snapbox::cmd::cargo_bin;

use super::client::Client;
use crate::sandbox::Sandbox;

const URL: &str = "https://github.com/ada/engine/pull/12";

/// A repository on GitHub with a review, and a server that finds a `gh` of ours before any other.
fn reviewed(gh: &str) -> (Sandbox, Client, Value) {
    let sandbox = Sandbox::with_checks("checks:\n  - {id: a, kind: command, run: 'true'}");
    sandbox.git(&["remote", "add", "origin", "git@github.com:ada/engine.git"]);
    let folder = sandbox.root().join("../bin");
    fs::create_dir(&folder).unwrap();
    let program = folder.join("gh");
    fs::write(&program, format!("#!/bin/sh\n{gh}\n")).unwrap();
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    let mut command = sandbox.command(cargo_bin!("assize"));
    let folder = fs::canonicalize(folder).unwrap();
    command.env("PATH", format!("{}:{}", folder.display(), std::env::var("PATH").unwrap()));
    let mut client = Client::with(command).greet();
    let view = client.call("review_run", &json!({"cwd": sandbox.root()}));
    assert_eq!(view["verdict"], "pass", "{view}");
    (sandbox, client, view)
}

/// A `gh` that knows one pull request, whose head is `head`.
fn knows(head: &str) -> String {
    format!(
        r#"for last; do :; done
case "$last" in
  */pulls/12) echo '{{"state": "open", "head": {{"sha": "{head}"}}}}' ;;
  */pulls/12/reviews*) echo '[{{"user": {{"login": "bob"}}, "state": "APPROVED", "submitted_at": "2026-01-01T00:00:00Z"}}]' ;;
  */check-runs*) echo '{{"check_runs": [{{"name": "build", "conclusion": "success"}}]}}' ;;
  */commits/*/pulls*) echo '[{{"html_url": "{URL}", "state": "open", "head": {{"sha": "x"}}}}]' ;;
  *) echo "what? $last" >&2; exit 1 ;;
esac"#
    )
}

#[test]
fn the_pull_request_of_a_review_is_found_and_noted() {
    let (sandbox, mut client, view) = reviewed(&knows("abc"));
    let before = fs::read_to_string(view["ledgerPath"].as_str().unwrap()).unwrap();
    let found = client.call("review_pr", &json!({"cwd": sandbox.root()}));
    assert_eq!((&found["ok"], &found["linkedVia"], &found["snapshots"]), (&json!(true), &json!("resolved"), &json!(1)));
    assert_eq!((&found["pr"]["url"], &found["attestation"]["runId"]), (&json!(URL), &view["runId"]));
    let mut status = found["status"].clone();
    assert!(status.as_object_mut().unwrap().remove("fetchedAt").unwrap().is_string());
    assert_eq!(
        status,
        json!({
            "state": "open", "headSha": "abc", "checks": [{"name": "build", "conclusion": "success"}],
            "reviews": [{"login": "bob", "state": "APPROVED", "submittedAt": "2026-01-01T00:00:00Z"}],
        })
    );
    // It is noted now; the attestation stays as it was.
    let again = client.call("review_pr", &json!({"prUrl": URL}));
    assert_eq!((&again["linkedVia"], &again["snapshots"]), (&json!("annotation"), &json!(2)));
    assert_eq!(fs::read_to_string(view["ledgerPath"].as_str().unwrap()).unwrap(), before);
    assert_eq!(client.call("review_ledger", &json!({}))["attestations"][0]["pr"]["url"], URL);
    // Another pull request does not take its place.
    let other =
        client.call("review_pr", &json!({"runId": view["runId"], "prUrl": "https://github.com/ada/engine/pull/13"}));
    assert_eq!((&other["linkedVia"], &other["pr"]["url"]), (&json!("annotation"), &json!(URL)));
}

#[test]
fn a_link_is_noted_also_where_github_cannot_be_asked() {
    let (_sandbox, mut client, view) = reviewed("echo 'not logged in' >&2; exit 4");
    let run = &view["runId"];
    let lost = client.call("review_pr", &json!({"runId": run}));
    assert_eq!((&lost["ok"], &lost["error"]["code"]), (&json!(false), &json!("gh_failed")));
    assert!(lost["error"]["message"].as_str().unwrap().contains("not logged in"), "{lost}");
    assert!(lost.get("pr").is_none());
    let linked = client.call("review_pr", &json!({"rangeSha": view["attestation"]["rangeSha"], "prUrl": URL}));
    assert_eq!((&linked["ok"], &linked["linkedVia"]), (&json!(false), &json!("prUrl")));
    assert_eq!((&linked["pr"]["number"], &linked["snapshots"]), (&json!(12), &json!(0)));
    assert_eq!(client.call("review_ledger", &json!({}))["attestations"][0]["pr"]["url"], URL);
}

#[test]
fn a_repository_elsewhere_has_no_pull_request_that_could_be_found() {
    let (sandbox, mut client, _) = reviewed(&knows("abc"));
    sandbox.git(&["remote", "set-url", "origin", "https://gitlab.com/ada/engine.git"]);
    client.call("review_run", &json!({"cwd": sandbox.root()}));
    let lost = client.call("review_pr", &json!({"cwd": sandbox.root()}));
    assert_eq!((&lost["ok"], &lost["error"]["code"]), (&json!(false), &json!("unsupported_remote")));
}
