//! What the server says of itself.

use serde_json::{Value, json};
use snapbox::{assert_data_eq, file};

use super::client::Client;
use crate::sandbox::Sandbox;

fn tools() -> Vec<Value> {
    let sandbox = Sandbox::new();
    let mut client = Client::new(&sandbox);
    let tools = client.request("tools/list", &json!({}))["result"]["tools"].as_array().unwrap().clone();
    assert_eq!(client.end().code, Some(0));
    tools
}

#[test]
fn the_tools_with_their_inputs() {
    let inputs: serde_json::Map<String, Value> = tools()
        .iter()
        .map(|tool| {
            let schema = tool["inputSchema"].clone();
            (tool["name"].as_str().unwrap().to_owned(), schema)
        })
        .collect();
    assert_data_eq!(format!("{}\n", serde_json::to_string_pretty(&inputs).unwrap()), file!["inputs.json"].raw());
}

#[test]
fn schemas_are_strict_and_plain() {
    fn each(value: &Value, look: &mut impl FnMut(&serde_json::Map<String, Value>)) {
        match value {
            Value::Object(members) => {
                look(members);
                members.values().for_each(|member| each(member, look));
            }
            Value::Array(values) => values.iter().for_each(|value| each(value, look)),
            _ => {}
        }
    }
    for tool in tools() {
        let name = &tool["name"];
        assert!(tool["description"].as_str().unwrap().len() > 40, "{name}");
        assert_eq!((&tool["inputSchema"]["type"], &tool["outputSchema"]["type"]), (&json!("object"), &json!("object")));
        each(&tool["inputSchema"], &mut |members| {
            if members.contains_key("properties") {
                assert_eq!(members["additionalProperties"], false, "{name}: {members:?}");
            }
        });
        for schema in ["inputSchema", "outputSchema"] {
            each(&tool[schema], &mut |members| {
                // Formats and unions that clients do not know or like.
                assert!(!members.contains_key("format") && !members.contains_key("$ref"), "{name}: {members:?}");
                assert!(members.get("type").is_none_or(|one| !one.is_array()), "{name}: {members:?}");
            });
        }
    }
}

#[test]
fn who_the_server_is() {
    let sandbox = Sandbox::new();
    let mut client = Client::silent(&sandbox);
    let hello =
        json!({"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}});
    let greeted = client.request("initialize", &hello)["result"].clone();
    assert_eq!(greeted["serverInfo"]["name"], "assize");
    assert_eq!(greeted["serverInfo"]["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(greeted["protocolVersion"], "2025-06-18");
    assert!(greeted["instructions"].as_str().unwrap().contains("review_run"));
}
