//! Clients that ask for the same review.

use serde_json::json;

use super::client::{Client, WAITING, let_go, until_started};
use crate::sandbox::Sandbox;

fn joins(client: &mut Client) {
    client.wait_for(|message| {
        let told = message["params"]["message"].as_str();
        told.is_some_and(|told| told.contains("the same review is running already"))
    });
}

#[test]
fn a_second_client_joins_and_runs_nothing() {
    let sandbox = Sandbox::with_checks(WAITING);
    let (mut first, mut second) = (Client::new(&sandbox), Client::new(&sandbox));
    let input = json!({"cwd": sandbox.root()});
    let mine = first.begin("review_run", &input);
    until_started(&sandbox, 1);
    let theirs = second.begin("review_run", &input);
    joins(&mut second);
    // And once more in the same server.
    let again = first.begin("review_run", &input);
    joins(&mut first);
    let_go(&sandbox);
    let mine = first.result(mine)["structuredContent"].clone();
    for view in [second.result(theirs), first.result(again)] {
        let view = &view["structuredContent"];
        assert_eq!((&view["joined"], &view["runId"]), (&json!(true), &mine["runId"]));
        assert_eq!(view["attestation"], mine["attestation"]);
        // The id that it began with stands for it too.
        let _ = view["requestedAs"].as_str().unwrap();
    }
    until_started(&sandbox, 1);
}

#[test]
fn when_the_client_that_runs_it_leaves_the_other_takes_over() {
    let sandbox = Sandbox::with_checks(WAITING);
    let (mut first, mut second) = (Client::new(&sandbox), Client::new(&sandbox));
    let input = json!({"cwd": sandbox.root()});
    first.begin("review_run", &input);
    until_started(&sandbox, 1);
    let theirs = second.begin("review_run", &input);
    joins(&mut second);
    assert_eq!(first.end().code, Some(0));
    until_started(&sandbox, 2);
    let_go(&sandbox);
    let view = second.result(theirs)["structuredContent"].clone();
    assert_eq!(view["verdict"], "pass");
    assert!(view.get("joined").is_none(), "{view}");
}

#[test]
fn a_review_of_another_server_can_be_looked_at_and_not_cancelled() {
    let sandbox = Sandbox::with_checks(WAITING);
    let (mut first, mut second) = (Client::new(&sandbox), Client::new(&sandbox));
    let begun = first.call("review_run", &json!({"cwd": sandbox.root(), "wait": false}));
    until_started(&sandbox, 1);
    let run = json!({"runId": begun["runId"]});
    assert_eq!(second.call("review_status", &run)["status"], "running");
    let cancel = second.call("review_cancel", &run);
    assert_eq!((&cancel["cancelled"], &cancel["status"]), (&json!(false), &json!("running")));
    assert_eq!(first.call("review_cancel", &run)["cancelled"], true);
}

#[test]
fn a_newer_head_takes_the_place_of_an_older_one() {
    let sandbox = Sandbox::with_checks(WAITING);
    let mut client = Client::new(&sandbox);
    let older = client.begin("review_run", &json!({"cwd": sandbox.root()}));
    until_started(&sandbox, 1);
    sandbox.commit_all("newer");
    let newer = client.begin("review_run", &json!({"cwd": sandbox.root(), "supersede": true}));
    let older = client.result(older)["structuredContent"].clone();
    until_started(&sandbox, 2);
    let_go(&sandbox);
    let newer = client.result(newer)["structuredContent"].clone();
    assert_eq!((&older["status"], &older["supersededBy"]), (&json!("cancelled"), &newer["runId"]));
    assert_eq!(newer["verdict"], "pass");
}
