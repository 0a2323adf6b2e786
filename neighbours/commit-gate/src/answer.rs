//! What a gate or a preflight comes to.

use std::ffi::OsString;
use std::path::PathBuf;

use crate::verdict::VerdictError;

/// What a gate or a preflight comes to, when it can tell.
#[derive(Debug)]
pub(crate) enum Answer {
    /// No rubric is staged: the preflight has nothing to say.
    Clear,
    /// The message needs no verdict.
    Exempt,
    /// Nothing the gate is about is staged.
    Skipped(Vec<OsString>),
    /// There are verdicts, and none declares a blocker.
    Attested { verdicts: usize, minor: u32 },
    /// These rubrics are staged themselves.
    RubricStaged(Vec<PathBuf>),
    /// There is no trailer, or it stands where git does not see it.
    NoTrailer { misplaced: bool },
    /// No verdict names these files.
    Gaps(Vec<Vec<u8>>),
    /// A trailer is no verdict.
    Malformed(VerdictError),
    /// The verdicts declare blockers.
    Blocked { major: u32, moderate: u32 },
}

impl Answer {
    /// Whether the commit may go on.
    pub(crate) fn passes(&self) -> bool {
        matches!(self, Self::Clear | Self::Exempt | Self::Skipped(_) | Self::Attested { .. })
    }
}
