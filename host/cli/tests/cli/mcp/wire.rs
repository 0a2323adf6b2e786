//! What comes in that is no message, or too much of one.

use serde_json::json;

use super::client::Client;
use crate::sandbox::Sandbox;

#[test]
fn what_is_no_message_gets_an_error_and_the_server_goes_on() {
    let sandbox = Sandbox::new();
    let mut client = Client::new(&sandbox);
    for (line, code, id) in [
        ("{", -32700, json!(null)),
        ("what?", -32700, json!(null)),
        ("[1, 2]", -32600, json!(null)),
        (r#"{"jsonrpc": "2.0", "id": "x"}"#, -32600, json!("x")),
        (r#"{"jsonrpc": "2.0", "id": "y", "method": "no/such"}"#, -32601, json!("y")),
        (r#"{"jsonrpc": "2.0", "id": "z", "method": "tools/call"}"#, -32602, json!("z")),
        (r#"{"jsonrpc": "2.0", "id": "w", "method": "tools/call", "params": {"name": 7}}"#, -32602, json!("w")),
        (r#"{"jsonrpc": "2.0", "id": "v", "method": "tools/call", "params": {"name": "rm"}}"#, -32602, json!("v")),
    ] {
        client.line(line);
        let answer = client.wait_for(|message| message.get("error").is_some());
        assert_eq!((&answer["error"]["code"], &answer["id"]), (&json!(code), &id), "{line}: {answer}");
    }
    client.line("");
    client.notify("notifications/nobody-knows", &json!({}));
    assert_eq!(client.request("ping", &json!({}))["result"], json!({}));
    let ended = client.end();
    assert_eq!((ended.code, ended.rest.len(), ended.stderr.as_str()), (Some(0), 0, ""), "{ended:?}");
}

#[test]
fn large_requests_do_no_harm() {
    let sandbox = Sandbox::new();
    let mut client = Client::new(&sandbox);
    let large = "x".repeat(10 * 1024 * 1024);
    let refusal = client.refusal("review_run", &json!({"cwd": large}));
    assert!(refusal.contains("4096 are the most"), "{refusal}");
    let refusal = client.refusal("review_status", &json!({large.as_str(): 1}));
    assert!(refusal.len() < 1000 && refusal.contains("the input is not right"), "{refusal}");
    client.line(&"[".repeat(33 * 1024 * 1024));
    let answer = client.wait_for(|message| message["error"]["code"] == -32600);
    assert!(answer["error"]["message"].as_str().unwrap().contains("at most"), "{answer}");
    assert_eq!(client.call("review_ledger", &json!({}))["total"], 0);
}

#[test]
fn what_comes_before_the_greeting_is_no_reason_to_end() {
    let sandbox = Sandbox::new();
    let mut client = Client::silent(&sandbox);
    client.notify("notifications/cancelled", &json!({"requestId": 7}));
    client.line("nonsense");
    assert_eq!(client.wait_for(|message| message.get("error").is_some())["error"]["code"], -32700);
    assert_eq!(client.request("ping", &json!({}))["result"], json!({}));
    assert_eq!(client.greet().call("review_ledger", &json!({}))["total"], 0);
}
