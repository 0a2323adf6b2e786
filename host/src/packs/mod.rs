//! Packs: where they come from, and what may be read of them (AIP-62, "Pack loading" and "Pack trust").
//!
//! [`PackPlaces`] loads what a manifest's `uses` name: folders, installed npm packages and pinned commits. Everything
//! that touches files, git or a network happens there. What it gives, [`LoadedPacks`], is the
//! compiler's [`PackLoader`](assize_compiler::PackLoader), and merging packs into a manifest does no more I/O.

mod error;
mod folder;
mod git;
mod loaded;
mod npm;
mod pack;
mod places;
mod rubric;
mod trust;

#[cfg(test)]
pub(crate) mod testing;
#[cfg(test)]
mod tests;

pub use error::{FetchError, PackError};
pub(crate) use git::{GitCall, text_of};
pub use loaded::LoadedPacks;
pub use pack::Pack;
pub use places::PackPlaces;
pub use rubric::ConfinedRubric;

/// The file that makes a folder a pack.
pub(crate) const REVIEW_MD: &str = "REVIEW.md";
/// The most that is read of a pack's REVIEW.md, in bytes: one more than the compiler takes, so that the compiler says it.
const REVIEW_MD_LIMIT: u64 = assize_compiler::MAX_SOURCE_BYTES as u64 + 1;
/// The most that is read of one rubric of a pack, in bytes.
const RUBRIC_LIMIT: u64 = 1024 * 1024;
/// The most that the rubrics of one pack hold together, in bytes.
const PACK_RUBRICS_LIMIT: u64 = 16 * 1024 * 1024;
