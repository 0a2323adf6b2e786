//! Why a text is not JSON that this project takes.

/// Why and where a text was refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{kind} at line {line} column {column}")]
pub struct JsonError {
    /// What is wrong.
    pub kind: JsonErrorKind,
    /// Where it is in the document, with dots and `[n]`; empty at the top.
    pub path: String,
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
}

/// What is wrong with a text that should be JSON.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum JsonErrorKind {
    /// The text breaks JSON's grammar.
    #[error("{0}")]
    Syntax(&'static str),
    /// An object has two members of one name.
    #[error("the key {0:?} is there twice")]
    DuplicateKey(String),
    /// A `\u` escape names half a character.
    #[error("an escape names half a surrogate pair")]
    LoneSurrogate,
    /// A number is beyond what a double can hold.
    #[error("the number is out of range")]
    NumberRange,
    /// Arrays and objects are nested too deeply.
    #[error("nested more than {0} deep")]
    TooDeep(usize),
}

impl JsonErrorKind {
    /// The kind as a stable code.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::Syntax(_) => "invalid-json",
            Self::DuplicateKey(_) => "duplicate-key",
            Self::LoneSurrogate => "lone-surrogate",
            Self::NumberRange => "number-out-of-range",
            Self::TooDeep(_) => "too-deep",
        }
    }
}
