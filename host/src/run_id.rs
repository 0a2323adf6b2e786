//! The ids of runs.

use std::fmt;

use uuid::Uuid;

/// The id of a run, `review-` and a random UUID. Whoever wants to know it before the run has begun makes one and puts it
/// into the [`RunRequest`](crate::RunRequest).
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct RunId(String);

impl RunId {
    /// An id that no other run has.
    #[must_use]
    pub fn random() -> Self {
        Self(format!("review-{}", Uuid::new_v4()))
    }

    /// The id as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for RunId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
