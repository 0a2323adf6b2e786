//! Exit statuses: the one table of them.

use std::process::ExitCode;

/// What the process ends with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
pub(crate) struct Exit(u8);

impl Exit {
    /// What was asked for was done; of a run: the verdict is `pass`.
    pub(crate) const DONE: Self = Self(0);
    /// What was looked at does not hold.
    pub(crate) const BLOCKED: Self = Self(1);
    /// The answer is `could not run`: a manifest that is not valid, a repository that lacks something, a state
    /// folder that cannot be used.
    pub(crate) const COULD_NOT_RUN: Self = Self(3);
    /// What was named is not there.
    pub(crate) const NOT_FOUND: Self = Self(4);
    /// The command line itself is wrong.
    pub(crate) const USAGE: Self = Self(64);
    /// A second interrupt ended everything at once: what shells give for SIGINT.
    pub(crate) const INTERRUPTED: Self = Self(130);

    /// A status that a library decided: a run's (0 pass, 1 block, 2 incomplete or cancelled, 3, 64), or that of
    /// the plumbing.
    pub(crate) fn of(code: u8) -> Self {
        Self(code)
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit.0)
    }
}
