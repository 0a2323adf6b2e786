//! Where a repository comes from.

use crate::command::{SHORT, argv};
use crate::{Git, GitError};

/// Exit status of `git remote get-url` for a remote that is not configured.
const NO_SUCH_REMOTE: i32 = 2;

impl Git {
    /// The address of `origin`, with `url.<base>.insteadOf` applied; `None` when there is no such remote.
    ///
    /// # Errors
    ///
    /// [`GitError`] when git cannot answer.
    pub async fn origin_url(&self) -> Result<Option<String>, GitError> {
        let answer = self.call(&argv!["remote", "get-url", "origin"], SHORT).await?;
        match answer.status {
            Some(0) => {
                let url = String::from_utf8_lossy(&answer.stdout).trim_end_matches('\n').to_owned();
                Ok((!url.is_empty()).then_some(url))
            }
            Some(NO_SUCH_REMOTE) => Ok(None),
            _ => Err(answer.failure(self.directory())),
        }
    }
}
