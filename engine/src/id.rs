//! Identifiers of steps.

use std::{borrow::Borrow, fmt, ops::Deref, sync::Arc};

use thiserror::Error;

/// The most characters a step id may have.
pub const MAX_STEP_ID_CHARS: usize = 256;

/// The id of a step, unique in its graph.
///
/// It matches `^[A-Za-z0-9][A-Za-z0-9._/-]{0,255}$`: wider than the ids a workflow file may declare, because compilers
/// derive ids from several names. Cloning is cheap.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct StepId(Arc<str>);

/// A text that is no step id.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{text:?} is not an id: 1 to {MAX_STEP_ID_CHARS} of `A-Z a-z 0-9 . _ / -`, beginning with a letter or digit")]
pub struct StepIdError {
    /// What was given.
    pub text: String,
}

impl StepId {
    /// Checks `text` and makes it an id.
    ///
    /// # Errors
    /// When the text does not match the pattern of step ids.
    pub fn parse(text: impl Into<Arc<str>>) -> Result<Self, StepIdError> {
        let text = text.into();
        if is_step_id(&text) { Ok(Self(text)) } else { Err(StepIdError { text: text.as_ref().to_owned() }) }
    }

    /// For ids whose malformedness was already put on the list of problems.
    pub(crate) fn unchecked(text: Arc<str>) -> Self {
        Self(text)
    }

    /// The id as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Whether `text` matches the pattern of step ids.
pub(crate) fn is_step_id(text: &str) -> bool {
    let bytes = text.as_bytes();
    bytes.first().is_some_and(u8::is_ascii_alphanumeric)
        && bytes.len() <= MAX_STEP_ID_CHARS
        && bytes.iter().all(|byte| IN_IDS[usize::from(*byte)])
}

/// For each byte, whether it may stand in an id. Every id of a graph is looked through, so this is worth a table.
static IN_IDS: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        let character = byte as u8;
        table[byte] = character.is_ascii_alphanumeric() || matches!(character, b'.' | b'_' | b'/' | b'-');
        byte += 1;
    }
    table
};

impl fmt::Display for StepId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Borrow<str> for StepId {
    fn borrow(&self) -> &str {
        &self.0
    }
}

impl AsRef<str> for StepId {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

impl Deref for StepId {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl PartialEq<str> for StepId {
    fn eq(&self, other: &str) -> bool {
        &*self.0 == other
    }
}

impl PartialEq<&str> for StepId {
    fn eq(&self, other: &&str) -> bool {
        &*self.0 == *other
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accepts_what_compilers_derive_and_nothing_else() {
        let longest = "a".repeat(256);
        for good in ["a", "9", "lane-pack/check", "A.b_c-", longest.as_str()] {
            assert!(StepId::parse(good).is_ok(), "{good:?}");
        }
        let too_long = "a".repeat(257);
        for bad in ["", "-a", ".a", "/a", "_a", "a b", "a\n", "é", "$a", too_long.as_str()] {
            assert!(StepId::parse(bad).is_err(), "{bad:?}");
        }
    }
}
