//! What a commit changes.

use assize_schemas::Sha;

use crate::command::{LONG, SHORT, argv};
use crate::{Git, GitError, Ref};

impl Git {
    /// The paths that differ between a commit and its only parent, from the root of the tree, raw. Empty for a merge
    /// and for a commit without parents: those are never about a few files only.
    ///
    /// # Errors
    ///
    /// [`GitError`] when there is no such commit or git cannot answer.
    pub async fn changed_paths(&self, commit: &Sha) -> Result<Vec<Vec<u8>>, GitError> {
        let command = argv![
            "diff-tree",
            "--no-commit-id",
            "--name-only",
            "--no-renames",
            "--ignore-submodules=none",
            "-r",
            "-z",
            commit.as_str(),
        ];
        let answer = self.ask(&command, LONG).await?;
        Ok(answer.stdout.split(|byte| *byte == 0).filter(|path| !path.is_empty()).map(<[u8]>::to_vec).collect())
    }

    /// The full name of the ref behind a name, such as `refs/remotes/origin/main`; `None` when the name is no ref's
    /// (an object name, `HEAD` when nothing but a commit is checked out, or `main~2`), or nothing at all.
    ///
    /// # Errors
    ///
    /// [`GitError`] when git cannot answer.
    pub async fn full_name(&self, name: &Ref) -> Result<Option<String>, GitError> {
        let command =
            argv!["rev-parse", "--verify", "--quiet", "--symbolic-full-name", "--end-of-options", name.as_str()];
        let answer = self.call(&command, SHORT).await?;
        match answer.status {
            Some(0) => Ok(Some(answer.text()?.to_owned()).filter(|name| name.starts_with("refs/"))),
            Some(1) => Ok(None),
            _ => match answer.failure(self.directory()) {
                GitError::Failed { .. } => Ok(None),
                error => Err(error),
            },
        }
    }
}
