//! Why something could not be stored or read.

use std::io;
use std::path::{Path, PathBuf};

/// Why something could not be stored or read. Each variant names the path it is about.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// The path would lead out of the folder, or is empty.
    #[error("{path:?} is not a path inside the state folder")]
    Escapes {
        /// The path as given.
        path: PathBuf,
    },
    /// There is something other than a regular file.
    #[error("{} is not a regular file", path.display())]
    NotAFile {
        /// The path.
        path: PathBuf,
    },
    /// The file holds more than the reader takes.
    #[error("{} is larger than {limit} bytes", path.display())]
    TooLarge {
        /// The path.
        path: PathBuf,
        /// The most bytes the reader takes.
        limit: u64,
    },
    /// The system refused.
    #[error("cannot {action} {}: {source}", path.display())]
    Io {
        /// What was tried, as a verb.
        action: &'static str,
        /// The path.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}

impl StoreError {
    pub(crate) fn io(action: &'static str, path: &Path, source: io::Error) -> Self {
        Self::Io { action, path: path.to_owned(), source }
    }

    /// The path the error is about.
    #[must_use]
    pub fn path(&self) -> &Path {
        match self {
            Self::Escapes { path } | Self::NotAFile { path } | Self::TooLarge { path, .. } | Self::Io { path, .. } => {
                path
            }
        }
    }
}
