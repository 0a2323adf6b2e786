//! Calls of git, in the environment and with the pathspecs that the hook was given.

use std::ffi::{OsStr, OsString};
use std::fmt;
use std::process::{Command, ExitStatus, Output, Stdio};

use crate::shown::shown;

/// What every comparison of the index with HEAD prints: names alone, from the root of the tree wherever it is asked,
/// raw between NULs, and of submodules too, whatever the repository's settings say. A file that was moved is one that
/// went and one that came: looking for what became of what would read files, and hide the names that they had.
pub(crate) const STAGED: [&str; 7] =
    ["diff", "--cached", "--name-only", "-z", "--no-renames", "--no-relative", "--ignore-submodules=none"];

/// Git could not answer.
#[derive(Debug)]
pub(crate) struct GitError {
    arguments: String,
    reason: String,
}

impl fmt::Display for GitError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "git {}: {}", self.arguments, self.reason)
    }
}

/// Git with the words of one call.
#[derive(Debug, Default)]
pub(crate) struct Git(Vec<OsString>);

impl Git {
    /// A call of these words.
    pub(crate) fn call(words: &[&str]) -> Self {
        Self(words.iter().map(OsString::from).collect())
    }

    /// With one more word.
    pub(crate) fn and(mut self, word: impl AsRef<OsStr>) -> Self {
        self.0.push(word.as_ref().to_owned());
        self
    }

    /// With pathspecs, as git reads them.
    pub(crate) fn paths(mut self, paths: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Self {
        self.0.push("--".into());
        self.0.extend(paths.into_iter().map(|path| path.as_ref().to_owned()));
        self
    }

    /// Runs the call and gives what it printed.
    ///
    /// # Errors
    ///
    /// [`GitError`] when git cannot be started, or ends with another status than 0.
    pub(crate) fn ask(self) -> Result<Vec<u8>, GitError> {
        let output = self.run(Stdio::piped())?;
        if output.status.success() { Ok(output.stdout) } else { Err(self.failure(&output)) }
    }

    /// Runs a call that answers by its status: 0 yes, 1 no. What it prints is dropped.
    ///
    /// # Errors
    ///
    /// [`GitError`] when git cannot be started, or ends with any other status.
    pub(crate) fn holds(self) -> Result<bool, GitError> {
        let output = self.run(Stdio::null())?;
        match output.status.code() {
            Some(0) => Ok(true),
            Some(1) => Ok(false),
            _ => Err(self.failure(&output)),
        }
    }

    fn run(&self, stdout: Stdio) -> Result<Output, GitError> {
        let mut command = Command::new("git");
        command.args(&self.0).stdin(Stdio::null()).stdout(stdout).stderr(Stdio::piped());
        command.output().map_err(|error| self.error(error.to_string()))
    }

    fn failure(&self, output: &Output) -> GitError {
        let said = String::from_utf8_lossy(&output.stderr);
        let said = said.trim_end();
        self.error(if said.is_empty() { ended(output.status) } else { said.to_owned() })
    }

    fn error(&self, reason: String) -> GitError {
        let words: Vec<String> = self.0.iter().map(shown).collect();
        GitError { arguments: words.join(" "), reason }
    }
}

fn ended(status: ExitStatus) -> String {
    format!("it ended with {status}")
}

/// The names in a list that git ended with NULs.
pub(crate) fn names(list: &[u8]) -> impl Iterator<Item = &[u8]> {
    list.split(|byte| *byte == 0).filter(|name| !name.is_empty())
}
