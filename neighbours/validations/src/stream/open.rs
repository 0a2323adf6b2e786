//! A stream of a repository.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use assize_git::{Git, GitError, GitProgram, Ref, SharedFolder};
use assize_schemas::Sha;

use super::StreamError;
use crate::Repository;

/// A branch that changes land on.
#[derive(Debug, Clone)]
pub struct Stream {
    pub(super) git: Git,
    pub(super) shared: SharedFolder,
    pub(super) repository: Repository,
    pub(super) name: String,
    pub(super) temporary: PathBuf,
}

impl Stream {
    /// The stream by the branch name `name` of the repository that `git` is in, with or without a work tree. Temporary
    /// folders are made below `temporary`. Whether the branch exists is not asked yet.
    ///
    /// # Errors
    ///
    /// [`StreamError::Git`] when there is no repository, or the name cannot be that of a branch.
    pub async fn open(git: &Git, name: &str, temporary: impl Into<PathBuf>) -> Result<Self, StreamError> {
        let name = name.strip_prefix("refs/heads/").unwrap_or(name);
        Ref::parse(name)?;
        let shared = git.shared_folder().await?;
        let repository = Repository::in_git_folder(&shared.path);
        Ok(Self { git: git.clone(), shared, repository, name: name.to_owned(), temporary: temporary.into() })
    }

    /// As [`Stream::open`], with the git that the `PATH` of `environment` names, in the folder `cwd`.
    ///
    /// # Errors
    ///
    /// As [`Stream::open`], and when there is no git.
    pub async fn find(
        environment: &[(OsString, OsString)],
        cwd: &Path,
        name: &str,
        temporary: impl Into<PathBuf>,
    ) -> Result<Self, StreamError> {
        Self::open(&Git::new(GitProgram::find(environment)?, cwd), name, temporary).await
    }

    /// The branch's name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What the repository keeps about validations.
    #[must_use]
    pub fn repository(&self) -> &Repository {
        &self.repository
    }

    /// Git, in the repository.
    #[must_use]
    pub fn git(&self) -> &Git {
        &self.git
    }

    pub(crate) fn temporary(&self) -> &Path {
        &self.temporary
    }

    /// The commit that the stream is at.
    ///
    /// # Errors
    ///
    /// [`StreamError::UnknownStream`] when there is no such branch.
    pub async fn head(&self) -> Result<Sha, StreamError> {
        let unknown = || StreamError::UnknownStream { name: self.name.clone() };
        self.git.branch(&self.name).await?.ok_or_else(unknown)
    }

    /// The commit that a proposal is.
    ///
    /// # Errors
    ///
    /// [`StreamError::UnknownProposal`] when it names none, or more than one.
    pub async fn proposed(&self, proposal: &str) -> Result<Sha, StreamError> {
        let named = match Ref::parse(proposal) {
            Ok(name) => self.git.commit(&name).await,
            Err(error) => Err(error),
        };
        named.map_err(|source| match source {
            GitError::BadRef { .. } | GitError::UnknownRef { .. } | GitError::Ambiguous { .. } => {
                StreamError::UnknownProposal { name: proposal.to_owned(), source }
            }
            other => other.into(),
        })
    }
}
