//! The git binary with the environment its calls get.

use std::ffi::OsString;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::GitError;
use crate::environment::for_git;

/// The git binary and the environment its calls get. Cheap to clone.
#[derive(Debug, Clone)]
pub struct GitProgram(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    path: PathBuf,
    environment: Vec<(OsString, OsString)>,
}

impl GitProgram {
    /// Finds git on the `PATH` of `environment`, which is then also what its calls get: without the variables
    /// that git sets for its hooks, and with those that make its answers the same everywhere.
    ///
    /// # Errors
    ///
    /// [`GitError::NoGit`] when no directory of the `PATH` holds a git that may be executed.
    pub fn find(environment: &[(OsString, OsString)]) -> Result<Self, GitError> {
        let path = environment
            .iter()
            .rev()
            .find(|(name, _)| name == "PATH")
            .and_then(|(_, value)| {
                std::env::split_paths(value).map(|folder| folder.join("git")).find(|file| may_run(file))
            })
            .ok_or(GitError::NoGit)?;
        Ok(Self(Arc::new(Inner { path, environment: for_git(environment) })))
    }

    /// Where the binary is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.0.path
    }

    /// What its calls find in their environment.
    #[must_use]
    pub fn environment(&self) -> &[(OsString, OsString)] {
        &self.0.environment
    }
}

/// Only absolute candidates count: a relative entry of the `PATH` would let the reviewed tree bring its own git.
fn may_run(file: &Path) -> bool {
    file.is_absolute()
        && fs::metadata(file).is_ok_and(|metadata| metadata.is_file() && metadata.permissions().mode() & 0o111 != 0)
}
