//! Reading what clients ask.

use rmcp::model::JsonObject;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::answer::{ToolError, wrong};

/// The most characters of an error about an input: it may repeat what it found.
const MESSAGE: usize = 600;
/// The most bytes of a name or a path.
const LONGEST: usize = 4096;

/// Reads the arguments of a tool. A member that the tool does not have is an error.
pub(super) fn read<T: DeserializeOwned>(arguments: JsonObject) -> Result<T, ToolError> {
    serde_path_to_error::deserialize(Value::Object(arguments)).map_err(|error| {
        let path = error.path().to_string();
        let place = if path == "." { String::new() } else { format!("{path}: ") };
        let message = format!("the input is not right: {place}{}", error.inner());
        ToolError::Input(shortened(&message))
    })
}

/// A text that is not empty, not too long and has no control characters in it.
pub(super) fn text(member: &str, given: &str) -> Result<String, ToolError> {
    if given.is_empty() {
        Err(wrong(member, "it is empty"))
    } else if given.len() > LONGEST {
        Err(wrong(member, format!("it has {} bytes, and {LONGEST} are the most", given.len())))
    } else if given.chars().any(char::is_control) {
        Err(wrong(member, "it has control characters in it"))
    } else {
        Ok(given.to_owned())
    }
}

/// The same for one that may be left out.
pub(super) fn optional(member: &str, given: Option<&String>) -> Result<Option<String>, ToolError> {
    given.map(|given| text(member, given)).transpose()
}

fn shortened(message: &str) -> String {
    match message.char_indices().nth(MESSAGE) {
        Some((end, _)) => format!("{}…", message.get(..end).unwrap_or_default()),
        None => message.to_owned(),
    }
}
