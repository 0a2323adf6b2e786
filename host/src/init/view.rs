//! What was set up: the document of `assize init --json`.

use serde::Serialize;

/// What was set up, in the order it was looked at.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct InitView {
    /// One entry for each file.
    pub changes: Vec<InitChange>,
}

/// What became of one file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct InitChange {
    /// The file, relative to the repository's root where it lies inside.
    pub path: String,
    /// What became of it.
    pub action: ChangeAction,
    /// What the person should know or do; may have several lines.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// What became of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum ChangeAction {
    /// It was not there and is now.
    Created,
    /// It was there and holds something else now.
    Changed,
    /// It was there and is as it was.
    Unchanged,
    /// It should be made or changed, and a person has to do it: the note says what.
    Skipped,
}

impl InitChange {
    pub(crate) fn new(path: impl Into<String>, action: ChangeAction) -> Self {
        Self { path: path.into(), action, note: None }
    }

    pub(crate) fn noting(mut self, note: Option<String>) -> Self {
        self.note = note.filter(|note| !note.is_empty());
        self
    }
}
