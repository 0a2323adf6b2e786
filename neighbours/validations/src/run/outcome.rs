//! What a validation came to.

use std::path::PathBuf;

use crate::{Attestation, Submitted};

/// What a validation came to.
#[derive(Debug, Clone, PartialEq)]
pub enum ValidationOutcome {
    /// The check has a result, signed and stored.
    Recorded {
        /// What was signed.
        attestation: Attestation,
        /// What became of it.
        submitted: Submitted,
        /// The command's exit status; 128 when a signal ended it.
        exit_code: i32,
        /// The end of what it printed.
        output: String,
    },
    /// The proposal cannot be merged: these paths are in conflict.
    Conflict(Vec<PathBuf>),
    /// Nothing is recorded, because nothing is known.
    NoResult(NoResult),
}

/// Why there is no result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoResult {
    /// The tree that it would have been about, as far as the run came.
    pub tree: Option<String>,
    /// Why, for programs: `inconclusive`, `timeout`, `not-started`, `cancelled`, `lost`, `failed`.
    pub code: String,
    /// Why, for people.
    pub message: String,
    /// The command's exit status, if it has one.
    pub exit_code: Option<i32>,
    /// The end of what it printed.
    pub output: String,
    /// Whether a name that was given does not exist.
    pub unknown_name: bool,
    /// What would help.
    pub fix: Option<String>,
}
