//! One problem of a file.

use std::{fmt, ops::Range};

use serde::{Serialize, Serializer, ser::SerializeMap as _};

use super::Code;

/// A place in a source text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// The line, counted from 1.
    pub line: usize,
    /// The column in characters, counted from 1.
    pub column: usize,
    /// The bytes of the source that the problem is about.
    pub span: Range<usize>,
}

/// One thing that is wrong, and what would be right.
///
/// Its serialized form is the one that `assize check --json` prints: `{code, path, line?, column?, message,
/// suggestion?}`.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Problem {
    /// What kind of problem it is.
    pub code: Code,
    /// Where in the document form, such as `checks[0].timeoutMs`; empty for the document itself.
    pub path: String,
    /// Where in the source text; `None` where there is no source text, as for a check that a pack brought.
    pub place: Option<Place>,
    /// What is wrong, naming the offending id or value, and what would be right.
    pub message: String,
    /// What was probably meant, or what to do.
    pub suggestion: Option<String>,
}

impl Problem {
    /// A problem that has no place in a source text yet.
    pub(crate) fn new(code: Code, path: String, message: impl Into<String>) -> Self {
        Self { code, path, place: None, message: message.into(), suggestion: None }
    }

    pub(crate) fn suggesting(mut self, suggestion: Option<String>) -> Self {
        self.suggestion = suggestion;
        self
    }

    /// The line in the source text, counted from 1.
    #[must_use]
    pub fn line(&self) -> Option<usize> {
        self.place.as_ref().map(|place| place.line)
    }

    /// The column in the source text in characters, counted from 1.
    #[must_use]
    pub fn column(&self) -> Option<usize> {
        self.place.as_ref().map(|place| place.column)
    }
}

impl fmt::Display for Problem {
    /// `line:column: path: message`, on one line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(place) = &self.place {
            write!(f, "{}:{}: ", place.line, place.column)?;
        }
        if !self.path.is_empty() {
            write!(f, "{}: ", self.path)?;
        }
        f.write_str(&self.message)?;
        match &self.suggestion {
            Some(suggestion) => write!(f, " ({suggestion})"),
            None => Ok(()),
        }
    }
}

impl Serialize for Problem {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("code", &self.code)?;
        map.serialize_entry("path", &self.path)?;
        if let Some(place) = &self.place {
            map.serialize_entry("line", &place.line)?;
            map.serialize_entry("column", &place.column)?;
        }
        map.serialize_entry("message", &self.message)?;
        if let Some(suggestion) = &self.suggestion {
            map.serialize_entry("suggestion", suggestion)?;
        }
        map.end()
    }
}
