//! Whoever keeps a record of prepare checks: they change the tree, and may be cut off in the middle.

use std::path::PathBuf;

/// One prepare check that is about to run, as a record tells it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct PrepareEffect {
    /// The root of the checkout.
    pub root: PathBuf,
    /// The slug of the repository's remote.
    pub repository: String,
    /// The binding.
    pub binding: String,
    /// The check.
    pub check: String,
    /// The commit that was checked out when the run began, as 40 or 64 hexadecimal digits.
    pub head: String,
}

/// How a prepare check ended. One that was cancelled, or whose end is not known, did not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PrepareEnd {
    /// With exit status 0.
    Passed,
    /// By itself, with another exit status.
    Failed,
}

/// Keeps a record of prepare checks. Called where blocking is fine.
pub trait PrepareRecord: Send + Sync {
    /// Records that a check is about to run, and answers what people should know of earlier ones.
    ///
    /// # Errors
    ///
    /// Why it cannot be recorded. The check then does not run, and the review fails.
    fn begin(&self, effect: &PrepareEffect) -> Result<Vec<String>, String>;

    /// Records how a check ended.
    ///
    /// # Errors
    ///
    /// Why it cannot be recorded. The review then fails.
    fn end(&self, effect: &PrepareEffect, end: PrepareEnd) -> Result<(), String>;
}
