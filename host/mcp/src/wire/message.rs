//! From a line to a message, or to what is said of a line that is none.

use rmcp::model::{ClientJsonRpcMessage, ErrorCode};
use serde_json::{Value, json};

/// What some programs write before UTF-8 text.
const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// What a line is.
#[derive(Debug)]
pub(super) enum Incoming {
    /// A message.
    Message(Box<ClientJsonRpcMessage>),
    /// Nothing that wants an answer: a blank line, or a notification of a kind that is not known here.
    Nothing,
    /// No message; the answer says why.
    Refused(Vec<u8>),
}

/// Reads a line.
pub(super) fn read(line: &[u8]) -> Incoming {
    let line = line.strip_prefix(BYTE_ORDER_MARK).unwrap_or(line).trim_ascii();
    if line.is_empty() {
        return Incoming::Nothing;
    }
    if let Ok(message) = serde_json::from_slice(line) {
        return Incoming::Message(Box::new(message));
    }
    let value: Value = match serde_json::from_slice(line) {
        Ok(value) => value,
        Err(error) => {
            let message = format!("Parse error: the line is not JSON: {error}");
            return Incoming::Refused(refusal(&Value::Null, ErrorCode::PARSE_ERROR, &message));
        }
    };
    let id = value.get("id").filter(|id| id.is_string() || id.is_i64() || id.is_u64());
    let method = value.get("method").and_then(Value::as_str);
    match (id, method) {
        (None, Some(_)) if value.get("id").is_none() => Incoming::Nothing,
        (id, _) => {
            let message =
                "Invalid Request: the line is JSON, and no JSON-RPC 2.0 message of the Model Context Protocol";
            Incoming::Refused(refusal(id.unwrap_or(&Value::Null), ErrorCode::INVALID_REQUEST, message))
        }
    }
}

/// What is said of a line that is too long to be looked at.
pub(super) fn too_long(longest: usize) -> Vec<u8> {
    let message = format!("Invalid Request: a message has at most {longest} bytes");
    refusal(&Value::Null, ErrorCode::INVALID_REQUEST, &message)
}

fn refusal(id: &Value, code: ErrorCode, message: &str) -> Vec<u8> {
    let answer = json!({ "jsonrpc": "2.0", "id": id, "error": { "code": code.0, "message": message } });
    let mut line = answer.to_string().into_bytes();
    line.push(b'\n');
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(line: &str, expect: &str) {
        let found = match read(line.as_bytes()) {
            Incoming::Message(_) => "message".to_owned(),
            Incoming::Nothing => "nothing".to_owned(),
            Incoming::Refused(answer) => {
                let answer: Value = serde_json::from_slice(&answer).unwrap();
                format!("{} {}", answer["error"]["code"], answer["id"])
            }
        };
        assert_eq!(found, expect, "{line}");
    }

    #[test]
    fn lines_and_what_they_are() {
        check("", "nothing");
        check(" \r", "nothing");
        check(r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#, "message");
        check("\u{feff}{\"jsonrpc\":\"2.0\",\"id\":\"a\",\"method\":\"tools/list\"}\r", "message");
        check(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#, "message");
        check(r#"{"jsonrpc":"2.0","id":1,"method":"nobody/knows"}"#, "message");
        check("{", "-32700 null");
        check("nothing of the kind", "-32700 null");
        check(&"[".repeat(100_000), "-32700 null");
        check("[]", "-32600 null");
        check("7", "-32600 null");
        check(r#"{"jsonrpc":"2.0","id":3}"#, "-32600 3");
        check(r#"{"jsonrpc":"1.0","id":"x","method":"ping"}"#, "-32600 \"x\"");
        check(r#"{"id":1.5,"method":"ping"}"#, "-32600 null");
    }
}
