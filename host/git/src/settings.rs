//! What git's settings say.

use crate::command::{SHORT, argv};
use crate::{Git, GitError};

/// Exit status of `git config --get` for a setting that is not there.
const NOT_SET: i32 = 1;

impl Git {
    /// The value of a setting such as `user.email`, as the repository, the user and the machine together have it;
    /// `None` when it is not set.
    ///
    /// # Errors
    ///
    /// [`GitError`] when git cannot answer, because a settings file is broken for one.
    pub async fn setting(&self, name: &str) -> Result<Option<String>, GitError> {
        let answer = self.call(&argv!["config", "--null", "--get", name], SHORT).await?;
        match answer.status {
            Some(0) => {
                let value = answer.stdout.strip_suffix(b"\0").unwrap_or(&answer.stdout);
                Ok(Some(String::from_utf8_lossy(value).into_owned()))
            }
            Some(NOT_SET) => Ok(None),
            _ => Err(answer.failure(self.directory())),
        }
    }
}
