//! Names of commits, as callers give them.

use std::fmt;

use assize_schemas::Sha;

use crate::GitError;

/// The name of a commit: a branch, a tag, an object name, or anything else git takes for a revision. Never
/// empty, never an option, free of control characters.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Ref(String);

impl Ref {
    /// Reads a name.
    ///
    /// # Errors
    ///
    /// [`GitError::BadRef`] when git could take the text for an option, for a range or for nothing at all.
    pub fn parse(text: impl Into<String>) -> Result<Self, GitError> {
        let text = text.into();
        let reason = if text.is_empty() {
            "it is empty"
        } else if text.starts_with('-') {
            "it begins with '-'"
        } else if text.starts_with('^') || text.contains("..") {
            "it names a range, not a commit"
        } else if text.chars().any(char::is_control) {
            "it holds a control character"
        } else {
            return Ok(Self(text));
        };
        Err(GitError::BadRef { text, reason })
    }

    /// The name as given.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The revision that means the commit behind the name, tags peeled.
    pub(crate) fn commit(&self) -> String {
        format!("{}^{{commit}}", self.0)
    }
}

impl From<&Sha> for Ref {
    fn from(sha: &Sha) -> Self {
        Self(sha.as_str().to_owned())
    }
}

impl fmt::Display for Ref {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, good: bool) {
        assert_eq!(Ref::parse(text).is_ok(), good, "{text:?}");
    }

    #[test]
    fn names_that_are_no_names_are_refused() {
        for text in ["main", "origin/main", "HEAD~2", "v1.0", "@{u}", "feature/größe", ":/fix"] {
            check(text, true);
        }
        for text in ["", "-x", "--all", "^main", "a..b", "a...b", "a\nb", "a\0b"] {
            check(text, false);
        }
    }
}
