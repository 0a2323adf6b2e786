//! Any of the ledger's documents, by name.

use assize_schemas::shape::{ShapeFault, ShapeProblem, UnknownMembers, shape_problems};
use assize_schemas::{DsseEnvelope, canonical_json, read_json};
use serde_json::Value;

use super::checkpoint::checkpoint_problems;
use super::index_entry::index_problems;
use super::keyring::{keyring_problems, rotation_problems};
use super::record::{prev_rule, record_problems};
use super::segment_line::{ENVELOPE, line_problems};
use super::statement::statement_problems;
use super::verifier_result::verifier_result_problems;

/// What [`artifact_problems`] knows by name.
pub const ARTIFACTS: &[&str] = &[
    "record",
    "predicate",
    "statement",
    "envelope",
    "segment-line",
    "index-entry",
    "keyring",
    "key-rotation",
    "checkpoint",
    "verifier-result",
];

/// There is no document of that name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is no document of the ledger: known are {known}", known = ARTIFACTS.join(", "))]
pub struct UnknownArtifact(pub String);

/// What is wrong with a document of the ledger by itself; what it says of others is for the ledger's verification.
/// A `record` may be given as the predicate, as the statement around it, or as the envelope or the line around that.
///
/// # Errors
///
/// [`UnknownArtifact`] when there is no document of that name.
pub fn artifact_problems(artifact: &str, document: &Value) -> Result<Vec<ShapeProblem>, UnknownArtifact> {
    Ok(match artifact {
        "record" => any_record(document),
        "predicate" | "effect-record" => whole_record(document),
        "statement" => whole_statement(document),
        "envelope" => whole_envelope(document, ""),
        "segment-line" | "line" => whole_line(document),
        "index" | "index-entry" => index_problems(document),
        "keyring" => keyring_problems(document),
        "rotation" | "key-rotation" => rotation_problems(document),
        "checkpoint" => checkpoint_problems(document),
        "verifier-result" => verifier_result_problems(document),
        other => return Err(UnknownArtifact(other.to_owned())),
    })
}

fn any_record(document: &Value) -> Vec<ShapeProblem> {
    if document.get("envelope").is_some() {
        whole_line(document)
    } else if document.get("payloadType").is_some() {
        whole_envelope(document, "")
    } else if document.get("_type").is_some() || document.get("predicate").is_some() {
        whole_statement(document)
    } else {
        whole_record(document)
    }
}

fn whole_record(record: &Value) -> Vec<ShapeProblem> {
    let mut problems = record_problems(record);
    if problems.is_empty() {
        prev_rule(record, "", &mut problems);
    }
    problems
}

fn whole_statement(statement: &Value) -> Vec<ShapeProblem> {
    let mut problems = statement_problems(statement);
    if problems.is_empty() {
        prev_rule(statement.get("predicate").unwrap_or(&Value::Null), "predicate.", &mut problems);
    }
    problems
}

fn whole_line(line: &Value) -> Vec<ShapeProblem> {
    let problems = line_problems(line);
    match line.get("envelope") {
        Some(envelope) if problems.is_empty() => whole_envelope(envelope, "envelope."),
        _ => problems,
    }
}

fn whole_envelope(envelope: &Value, prefix: &str) -> Vec<ShapeProblem> {
    let problems = shape_problems(envelope, &ENVELOPE, UnknownMembers::Refuse);
    if !problems.is_empty() {
        return problems;
    }
    let path = format!("{prefix}payload");
    let wrong = |message: String| vec![ShapeProblem { fault: ShapeFault::Wrong, path: path.clone(), message }];
    let Some(envelope) = DsseEnvelope::from_json(envelope) else { return wrong("it cannot be read".to_owned()) };
    let Ok(text) = std::str::from_utf8(&envelope.payload) else { return wrong("it is not UTF-8".to_owned()) };
    match read_json(text) {
        Err(error) => wrong(error.to_string()),
        Ok(statement) if canonical_json(&statement) != text => wrong("it is not canonical JSON".to_owned()),
        Ok(statement) => whole_statement(&statement),
    }
}
