//! Questions about a whole effect ledger, whose files are in the question.

use std::io;

use assize_effects::{LookupError, MemoryFiles, Sink, VerifyOptions, lookup as lookup_effect, verify_ledger};
use assize_schemas::shape::{NOT_EMPTY, Shape, optional, required};
use serde_json::{Value, json};

use super::answer::{Answer, Failure};
use super::effect::{refused, scope};
use super::input::{items, optional_text, text};

static FILES: Shape = Shape::Map(&NOT_EMPTY, &Shape::Text);
static SINK: Shape = Shape::Object(&[optional("text", &Shape::Text, "The newest checkpoint that the sink holds.")]);
static KEYIDS: Shape = Shape::List { items: &Shape::Text, least: 0, distinct: false };

pub(super) static VERIFY: Shape = Shape::Object(&[
    required("scope", &Shape::Any, "Whose ledger it is."),
    required("files", &FILES, "The ledger's files by their paths in its folder."),
    optional("sink", &SINK, "The sink of the checkpoints; none is configured without it."),
    optional("checkIndex", &Shape::Boolean, "Whether the index is held against the records; true by default."),
    optional("trustedKeyids", &KEYIDS, "The keys of which the first one must be one."),
]);

pub(super) static LOOKUP: Shape = Shape::Object(&[
    required("scope", &Shape::Any, "Whose ledger it is."),
    required("files", &FILES, "The ledger's files by their paths in its folder."),
    required("effectId", &Shape::Any, "The id of the effect."),
]);

/// `effect-ledger-verify`: whether a ledger holds.
pub(super) fn verify(question: &Value) -> Answer {
    let scope = scope(question)?;
    let sink = match question.get("sink") {
        None => Sink::None,
        Some(sink) => optional_text(sink, "text").map_or(Sink::Empty, |text| Sink::Holds(text.to_owned())),
    };
    let trusted = items(question, "trustedKeyids").iter().filter_map(Value::as_str).map(str::to_owned).collect();
    let check_index = question.get("checkIndex").and_then(Value::as_bool).unwrap_or(true);
    let options = VerifyOptions { check_index, trusted_genesis: trusted, sink };
    let report = verify_ledger(&files(question), &scope, &options).map_err(|error| unreadable(&error))?;
    Ok(report.to_json())
}

/// `effect-lookup`: what a ledger says of one effect.
pub(super) fn lookup(question: &Value) -> Answer {
    let scope = scope(question)?;
    let found = lookup_effect(&files(question), &scope, text(question, "effectId")).map_err(|error| match error {
        LookupError::EffectId(error) => refused(&error),
        LookupError::Integrity(failure) => {
            let path = failure.path.unwrap_or_default();
            Failure::at(&failure.code, &path, failure.message)
        }
        other => Failure::new("unreadable", other.to_string()),
    })?;
    let mut document = found.to_json();
    if let Some(members) = document.as_object_mut() {
        members.insert("exitCode".to_owned(), json!(found.exit_code()));
    }
    Ok(document)
}

fn files(question: &Value) -> MemoryFiles {
    let files = question.get("files").and_then(Value::as_object).into_iter().flatten();
    MemoryFiles::new(files.map(|(path, text)| (path.clone(), text.as_str().unwrap_or_default().into())))
}

fn unreadable(error: &io::Error) -> Failure {
    Failure::new("unreadable", error.to_string())
}
