//! The ledger and exports.

use std::fs;

use serde_json::{Value, json};

use super::client::Client;
use crate::sandbox::Sandbox;

fn reviewed() -> (Sandbox, Client, Value) {
    let sandbox = Sandbox::with_checks(
        "checks:\n  - {id: a, kind: command, run: 'true'}\n  - {id: b, kind: command, run: 'true'}\n\
         bindings:\n  one: {checks: [a]}\n  two: {checks: [b]}\nverdict: {exportDir: .reviews}",
    );
    let mut client = Client::new(&sandbox);
    let view =
        client.call("review_run", &json!({"cwd": sandbox.root(), "binding": "one", "requesterSessionId": "root"}));
    assert_eq!(view["verdict"], "pass", "{view}");
    (sandbox, client, view)
}

#[test]
fn the_ledger_narrowed_down() {
    let (sandbox, mut client, one) = reviewed();
    let other = json!({"cwd": sandbox.root(), "binding": "two", "requesterSessionId": "other"});
    let two = client.call("review_run", &other);
    let target = &one["attestation"]["target"];
    let short = |sha: &Value| sha.as_str().unwrap()[..7].to_owned();
    let range = format!("{}..{}", short(&target["baseSha"]), short(&target["headSha"]));
    let mut check = |input: Value, total: usize, expect: &[&Value]| {
        let found = client.call("review_ledger", &input);
        let runs: Vec<&Value> = found["attestations"].as_array().unwrap().iter().map(|row| &row["runId"]).collect();
        let expect: Vec<&Value> = expect.iter().map(|view| &view["runId"]).collect();
        assert_eq!((found["total"].as_u64(), runs), (Some(total as u64), expect), "{input}");
    };
    check(json!({}), 2, &[&two, &one]);
    check(json!({"limit": 1}), 2, &[&two]);
    check(json!({"cwd": sandbox.root()}), 2, &[&two, &one]);
    check(json!({"repoRemote": target["repoRemote"], "binding": "one"}), 1, &[&one]);
    check(json!({"repoRemote": "https://github.com/a/b.git"}), 0, &[]);
    check(json!({"range": range}), 2, &[&two, &one]);
    check(json!({"range": one["attestation"]["rangeSha"], "binding": "two"}), 1, &[&two]);
    check(json!({"requesterSessionId": "root"}), 1, &[&one]);
    check(json!({"requesterSessionId": "root", "subtree": true}), 1, &[&one]);
    check(json!({"requesterSessionId": "nobody", "includeRunning": true}), 0, &[]);
    check(json!({"binding": null, "limit": null}), 2, &[&two, &one]);
    let row = client.call("review_ledger", &json!({"binding": "one"}))["attestations"][0].clone();
    assert_eq!(row["lanes"], json!([{"id": "a", "status": "pass", "blocking": true}]));
    assert_eq!((&row["verdict"], row.get("status")), (&json!("pass"), None));
}

#[test]
fn reviews_that_a_reviewer_asked_for_are_below_the_session_it_worked_for() {
    let (sandbox, mut client, one) = reviewed();
    // As if a lane of it had been a reviewer, which asked for another review.
    let path = one["ledgerPath"].as_str().unwrap();
    let mut entry: Value = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
    entry["attestation"]["lanes"][0]["sessionId"] = json!("reviewer");
    fs::write(path, entry.to_string()).unwrap();
    let below = json!({"cwd": sandbox.root(), "binding": "two", "requesterSessionId": "reviewer"});
    assert_eq!(client.call("review_run", &below)["verdict"], "pass");
    assert_eq!(client.call("review_ledger", &json!({"requesterSessionId": "root"}))["total"], 1);
    let all = client.call("review_ledger", &json!({"requesterSessionId": "root", "subtree": true}));
    assert_eq!(all["total"], 2);
}

#[test]
fn an_export_is_the_attestation_where_the_gate_reads_it() {
    let (sandbox, mut client, view) = reviewed();
    let exported = client.call("review_export", &json!({"runId": view["runId"]}));
    assert_eq!((&exported["runId"], &exported["verdict"]), (&view["runId"], &json!("pass")));
    let path = exported["path"].as_str().unwrap();
    assert!(path.starts_with(sandbox.root().join(".reviews").to_str().unwrap()), "{path}");
    let written: Value = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
    assert_eq!(written, view["attestation"]);
    sandbox.assize(&["verify", path]).assert().code(0);
    // By repository and range, to a place of the client's own.
    let by_range = json!({
        "repoRemote": view["attestation"]["target"]["repoRemote"], "rangeSha": view["attestation"]["rangeSha"],
        "outPath": "../elsewhere/a.json", "cwd": sandbox.root(),
    });
    let exported = client.call("review_export", &by_range);
    assert_eq!(fs::read_to_string(exported["path"].as_str().unwrap()).unwrap(), fs::read_to_string(path).unwrap());
    client.call("review_export", &by_range);
    // The id of a request that a recorded verdict served stands for the recorded run.
    let again = client.call("review_run", &json!({"cwd": sandbox.root(), "binding": "one"}));
    assert_eq!(again["cached"], true);
    assert_eq!(client.call("review_export", &json!({"runId": again["runId"]}))["runId"], view["runId"]);
    // Where several reviews fit they are named.
    let two = client.call("review_run", &json!({"cwd": sandbox.root(), "binding": "two"}));
    let refusal = client.refusal("review_export", &by_range);
    for view in [&view, &two] {
        assert!(refusal.contains(view["runId"].as_str().unwrap()), "{refusal}");
    }
    let mut chosen = by_range.clone();
    chosen["binding"] = json!("two");
    assert_eq!(client.call("review_export", &chosen)["runId"], two["runId"]);
}

#[test]
fn an_export_replaces_nothing_but_exports() {
    let (sandbox, mut client, view) = reviewed();
    sandbox.write("package.json", "{\"name\": \"x\"}");
    for (path, expect) in [
        ("package.json", "holds no attestation"),
        ("README", "no .json file"),
        (".git/hooks/x.json", "git's own"),
        (sandbox.state().join("keys/x.json").to_str().unwrap(), "in the state folder"),
    ] {
        let refusal = client.refusal("review_export", &json!({"runId": view["runId"], "outPath": path}));
        assert!(refusal.contains(expect), "{path}: {refusal}");
    }
    assert_eq!(fs::read_to_string(sandbox.root().join("package.json")).unwrap(), "{\"name\": \"x\"}");
}
