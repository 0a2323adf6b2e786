//! Which repository a folder is in, for callers that ask about it.

use std::path::{Path, PathBuf};

use assize_git::GitProgram;

use crate::repository::Place;
use crate::{Host, HostError};

/// The repository around a folder.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct RepositoryView {
    /// The root of the work tree, absolute and free of links.
    pub root: PathBuf,
    /// The normalised address of `origin`, or `local:` and the root.
    pub remote: String,
    /// The commit that is checked out.
    pub head_sha: String,
}

impl Host {
    /// The repository around `cwd`.
    ///
    /// # Errors
    ///
    /// [`HostError`] when there is none, or git cannot be asked.
    pub async fn repository(&self, cwd: &Path) -> Result<RepositoryView, HostError> {
        let place = Place::find(GitProgram::find(&self.settings().environment)?, cwd, None).await?;
        let head_sha = place.checkout.head.to_string();
        Ok(RepositoryView { root: place.checkout.root, remote: place.remote, head_sha })
    }
}
