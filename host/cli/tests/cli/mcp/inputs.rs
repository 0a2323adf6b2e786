//! Inputs that cannot be right.

use serde_json::{Value, json};

use super::client::Client;
use crate::sandbox::Sandbox;

#[test]
fn wrong_inputs_say_what_is_wrong() {
    let sandbox = Sandbox::with_checks("checks:\n  - {id: a, kind: command, run: 'touch ../ran'}");
    let mut client = Client::new(&sandbox);
    let cwd = sandbox.root().to_str().unwrap();
    let pr = |number: u64, url: &str| json!({"provider": "github", "repo": "a/b", "number": number, "url": url});
    let check = |client: &mut Client, tool: &str, input: Value, expect: &str| {
        let refusal = client.refusal(tool, &input);
        assert!(refusal.contains(expect), "{tool} {input}: {refusal}");
    };
    for (tool, input, expect) in [
        ("review_run", json!({}), "missing field `cwd`"),
        (
            "review_run",
            json!({"cwd": cwd, "bindng": "x"}),
            "unknown field `bindng`, expected one of `cwd`, `manifestPath`",
        ),
        ("review_run", json!({"cwd": 7}), "cwd: invalid type"),
        ("review_run", json!({"cwd": ""}), "cwd: it is empty"),
        ("review_run", json!({"cwd": "/no/such/folder"}), "cwd: /no/such/folder"),
        ("review_run", json!({"cwd": format!("{cwd}/README")}), "is not a folder"),
        ("review_run", json!({"cwd": format!("{cwd}\u{0}")}), "control characters"),
        ("review_run", json!({"cwd": cwd, "manifestPath": "nowhere.md"}), "manifestPath: "),
        ("review_run", json!({"cwd": cwd, "wait": "no"}), "wait: invalid type"),
        ("review_run", json!({"cwd": cwd, "binding": ""}), "binding: it is empty"),
        ("review_run", json!({"cwd": cwd, "binding": "nobody"}), "there is no binding `nobody`"),
        ("review_run", json!({"cwd": cwd, "base": "--upload-pack=x"}), "begins with '-'"),
        ("review_run", json!({"cwd": cwd, "head": "nowhere"}), "\\\"nowhere\\\" is not a commit"),
        ("review_run", json!({"cwd": cwd, "requesterSessionId": "x".repeat(300)}), "more than 256"),
        ("review_run", json!({"cwd": cwd, "pr": {"number": 1}}), "pr: missing field"),
        ("review_run", json!({"cwd": cwd, "pr": pr(2, "https://github.com/a/b/pull/1")}), "pr: url must be"),
        ("review_run", json!({"cwd": cwd, "pr": pr(0, "https://github.com/a/b/pull/0")}), "pr: url must be"),
        ("review_run", json!({"cwd": cwd, "pr": "https://github.com/a/b/pull/1"}), "pr: invalid type"),
        ("review_status", json!({}), "missing field `runId`"),
        ("review_status", json!({"runId": "review-nobody"}), "no run \"review-nobody\" is known"),
        ("review_cancel", json!({"runId": 3}), "runId: invalid type"),
        ("review_ledger", json!({"limit": 0}), "limit: it must be from 1 to 500, and is 0"),
        ("review_ledger", json!({"limit": 501}), "limit: it must be from 1 to 500, and is 501"),
        ("review_ledger", json!({"limit": -1}), "limit: it must be from 1 to 500, and is -1"),
        ("review_ledger", json!({"limit": 1.5}), "limit: invalid type"),
        ("review_ledger", json!({"range": "main..HEAD"}), "is no range"),
        ("review_ledger", json!({"subtree": true}), "subtree: it needs requesterSessionId"),
        ("review_ledger", json!({"cwd": cwd, "repoRemote": "github.com/a/b"}), "repoRemote: "),
        ("review_export", json!({}), "name the review"),
        ("review_export", json!({"runId": "review-nobody"}), "no run \"review-nobody\" is in the ledger"),
        ("review_export", json!({"repoRemote": "github.com/a/b"}), "name the review"),
        ("review_export", json!({"repoRemote": "github.com/a/b", "rangeSha": "abc"}), "64 lowercase hex"),
        (
            "review_export",
            json!({"repoRemote": "github.com/a/b", "rangeSha": "a".repeat(64)}),
            "no review of that repository",
        ),
        ("review_pr", json!({}), "name the review"),
        ("review_pr", json!({"prUrl": "https://example.com/a/b/pull/1"}), "prUrl: "),
        ("review_pr", json!({"runId": "review-nobody"}), "no such review is in the ledger"),
    ] {
        check(&mut client, tool, input, expect);
    }
    assert!(!sandbox.root().join("../ran").exists());
    assert_eq!(client.end().code, Some(0));
}
