//! In-toto statements: a predicate about subjects that are named by their digests.

use serde_json::{Value, json};

use crate::Sha256Hex;
use crate::shape::{SHA256, Shape, required};

/// The media type of an in-toto statement in an envelope.
pub const IN_TOTO_PAYLOAD_TYPE: &str = "application/vnd.in-toto+json";

/// The `_type` of a statement of version 1.
pub const STATEMENT_TYPE: &str = "https://in-toto.io/Statement/v1";

/// A statement about one subject that is named by a SHA-256 digest.
#[must_use]
pub fn statement(subject: &str, sha256: &Sha256Hex, predicate_type: &str, predicate: Value) -> Value {
    let mut statement = json!({
        "_type": STATEMENT_TYPE,
        "subject": [{"name": subject, "digest": {"sha256": sha256}}],
        "predicateType": predicate_type,
    });
    if let Some(members) = statement.as_object_mut() {
        members.insert("predicate".to_owned(), predicate);
    }
    statement
}

static DIGEST: Shape =
    Shape::Object(&[required("sha256", &Shape::Matching(&SHA256), "The subject's SHA-256 digest as hex digits.")]);

/// A subject that is named by a SHA-256 digest and by nothing else.
pub static STATEMENT_SUBJECT: Shape = Shape::Object(&[
    required("name", &Shape::Text, "What the statement is about."),
    required("digest", &DIGEST, "Its digest."),
]);
