//! What git's settings say.

use crate::command::{SHORT, argv};
use crate::{Git, GitError};

/// Exit status of `git config` for a setting that is not there.
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

    /// Every setting whose name matches a pattern, with its value, in the order in which git reads them: of a name that
    /// can have only one value the last counts.
    pub(crate) async fn settings(&self, pattern: &str) -> Result<Vec<(String, String)>, GitError> {
        let answer = self.call(&argv!["config", "--null", "--get-regexp", pattern], SHORT).await?;
        match answer.status {
            Some(0) => Ok(answer.stdout.split(|byte| *byte == 0).filter(|entry| !entry.is_empty()).map(pair).collect()),
            Some(NOT_SET) => Ok(Vec::new()),
            _ => Err(answer.failure(self.directory())),
        }
    }
}

/// A name and its value, which a line break parts.
fn pair(entry: &[u8]) -> (String, String) {
    let entry = String::from_utf8_lossy(entry);
    match entry.split_once('\n') {
        Some((name, value)) => (name.to_owned(), value.to_owned()),
        None => (entry.into_owned(), String::new()),
    }
}
