//! Running reviews.

use serde_json::{Value, json};

use super::client::{Client, WAITING, let_go, until_lane_is_gone, until_started};
use crate::sandbox::Sandbox;

#[test]
fn a_review_tells_how_far_it_is_and_what_it_came_to() {
    let sandbox = Sandbox::with_checks(
        "checks:\n  - {id: a, kind: command, run: 'true'}\n  - {id: b, kind: command, run: 'echo bad; exit 1'}\n  \
         - {id: c, kind: command, run: 'true'}",
    );
    let mut client = Client::new(&sandbox);
    let id = client.begin("review_run", &json!({"cwd": sandbox.root(), "requesterSessionId": "agent-7"}));
    let result = client.result(id);
    assert_eq!(result["isError"], false);
    let view = &result["structuredContent"];
    assert_eq!((&view["status"], &view["verdict"], &view["exitCode"]), (&json!("done"), &json!("block"), &json!(1)));
    assert_eq!(view["attestation"]["requester"]["sessionId"], "agent-7");
    assert_eq!(view["attestation"]["lanes"][1]["findings"][0]["detail"], "bad\n");
    assert!(std::path::Path::new(view["ledgerPath"].as_str().unwrap()).exists());
    let progress = client.progress(id);
    let numbers: Vec<f64> = progress.iter().map(|told| told["progress"].as_f64().unwrap()).collect();
    assert!(numbers.windows(2).all(|pair| pair[0] < pair[1]), "{progress:?}");
    assert_eq!((numbers.first(), numbers.last()), (Some(&0.0), Some(&3.0)), "{progress:?}");
    assert!(progress.iter().all(|told| told["total"] == 3.0), "{progress:?}");
    let messages: Vec<&str> = progress.iter().filter_map(|told| told["message"].as_str()).collect();
    assert!(messages.contains(&"b: fail") && messages.contains(&"a: pass"), "{messages:?}");
    // The same run as the ledger has it, and the command line.
    let shown = sandbox.json(&["ledger", "show", view["runId"].as_str().unwrap(), "--json"]);
    assert_eq!(shown["attestation"], view["attestation"]);
    let again = client.call("review_run", &json!({"cwd": sandbox.root()}));
    assert_eq!((&again["cached"], &again["attestation"]), (&json!(true), &view["attestation"]));
    let anew = client.call("review_run", &json!({"cwd": sandbox.root(), "nocache": true}));
    assert!(anew.get("cached").is_none());
    assert_eq!(client.end().code, Some(0));
}

#[test]
fn a_run_that_fails_is_an_error_with_its_document() {
    let sandbox = Sandbox::with_checks(
        "checks:\n  - {id: p, kind: command, effects: true, run: 'exit 3'}\n  - {id: a, kind: command, run: 'true'}\n\
         bindings:\n  default: {prepare: [p], checks: [a]}",
    );
    let mut client = Client::new(&sandbox);
    let id = client.begin("review_run", &json!({"cwd": sandbox.root()}));
    let result = client.result(id);
    let view = &result["structuredContent"];
    assert_eq!((&result["isError"], &view["status"], &view["exitCode"]), (&json!(true), &json!("failed"), &json!(3)));
    assert!(view["error"].as_str().unwrap().contains("the prepare check \"p\" failed"), "{view}");
    assert!(view.get("attestation").is_none() && view.get("verdict").is_none());
    assert_eq!(client.call("review_status", &json!({"runId": view["runId"]}))["status"], "failed");
}

#[test]
fn without_waiting_the_status_tells_the_rest() {
    let sandbox = Sandbox::with_checks(WAITING);
    let mut client = Client::new(&sandbox);
    let begun = client.call("review_run", &json!({"cwd": sandbox.root(), "wait": false}));
    assert_eq!(begun["status"], "running", "{begun}");
    let run = &json!({"runId": begun["runId"]});
    until_started(&sandbox, 1);
    let status = client.call("review_status", run);
    assert_eq!(status["status"], "running");
    assert_eq!(status["lanes"], json!([{"id": "a", "kind": "command", "blocking": true, "status": "running"}]));
    let rows = client.call("review_ledger", &json!({"cwd": sandbox.root(), "includeRunning": true}));
    assert_eq!((&rows["total"], &rows["attestations"][0]["status"]), (&json!(1), &json!("running")));
    assert_eq!(rows["attestations"][0]["runId"], begun["runId"]);
    assert_eq!(client.call("review_ledger", &json!({}))["total"], 0);
    let_go(&sandbox);
    let ended = ended(&mut client, run);
    assert_eq!((&ended["status"], &ended["verdict"]), (&json!("done"), &json!("pass")));
    assert_eq!(ended["runId"], begun["runId"]);
    // A server that did not run it knows it from the ledger.
    let other = Client::new(&sandbox).call("review_status", run);
    assert_eq!((&other["status"], &other["attestation"]), (&json!("done"), &ended["attestation"]));
}

