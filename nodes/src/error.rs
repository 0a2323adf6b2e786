//! What a host answers when it cannot do its part.

use std::error::Error;

/// Why a host could not freeze, hand out a workspace or look at the tree.
///
/// The text is for people: it names what was tried and, where there is one, the command that would fix it. Before
/// the lanes such an error ends the run; in a lane it makes that lane `skipped`.
#[derive(Debug, thiserror::Error)]
#[error("{message}")]
pub struct HostError {
    message: String,
    code: Option<&'static str>,
    #[source]
    source: Option<Box<dyn Error + Send + Sync>>,
}

impl HostError {
    /// An error that says `message`.
    #[must_use]
    pub fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), code: None, source: None }
    }

    /// The same error with a word that programs can tell it by.
    #[must_use]
    pub fn with_code(mut self, code: &'static str) -> Self {
        self.code = Some(code);
        self
    }

    /// The same error with what lies below it.
    #[must_use]
    pub fn with_source(mut self, source: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        self.source = Some(source.into());
        self
    }

    /// The text for people.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The word for programs, if the host gave one.
    #[must_use]
    pub fn code(&self) -> Option<&'static str> {
        self.code
    }
}
