//! Why a tree was not written.

use std::io;

use crate::GitError;

/// Why a tree was not written. What was begun is left for whoever owns the folder to remove.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TreeError {
    /// The tree holds something that must not be written.
    #[error("the tree cannot be written: {path:?} {reason}")]
    Refused {
        /// The path in the tree, invalid UTF-8 replaced.
        path: String,
        /// What is wrong with it, as the rest of a sentence.
        reason: &'static str,
    },
    /// The system refused.
    #[error("cannot write {path:?}: {source}")]
    Io {
        /// The path in the tree, invalid UTF-8 replaced.
        path: String,
        /// What the system said.
        source: io::Error,
    },
    /// Git could not give the tree or what it holds.
    #[error(transparent)]
    Git(#[from] GitError),
    /// Nobody waits for the tree any more.
    #[error("the tree was not written to its end: nobody waits for it any more")]
    Stopped,
}

impl TreeError {
    pub(super) fn refused(path: &[u8], reason: &'static str) -> Self {
        Self::Refused { path: String::from_utf8_lossy(path).into_owned(), reason }
    }

    pub(super) fn io(path: &[u8], source: impl Into<io::Error>) -> Self {
        Self::Io { path: String::from_utf8_lossy(path).into_owned(), source: source.into() }
    }
}
