//! The folder, its lock, and what a killed command left in it.

use std::fs;
use std::path::{Path, PathBuf};

use assize_store::{FileLock, StateFolder, StoreError};

use super::RepositoryError;

/// The folder's name in the shared git folder.
const FOLDER: &str = "ag";
/// What everybody who writes holds.
const LOCK: &str = "lock";
/// Where files are on the way to their names.
const ON_THE_WAY: &str = "tmp";

/// What a repository keeps about validations.
#[derive(Debug, Clone)]
pub struct Repository {
    pub(super) folder: StateFolder,
}

/// The right to write. Everybody else waits.
#[derive(Debug)]
pub(crate) struct Writing(#[expect(dead_code, reason = "held, not looked at")] FileLock);

impl Repository {
    /// The one whose shared git folder is `common_dir` (`git rev-parse --git-common-dir`). Nothing is made before
    /// something is written.
    #[must_use]
    pub fn in_git_folder(common_dir: impl AsRef<Path>) -> Self {
        Self { folder: StateFolder::new(common_dir.as_ref().join(FOLDER)) }
    }

    /// Where it keeps what it keeps.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.folder.root()
    }

    /// Waits for the right to write, and removes files that a killed command left on the way. Blocks the thread.
    pub(crate) fn writing(&self) -> Result<Writing, RepositoryError> {
        let lock = self.folder.lock(LOCK)?;
        for entry in self.folder.entries(ON_THE_WAY)? {
            remove_file(&entry.path())?;
        }
        Ok(Writing(lock))
    }

    /// Writes a file that must not be there, whole or not at all; `false` when it is there. A file that was killed on
    /// the way is no half-written one: it lies elsewhere, and the next who writes removes it.
    pub(super) fn create(
        &self,
        _writing: &Writing,
        path: impl AsRef<Path>,
        bytes: &[u8],
    ) -> Result<bool, RepositoryError> {
        Ok(self.folder.create(path, bytes, ON_THE_WAY)?)
    }

    /// Whether anything was ever written.
    #[must_use]
    pub fn is_there(&self) -> bool {
        self.folder.root().is_dir()
    }

    pub(super) fn full(&self, path: impl AsRef<Path>) -> Result<PathBuf, StoreError> {
        self.folder.path(path)
    }
}

pub(super) fn remove_file(path: &Path) -> Result<(), RepositoryError> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(StoreError::Io { action: "remove", path: path.to_owned(), source: error }.into())
        }
        _ => Ok(()),
    }
}
