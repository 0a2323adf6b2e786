//! Where in the document form something is: `checks[0].timeoutMs`.

use std::fmt;
use std::str::FromStr;

use assize_schemas::{push_item, push_member};
use thiserror::Error;

use super::quote::quote;

/// One step of a path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Part {
    Key(String),
    Index(usize),
}

/// Where in the document form a value is, as an owned list of keys and positions.
///
/// The text form joins keys with dots and puts positions in brackets: `bindings.ci.checks[2]`. A key that is not
/// plain (it holds a dot, a bracket, a blank, …) is written as `["…"]`, escaped as in JSON.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FieldPath(pub(crate) Vec<Part>);

impl FieldPath {
    /// The path of the whole document.
    #[must_use]
    pub fn root() -> Self {
        Self::default()
    }

    /// The path of the member `name` of what this path names.
    #[must_use]
    pub fn key(mut self, name: impl Into<String>) -> Self {
        self.0.push(Part::Key(name.into()));
        self
    }

    /// The path of the item at `position`, counted from 0, of what this path names.
    #[must_use]
    pub fn index(mut self, position: usize) -> Self {
        self.0.push(Part::Index(position));
        self
    }
}

impl FieldPath {
    /// The path of the mapping whose member this path names; `None` when it names no member.
    pub(crate) fn parent(&self) -> Option<Self> {
        let (Part::Key(_), parents) = self.0.split_last()? else { return None };
        Some(Self(parents.to_vec()))
    }
}

impl fmt::Display for FieldPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        for part in &self.0 {
            match part {
                Part::Index(position) => push_item(&mut text, *position),
                Part::Key(key) => push_member(&mut text, key),
            }
        }
        f.write_str(&text)
    }
}

impl FromStr for FieldPath {
    type Err = FieldPathError;

    /// Reads the text form.
    fn from_str(text: &str) -> Result<Self, FieldPathError> {
        let mut path = Self::root();
        let mut rest = text;
        while !rest.is_empty() {
            rest = path.read_part(rest).ok_or_else(|| FieldPathError { text: text.to_owned() })?;
        }
        Ok(path)
    }
}

impl FieldPath {
    /// Reads one part from the front of `text` and gives what follows.
    fn read_part<'t>(&mut self, text: &'t str) -> Option<&'t str> {
        let Some(bracketed) = text.strip_prefix('[') else {
            let text = if self.0.is_empty() { text } else { text.strip_prefix('.')? };
            let end = text.find(['.', '[']).unwrap_or(text.len());
            let (key, rest) = text.split_at_checked(end)?;
            self.0.push(Part::Key((!key.is_empty()).then_some(key)?.to_owned()));
            return Some(rest);
        };
        if !bracketed.starts_with('"') {
            let (position, rest) = bracketed.split_once(']')?;
            self.0.push(Part::Index(position.parse().ok()?));
            return Some(rest);
        }
        let mut texts = serde_json::Deserializer::from_str(bracketed).into_iter::<String>();
        let key = texts.next()?.ok()?;
        let rest = bracketed.get(texts.byte_offset()..)?.strip_prefix(']')?;
        self.0.push(Part::Key(key));
        Some(rest)
    }
}

/// A text that is no path.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{} is no path of a field", quote(.text))]
pub struct FieldPathError {
    /// The text as given.
    pub text: String,
}

/// Something that knows its path, to be asked only when there is a problem to tell.
pub(crate) trait At {
    fn field_path(&self) -> FieldPath;
}

impl At for FieldPath {
    fn field_path(&self) -> FieldPath {
        self.clone()
    }
}

impl At for Path<'_> {
    fn field_path(&self) -> FieldPath {
        self.owned()
    }
}

/// The path of a value while a document is being read: a list that lives on the stack, so that a path costs nothing
/// unless something is wrong.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Path<'a> {
    parent: Option<&'a Path<'a>>,
    part: BorrowedPart<'a>,
}

#[derive(Debug, Clone, Copy)]
enum BorrowedPart<'a> {
    Root,
    Key(&'a str),
    Index(usize),
}

impl<'a> Path<'a> {
    pub(crate) const ROOT: Self = Self { parent: None, part: BorrowedPart::Root };

    pub(crate) fn key(&'a self, name: &'a str) -> Self {
        Self { parent: Some(self), part: BorrowedPart::Key(name) }
    }

    pub(crate) fn index(&'a self, position: usize) -> Self {
        Self { parent: Some(self), part: BorrowedPart::Index(position) }
    }

    fn owned(&self) -> FieldPath {
        let mut path = self.parent.map_or_else(FieldPath::root, Path::owned);
        match self.part {
            BorrowedPart::Root => {}
            BorrowedPart::Key(key) => path = path.key(key),
            BorrowedPart::Index(position) => path = path.index(position),
        }
        path
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_form() {
        let root = Path::ROOT;
        let checks = root.key("checks");
        let first = checks.index(0);
        assert_eq!(first.key("timeoutMs").owned().to_string(), "checks[0].timeoutMs");
        assert_eq!(root.owned().to_string(), "");
        assert_eq!(FieldPath::root().key("a b").key("x\u{1b}").to_string(), "[\"a b\"][\"x\\u001b\"]");
        assert_eq!(FieldPath::root().key("b").key("a.b").index(1).to_string(), "b[\"a.b\"][1]");
    }

    #[test]
    fn text_form_reads_back() {
        for path in [
            FieldPath::root(),
            FieldPath::root().key("checks").index(12).key("run"),
            FieldPath::root().key("a b").key("x\"]\u{1b}é").index(0).index(1),
            FieldPath::root().key("").key("a.b"),
        ] {
            assert_eq!(path.to_string().parse(), Ok(path.clone()), "{path}");
        }
        for text in [".", "a.", "a..b", "[", "[x]", "[1", "[\"a\"", "a]b[", "[0]a"] {
            assert!(text.parse::<FieldPath>().is_err(), "{text}");
        }
    }
}
