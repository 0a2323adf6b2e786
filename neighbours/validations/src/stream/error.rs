//! Why a stream could not be looked at or moved.

use std::path::PathBuf;

use assize_git::GitError;

use crate::RepositoryError;

/// Why a stream could not be looked at or moved.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StreamError {
    /// There is no such branch.
    #[error("there is no branch {name:?} to land on")]
    UnknownStream {
        /// The name.
        name: String,
    },
    /// The proposal names no commit.
    #[error("the proposal {name:?} names no commit: {source}")]
    UnknownProposal {
        /// The name as it was given.
        name: String,
        /// What git says.
        source: GitError,
    },
    /// A work tree of the stream has changes that are not committed.
    #[error("{} has {stream} checked out and holds changes that are not committed; nothing is landed", path.display())]
    WorkTreeInUse {
        /// The stream.
        stream: String,
        /// The root of the work tree.
        path: PathBuf,
    },
    /// A work tree of the stream cannot be brought along.
    #[error("{} has {stream} checked out and could not be brought along: {source}; nothing is landed", path.display())]
    WorkTreeInTheWay {
        /// The stream.
        stream: String,
        /// The root of the work tree.
        path: PathBuf,
        /// What git says.
        source: GitError,
    },
    /// Some of what is recorded about the tree cannot be read, and it could say that a check failed.
    #[error("{} cannot be read, and could say that a check failed; nothing is landed", path.display())]
    DamagedAttestation {
        /// The first such file.
        path: PathBuf,
    },
    /// The stream never stood still.
    #[error("{name} moved {tries} times while the proposal was looked at")]
    NeverStill {
        /// The stream.
        name: String,
        /// How often it was tried.
        tries: usize,
    },
    /// Git could not answer.
    #[error(transparent)]
    Git(#[from] GitError),
    /// What the repository keeps could not be read or written.
    #[error(transparent)]
    Repository(#[from] RepositoryError),
    /// A thread that was to wait for others is gone.
    #[error("internal error: {0}")]
    Internal(String),
}

impl StreamError {
    /// Whether something that was named does not exist.
    #[must_use]
    pub fn is_unknown_name(&self) -> bool {
        matches!(self, Self::UnknownStream { .. } | Self::UnknownProposal { .. })
    }

    /// What would help, when something is known to.
    #[must_use]
    pub fn fix(&self) -> Option<String> {
        match self {
            Self::UnknownStream { .. } => Some("--stream NAME with a branch of this repository".to_owned()),
            Self::UnknownProposal { source, .. } | Self::Git(source) => source.fix(),
            Self::WorkTreeInUse { path, .. } => Some(format!("`git -C {} stash`, or commit there", path.display())),
            Self::DamagedAttestation { path } => Some(format!("look at {} and remove it", path.display())),
            _ => None,
        }
    }
}
