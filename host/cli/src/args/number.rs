//! Numbers on the command line.

use std::num::NonZeroUsize;

/// Reads a whole number from 1.
pub(super) fn at_least_one(text: &str) -> Result<NonZeroUsize, String> {
    text.parse().map_err(|_| "it must be a whole number, 1 or more".to_owned())
}
