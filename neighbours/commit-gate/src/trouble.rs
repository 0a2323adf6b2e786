//! Why a gate cannot tell.

use std::ffi::OsString;
use std::fmt;
use std::io;
use std::path::PathBuf;

use crate::git::GitError;
use crate::shown::{joined, shown};

/// Why a gate cannot tell. The commit does not go on.
#[derive(Debug)]
pub(crate) enum Trouble {
    /// Git could not answer.
    Git(GitError),
    /// Paths that name nothing.
    Untracked(Vec<OsString>),
    /// The message cannot be read.
    Read(PathBuf, io::Error),
    /// The message cannot be changed.
    Write(PathBuf, io::Error),
}

impl From<GitError> for Trouble {
    fn from(error: GitError) -> Self {
        Self::Git(error)
    }
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Git(error) => error.fmt(f),
            Self::Untracked(paths) => write!(f, "--path names nothing git tracks: {}", joined(paths.iter().map(shown))),
            Self::Read(path, error) => write!(f, "cannot read {}: {error}", shown(path)),
            Self::Write(path, error) => write!(f, "cannot write {}: {error}", shown(path)),
        }
    }
}
