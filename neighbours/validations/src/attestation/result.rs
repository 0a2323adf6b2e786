//! What came out of a check.

/// What came out of a check. That nothing came out is no result, and is never written down.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CheckResult {
    /// It passed.
    Pass,
    /// It failed.
    Fail,
}

impl CheckResult {
    /// The word in documents.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Pass => "pass",
            Self::Fail => "fail",
        }
    }

    /// Reads the word; `None` for any other.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        [Self::Pass, Self::Fail].into_iter().find(|result| result.as_str() == text)
    }
}
