//! How packs reach the compiler.

use std::error::Error;
use std::path::PathBuf;

use thiserror::Error;

/// Finds packs and reads their files. The host has one that looks at the disk; tests have one over texts.
pub trait PackLoader {
    /// Loads the pack that `reference` names; the reference has one of the forms of [`PackRef`](crate::PackRef).
    ///
    /// # Errors
    ///
    /// [`PackLoadError`] when the pack is not there or cannot be read.
    fn load(&self, reference: &str) -> Result<LoadedPack, PackLoadError>;

    /// The bytes of the file at `path` in `pack`, a path as an agent check of the pack declares it. An implementation
    /// must refuse a path whose real place is outside the pack's root.
    ///
    /// # Errors
    ///
    /// [`PackLoadError`] when there is no such file, or it is not to be read.
    fn read_rubric(&self, pack: &LoadedPack, path: &str) -> Result<Vec<u8>, PackLoadError>;
}

/// A pack as it was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LoadedPack {
    /// The bytes of its REVIEW.md.
    pub review_md: Vec<u8>,
    /// Whether its commands may run without the consumer saying so (AIP-62, "Pack trust").
    pub trusted: bool,
    /// Its root, which its rubric paths are relative to. Means something to the loader alone.
    pub root: PathBuf,
}

/// Why a pack, or a file of one, was not loaded.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum PackLoadError {
    /// The pack is not on this machine and nothing is wrong with the manifest: an npm package that is not installed, a
    /// git repository that cannot be reached.
    #[error("{reason}")]
    NotHere {
        /// Why not, for people.
        reason: String,
    },
    /// Anything else: a directory that is not there, a file that leads out of the pack, a commit that is not the pin.
    #[error("{reason}")]
    Failed {
        /// Why not, for people.
        reason: String,
        /// What the system said.
        #[source]
        source: Option<Box<dyn Error + Send + Sync>>,
    },
}

impl PackLoadError {
    /// The pack is not on this machine; see [`NotHere`](Self::NotHere).
    pub fn not_here(reason: impl Into<String>) -> Self {
        Self::NotHere { reason: reason.into() }
    }

    /// Anything else; see [`Failed`](Self::Failed).
    pub fn failed(reason: impl Into<String>) -> Self {
        Self::Failed { reason: reason.into(), source: None }
    }
}
