//! The trailers of a message, as git itself reads them.

use std::path::Path;

use crate::git::{Git, GitError};
use crate::verdict::{Verdict, VerdictError};

/// What stands before a gate's name in its trailers.
pub(crate) const PREFIX: &str = "Reviewed-";

/// What ends a key, whatever else a person's settings allow: git writes trailers in terms of the first it knows.
const SEPARATOR: &str = "trailer.separators=:";

/// The trailers of a message, each on one line.
#[derive(Debug)]
pub(crate) struct Trailers(String);

impl Trailers {
    /// Has git read them from the file at `message`, which is absolute: git would look for another one from the root
    /// of the work tree.
    ///
    /// # Errors
    ///
    /// [`GitError`] when git cannot read the message.
    pub(crate) fn read(message: &Path) -> Result<Self, GitError> {
        let lines = Git::call(&["-c", SEPARATOR, "interpret-trailers", "--parse"]).and(message).ask()?;
        Ok(Self(String::from_utf8_lossy(&lines).into_owned()))
    }

    /// The verdicts of one gate.
    ///
    /// # Errors
    ///
    /// What is wrong with the first trailer that is no verdict.
    pub(crate) fn verdicts(&self, gate: &str) -> Result<Vec<Verdict<'_>>, VerdictError> {
        let key = key(gate);
        self.0.lines().filter_map(|line| line.strip_prefix(&key)).map(Verdict::parse).collect()
    }

    /// Whether the gate's trailer stands somewhere in the message where git does not look for trailers.
    pub(crate) fn is_misplaced(&self, gate: &str, message: &str) -> bool {
        let name = format!("{PREFIX}{gate}");
        let is_one =
            |line: &str| line.trim_start().strip_prefix(&name).is_some_and(|rest| rest.trim_start().starts_with(':'));
        message.lines().any(is_one) && !self.0.contains(&key(gate))
    }
}

fn key(gate: &str) -> String {
    format!("{PREFIX}{gate}:")
}
