//! The end of a server.

use rustix::process::Signal;
use serde_json::json;

use super::client::{Client, WAITING, until_lane_is_gone, until_started};
use crate::sandbox::Sandbox;

fn nothing_is_left(sandbox: &Sandbox) {
    until_lane_is_gone(sandbox);
    assert_eq!(sandbox.json(&["ledger", "list", "--json"]), json!([]));
    assert!(!sandbox.state().join("running").exists());
}

#[test]
fn a_client_that_leaves_at_once_is_no_trouble() {
    let sandbox = Sandbox::new();
    let ended = Client::silent(&sandbox).end();
    assert_eq!((ended.code, ended.rest.len(), ended.stderr.as_str()), (Some(0), 0, ""), "{ended:?}");
    assert!(!sandbox.state().exists());
}

#[test]
fn the_end_of_input_cancels_what_the_client_started() {
    for wait in [true, false] {
        let sandbox = Sandbox::with_checks(WAITING);
        let mut client = Client::new(&sandbox);
        let id = client.begin("review_run", &json!({"cwd": sandbox.root(), "wait": wait}));
        until_started(&sandbox, 1);
        let ended = client.end();
        assert_eq!((ended.code, ended.stderr.as_str()), (Some(0), ""), "{ended:?}");
        if wait {
            let answer = ended.rest.iter().find(|message| message["id"] == id).unwrap();
            assert_eq!(answer["result"]["structuredContent"]["status"], "cancelled");
        }
        nothing_is_left(&sandbox);
    }
}

#[test]
fn questions_that_were_asked_before_the_end_are_answered() {
    let sandbox = Sandbox::new();
    let mut client = Client::new(&sandbox);
    let id = client.ask("tools/call", &json!({"name": "review_ledger", "arguments": {}}));
    let ended = client.end();
    let answer = ended.rest.iter().find(|message| message["id"] == id).unwrap();
    assert_eq!(answer["result"]["structuredContent"]["total"], 0);
}

#[test]
fn signals_cancel_and_end_the_server() {
    for signal in [Signal::TERM, Signal::INT] {
        let sandbox = Sandbox::with_checks(WAITING);
        let mut client = Client::new(&sandbox);
        client.begin("review_run", &json!({"cwd": sandbox.root()}));
        until_started(&sandbox, 1);
        client.signal(signal);
        let ended = client.ended();
        assert_eq!((ended.code, ended.stderr.as_str()), (Some(0), ""), "{ended:?}");
        nothing_is_left(&sandbox);
    }
    // Before anything was asked too.
    let sandbox = Sandbox::new();
    let mut client = Client::silent(&sandbox);
    assert_eq!(client.request("ping", &json!({}))["result"], json!({}));
    client.signal(Signal::TERM);
    assert_eq!(client.ended().code, Some(0));
}

#[test]
fn a_server_that_is_killed_leaves_no_lane_behind() {
    let sandbox = Sandbox::with_checks(WAITING);
    let mut client = Client::new(&sandbox);
    client.begin("review_run", &json!({"cwd": sandbox.root()}));
    until_started(&sandbox, 1);
    client.signal(Signal::KILL);
    assert_eq!(client.ended().code, None);
    until_lane_is_gone(&sandbox);
    assert_eq!(sandbox.json(&["ledger", "list", "--json"]), json!([]));
}
