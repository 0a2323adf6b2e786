//! The forms of strings that documents use: each once as code and once as the regular expression that is published.

use crate::{CheckId, CheckRef, Sha256Hex, read_time};

/// A form that a string may be asked to have.
#[derive(Debug)]
pub struct Pattern {
    /// What the string should be, for people: "it must be …".
    pub what: &'static str,
    /// The form as a regular expression of JSON Schema; none where it is only not to be empty.
    pub regex: Option<&'static str>,
    /// The most characters; none when there is no bound.
    pub max_chars: Option<usize>,
    /// Whether a string has the form.
    pub holds: fn(&str) -> bool,
}

/// A string that is not empty.
pub static NOT_EMPTY: Pattern =
    Pattern { what: "a string that is not empty", regex: None, max_chars: None, holds: |text| !text.is_empty() };

/// The id shape (AIP-62, field table).
pub static ID: Pattern = Pattern {
    what: "an id: a-z first, then a-z, 0-9 and '-', at most 64 characters",
    regex: Some("^[a-z][a-z0-9-]*$"),
    max_chars: Some(64),
    holds: |text| CheckId::parse(text).is_ok(),
};

/// A binding's name; it has the id shape.
pub static BINDING_NAME: Pattern = Pattern { what: ID.what, regex: ID.regex, max_chars: ID.max_chars, holds: ID.holds };

/// An id, or two with a slash between them.
pub static CHECK_REF: Pattern = Pattern {
    what: "a check ref: an id, or <as>/<id>, at most 129 characters",
    regex: Some("^[a-z][a-z0-9-]*(?:/[a-z][a-z0-9-]*)?$"),
    max_chars: Some(129),
    holds: |text| CheckRef::parse(text).is_ok(),
};

/// A SHA-256 digest.
pub static SHA256: Pattern = Pattern {
    what: "64 lowercase hex digits",
    regex: Some("^[0-9a-f]{64}$"),
    max_chars: None,
    holds: |text| Sha256Hex::parse(text).is_ok(),
};

/// The name of a git object as far as the format asks for a form: any text that is not empty.
pub static OBJECT_NAME: Pattern =
    Pattern { what: "the name of a commit", regex: NOT_EMPTY.regex, max_chars: None, holds: NOT_EMPTY.holds };

/// A point in time.
pub static RFC3339: Pattern = Pattern {
    what: "an RFC 3339 time, such as 2026-01-02T03:04:05.678Z",
    regex: Some(
        "^[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt][0-9]{2}:[0-9]{2}:[0-9]{2}(?:\\.[0-9]+)?(?:[Zz]|[+-][0-9]{2}:[0-9]{2})$",
    ),
    max_chars: None,
    holds: |text| read_time(text).is_some(),
};
