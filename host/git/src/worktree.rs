//! Work trees of their own for one commit.

use std::path::Path;

use assize_schemas::Sha;

use crate::command::{Call, SHORT, argv};
use crate::{Git, GitError};

impl Git {
    /// Registers a work tree at `path`, which must not exist, with `commit` as its detached head. No file is checked
    /// out yet, no hook runs. Calls on one repository must not overlap.
    ///
    /// # Errors
    ///
    /// [`GitError::Failed`] with git's reason.
    pub async fn add_worktree(&self, path: &Path, commit: &Sha) -> Result<(), GitError> {
        let command = argv!["worktree", "add", "--quiet", "--detach", "--no-checkout", "--", path, commit.as_str()];
        self.ask(&command, SHORT).await.map(drop)
    }

    /// Writes every file of the head of this work tree. Unlike [`Git::add_worktree`] this may run for several work
    /// trees at once, fetches what a partial clone lacks, and runs the filters that the person has set up for the files
    /// (`filter.<name>.smudge`): without them the tree would not hold what the commit means.
    ///
    /// # Errors
    ///
    /// [`GitError::Failed`] with git's reason.
    pub async fn fill_worktree(&self) -> Result<(), GitError> {
        let command = argv!["reset", "--hard", "--quiet", "--no-recurse-submodules"];
        self.demand(Call::new(&command, SHORT).may_fetch()).await.map(drop)
    }

    /// Takes back a work tree, with whatever is in it. Calls on one repository must not overlap.
    ///
    /// # Errors
    ///
    /// [`GitError::Failed`] with git's reason.
    pub async fn remove_worktree(&self, path: &Path) -> Result<(), GitError> {
        self.ask(&argv!["worktree", "remove", "--force", "--force", "--", path], SHORT).await.map(drop)
    }

    /// As [`Git::remove_worktree`] where nothing can be awaited; tells whether it worked. Blocks the thread.
    #[must_use]
    pub fn remove_worktree_blocking(&self, path: &Path) -> bool {
        self.call_blocking(&argv!["worktree", "remove", "--force", "--force", "--", path]).unwrap_or(false)
    }
}
