//! Clean work trees for lanes that must not share one.

use std::path::{Path, PathBuf};
use std::sync::{Mutex as BlockingMutex, MutexGuard, PoisonError};

use assize_git::{Git, GitError};
use assize_schemas::{CheckRef, Sha};
use assize_store::StoreError;
use tempfile::TempDir;
use tokio::sync::Mutex;

use crate::repository::worktree_owner::{FOLDER_PREFIX, WorktreeOwner};

/// The work trees of one run, below a private temporary folder. They are taken back by [`Worktrees::remove_all`],
/// and by drop when the run did not get that far.
#[derive(Debug)]
pub(crate) struct Worktrees {
    git: Git,
    /// The git folder that all work trees of the repository share.
    common_dir: PathBuf,
    temporary: PathBuf,
    /// A few characters that tell this run's work trees from another's.
    tag: String,
    /// Git changes the list of work trees under a lock that it does not wait for, so only one call may.
    folder: Mutex<Option<(TempDir, WorktreeOwner)>>,
    /// Every tree that git may have on its list.
    added: BlockingMutex<Vec<PathBuf>>,
}

impl Worktrees {
    /// No work tree yet. Folders will be made in `temporary`.
    pub(crate) fn new(git: Git, common_dir: PathBuf, temporary: impl Into<PathBuf>, run_id: &str) -> Self {
        let tag = run_id.trim_start_matches("review-").chars().take(8).collect();
        Self {
            git,
            common_dir,
            temporary: temporary.into(),
            tag,
            folder: Mutex::new(None),
            added: BlockingMutex::default(),
        }
    }

    /// Makes a work tree of `commit` for one lane and answers its root.
    pub(crate) async fn add(&self, lane: &CheckRef, commit: &Sha) -> Result<PathBuf, WorktreeError> {
        let path = {
            let mut folder = self.folder.lock().await;
            let inside = match &*folder {
                Some((folder, _)) => folder.path(),
                None => {
                    let made = tempfile::Builder::new().prefix(FOLDER_PREFIX).tempdir_in(&self.temporary);
                    let made = made.map_err(|source| WorktreeError::Folder { path: self.temporary.clone(), source })?;
                    let owner = WorktreeOwner::of(made.path(), &self.common_dir)?;
                    folder.insert((made, owner)).0.path()
                }
            };
            // Git names its own record of the tree after this last part.
            let path = inside.join(format!("{}-{}", self.tag, lane.file_stem()));
            // On the list before git knows of it: whoever is dropped here must not leave it behind.
            self.added().push(path.clone());
            self.git.add_worktree(&path, commit).await?;
            path
        };
        self.git.at(&path).fill_worktree().await?;
        Ok(path)
    }

    /// Takes back every work tree, and says which could not be.
    pub(crate) async fn remove_all(&self) -> Vec<PathBuf> {
        let mut folder = self.folder.lock().await;
        let mut stubborn = Vec::new();
        loop {
            let Some(path) = self.added().last().cloned() else { break };
            if self.git.remove_worktree(&path).await.is_err() {
                stubborn.push(path.clone());
            }
            self.added().pop();
        }
        if let Some((folder, _owner)) = folder.take() {
            // A tree that git could not take back may have been written to just then.
            let removed = tokio::task::spawn_blocking(move || folder.close()).await;
            drop(removed);
        }
        let mut left = Vec::new();
        for path in stubborn {
            // Git also forgets trees whose folder is gone. One that it never knew is no trouble either.
            let forgotten = self.git.remove_worktree(&path).await;
            if path.exists() || matches!(&forgotten, Err(error) if !is_unknown(error)) {
                left.push(path);
            }
        }
        left
    }

    fn added(&self) -> MutexGuard<'_, Vec<PathBuf>> {
        self.added.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Worktrees {
    fn drop(&mut self) {
        let paths: Vec<_> = self.added().drain(..).collect();
        for path in paths {
            // The folder itself goes with `TempDir`; this is about git's list.
            let _ = self.git.remove_worktree_blocking(&path);
        }
    }
}

fn is_unknown(error: &GitError) -> bool {
    matches!(error, GitError::Failed { message, .. } if message.contains("is not a working tree"))
}

/// Why a lane has no work tree of its own.
#[derive(Debug, thiserror::Error)]
pub(crate) enum WorktreeError {
    #[error("cannot make a private folder in {}: {source}", path.display())]
    Folder { path: PathBuf, source: std::io::Error },
    #[error(transparent)]
    Owner(#[from] StoreError),
    #[error(transparent)]
    Git(#[from] GitError),
}

/// Where temporary folders are made, as the environment of the host says.
pub(crate) fn temporary_folder(environment: &[(std::ffi::OsString, std::ffi::OsString)]) -> PathBuf {
    environment
        .iter()
        .rev()
        .find(|(name, value)| name == "TMPDIR" && Path::new(value).is_absolute())
        .map_or_else(|| PathBuf::from("/tmp"), |(_, value)| PathBuf::from(value))
}
