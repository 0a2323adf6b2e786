//! JSON texts and their canonical form.

use assize_schemas::shape::{Shape, required};
use assize_schemas::{Sha256Hex, canonical_json, read_json};
use serde_json::{Value, json};

use super::answer::{Answer, Failure};
use super::input::text;

/// A question that is one JSON text.
pub(super) static TEXT: Shape = Shape::Object(&[required("text", &Shape::Text, "A JSON text.")]);

/// The JSON value of the member `text`. A text that is not JSON is told from a line that is not.
pub(super) fn document(question: &Value) -> Result<Value, Failure> {
    read_json(text(question, "text")).map_err(|error| Failure::json(&error))
}

/// `canonical-json`: the canonical form of a JSON text and its digest.
pub(super) fn canonical(question: &Value) -> Answer {
    let canonical = canonical_json(&document(question)?);
    Ok(json!({"sha256": Sha256Hex::of(&canonical), "canonical": canonical}))
}