fn ended(client: &mut Client, run: &Value) -> Value {
    loop {
        let status = client.call("review_status", run);
        if status["status"] != "running" {
            return status;
        }
    }
}

#[test]
fn cancelled_by_the_clients_notification_nothing_is_recorded() {
    let sandbox = Sandbox::with_checks(WAITING);
    let mut client = Client::new(&sandbox);
    let id = client.begin("review_run", &json!({"cwd": sandbox.root()}));
    until_started(&sandbox, 1);
    client.notify("notifications/cancelled", &json!({"requestId": id, "reason": "changed my mind"}));
    until_lane_is_gone(&sandbox);
    // The request is not answered; the server goes on.
    assert_eq!(client.call("review_ledger", &json!({}))["total"], 0);
    let ended = client.end();
    assert!(ended.rest.iter().all(|message| message["id"] != id), "{ended:?}");
    assert_eq!(sandbox.json(&["ledger", "list", "--json"]), json!([]));
}

#[test]
fn cancelled_by_the_tool_nothing_is_recorded() {
    let sandbox = Sandbox::with_checks(WAITING);
    let mut client = Client::new(&sandbox);
    let waits = client.begin("review_run", &json!({"cwd": sandbox.root()}));
    until_started(&sandbox, 1);
    let rows = client.call("review_ledger", &json!({"includeRunning": true}));
    let run = json!({"runId": rows["attestations"][0]["runId"]});
    let cancelled = client.call("review_cancel", &run);
    assert_eq!((&cancelled["cancelled"], &cancelled["status"]), (&json!(true), &json!("cancelled")));
    let view = client.result(waits)["structuredContent"].clone();
    assert_eq!((&view["status"], &view["exitCode"]), (&json!("cancelled"), &json!(2)));
    assert!(view.get("attestation").is_none(), "{view}");
    until_lane_is_gone(&sandbox);
    assert_eq!(client.call("review_cancel", &run)["cancelled"], false);
    assert_eq!(client.call("review_status", &run)["status"], "cancelled");
    assert_eq!(client.call("review_cancel", &json!({"runId": "review-nobody"}))["status"], "not_found");
    assert_eq!(sandbox.json(&["ledger", "list", "--json"]), json!([]));
}

#[test]
fn several_reviews_run_at_once() {
    let first = Sandbox::with_checks(WAITING);
    let second = Sandbox::with_checks(WAITING);
    let mut client = Client::new(&first);
    let ids = [&first, &second].map(|sandbox| client.begin("review_run", &json!({"cwd": sandbox.root()})));
    until_started(&first, 1);
    until_started(&second, 1);
    // The one that was asked for last may end first.
    let_go(&second);
    assert_eq!(client.result(ids[1])["structuredContent"]["verdict"], "pass");
    let_go(&first);
    assert_eq!(client.result(ids[0])["structuredContent"]["verdict"], "pass");
}

#[test]
fn reviewers_are_those_of_the_command_line() {
    let sandbox = Sandbox::with_checks("checks:\n  - {id: look, kind: agent, preset: fine, rubric: ./rubric.md}");
    sandbox.write("rubric.md", "Look.\n");
    sandbox.commit_all("rubric");
    let script = r#"cat > /dev/null; echo '{\"findings\": []}' > \"$REVIEW_VERDICT_FILE\""#;
    let presets = format!("[presets.fine]\nharness = \"command\"\ncommand = [\"sh\", \"-c\", \"{script}\"]\n");
    std::fs::create_dir_all(sandbox.state()).unwrap();
    std::fs::write(sandbox.state().join("presets.toml"), presets).unwrap();
    let view = Client::new(&sandbox).call("review_run", &json!({"cwd": sandbox.root()}));
    assert_eq!((&view["verdict"], &view["attestation"]["attestor"]["presets"]), (&json!("pass"), &json!(["fine"])));
}
