//! How a sub-command's document is printed.

use std::ffi::OsString;
use std::io::Write as _;

use assize_schemas::canonical_json;
use serde_json::{Map, Value};

use super::failed::Failed;
use crate::args::EffectFormat;
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output::to_stderr;
use crate::palette::Tone;
use crate::text::plain_json;

/// What a sub-command answers: its members, under the schema `aiwg.effect.<name>.v1`.
#[derive(Debug)]
pub(super) struct Answer {
    pub(super) name: &'static str,
    pub(super) members: Map<String, Value>,
    pub(super) exit_code: u8,
}

impl Answer {
    /// An answer of the members of an object.
    pub(super) fn new(name: &'static str, document: Value, exit_code: u8) -> Self {
        let members = match document {
            Value::Object(members) => members,
            _ => Map::new(),
        };
        Self { name, members, exit_code }
    }

    fn to_json(&self) -> Value {
        let mut members = self.members.clone();
        members.insert("schema".to_owned(), format!("aiwg.effect.{}.v1", self.name).into());
        members.insert("exitCode".to_owned(), self.exit_code.into());
        Value::Object(members)
    }
}

/// Prints what a sub-command answers, or why it failed.
pub(super) fn print(
    context: &mut Context,
    format: EffectFormat,
    answer: &Result<Answer, Failed>,
) -> Result<Exit, Failure> {
    let (document, code) = match answer {
        Ok(answer) => (answer.to_json(), answer.exit_code),
        Err(failed) => (failed.to_json(), failed.exit_code),
    };
    match format {
        EffectFormat::Json => {
            // The text stays JSON of the same value where a terminal would be misled.
            writeln!(context.output, "{}", plain_json(canonical_json(&document)))?;
        }
        EffectFormat::Text => {
            let mut text = String::new();
            if let Some(error) = document.get("error") {
                let label = context.error_palette.paint(Tone::Bad, "error:");
                let message = error.get("message").and_then(Value::as_str).unwrap_or_default();
                to_stderr(&format!("{label} {}\n", context.relay.line(message)));
            } else {
                lines(&document, "", &mut text);
            }
            for line in text.lines() {
                let (label, rest) = line.split_at(line.find(": ").map_or(line.len(), |at| at + 1));
                let label = context.output_palette.paint(Tone::Strong, label);
                let rest = context.relay.line(rest.trim_start());
                let blank = if rest.is_empty() { "" } else { " " };
                writeln!(context.output, "{label}{blank}{rest}")?;
            }
        }
    }
    Ok(Exit::of(code))
}

/// Writes a document for people: a member a line, what is in it indented, what is null left out.
fn lines(value: &Value, indent: &str, text: &mut String) {
    let inner = format!("{indent}  ");
    match value {
        Value::Object(members) => {
            for (name, member) in members.iter().filter(|(name, member)| *name != "schema" && !member.is_null()) {
                entry(name, member, indent, &inner, text);
            }
        }
        Value::Array(items) => {
            for item in items {
                match item {
                    Value::Object(_) => {
                        text.push_str(indent);
                        text.push_str("-\n");
                        lines(item, &inner, text);
                    }
                    other => text.push_str(&format!("{indent}- {}\n", scalar(other))),
                }
            }
        }
        other => text.push_str(&format!("{indent}{}\n", scalar(other))),
    }
}

fn entry(name: &str, member: &Value, indent: &str, inner: &str, text: &mut String) {
    match member {
        Value::Object(members) if members.is_empty() => {}
        Value::Array(items) if items.is_empty() => text.push_str(&format!("{indent}{name}: none\n")),
        Value::Object(_) | Value::Array(_) => {
            text.push_str(&format!("{indent}{name}:\n"));
            lines(member, inner, text);
        }
        other => text.push_str(&format!("{indent}{name}: {}\n", scalar(other))),
    }
}

fn scalar(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// What is printed when the arguments of `assize effect` are not understood: the same document as for any other
/// mistake, unless text is asked for.
pub(crate) fn refused_arguments(arguments: &[OsString], message: &str) -> Option<String> {
    let texts: Vec<&str> = arguments.iter().filter_map(|argument| argument.to_str()).collect();
    let own = texts.split(|text| *text == "--").next().unwrap_or_default();
    let wants_text = own.windows(2).any(|pair| matches!(pair, ["--format", "text"])) || own.contains(&"--format=text");
    if wants_text {
        return None;
    }
    let first: Vec<&str> = message.lines().map(str::trim).take_while(|line| !line.is_empty()).collect();
    let message = first.join(" ");
    let message = message.strip_prefix("error: ").unwrap_or(&message);
    Some(format!("{}\n", plain_json(canonical_json(&Failed::usage(None, message).to_json()))))
}
