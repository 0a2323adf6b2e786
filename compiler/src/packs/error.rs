//! Why packs were not resolved.

use thiserror::Error;

use crate::problem::Problems;

/// Why the packs of a manifest were not resolved: everything that is wrong.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{problems}")]
#[non_exhaustive]
pub struct ResolveError {
    /// At least one problem, with its place in the manifest.
    pub problems: Problems,
    /// Whether every one of them only says that a pack is not on this machine
    /// ([`PackLoadError::NotHere`](crate::PackLoadError::NotHere)).
    pub only_not_here: bool,
}
