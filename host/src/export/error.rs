//! Why nothing was exported.

use std::io;
use std::path::PathBuf;

use assize_store::StoreError;

use crate::{HostError, HostErrorKind};

/// Why nothing was exported.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ExportError {
    /// The repository, the manifest or the ledger could not be read.
    #[error("{}", .0.report())]
    Host(#[from] HostError),
    /// The ledger has no such attestation.
    #[error("there is nothing to export: {0}")]
    Nothing(String),
    /// Nobody said where to.
    #[error("there is nowhere to export to: the manifest has no verdict.exportDir, and no path was given")]
    Nowhere,
    /// The attestation is about another repository than the one whose export directory would be written to.
    #[error("that run is about {found}, and this repository is {here}: name a path to export it to")]
    Elsewhere {
        /// The attestation's repository.
        found: String,
        /// This repository.
        here: String,
    },
    /// The export directory is not inside the repository.
    #[error("{} cannot be exported to: {reason}", path.display())]
    Escapes {
        /// The directory.
        path: PathBuf,
        /// Why not.
        reason: &'static str,
    },
    /// The attestation cannot be named.
    #[error("the attestation has no usable {0}, and cannot be exported")]
    Unusable(&'static str),
    /// A directory could not be made.
    #[error("cannot make {}: {source}", path.display())]
    Directory {
        /// The directory.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The file could not be written.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Something this program relies on did not hold.
    #[error("internal error: {0}")]
    Internal(String),
}

impl ExportError {
    /// The exit status: 4 when there is nothing to export, 64 for a request that cannot be right, otherwise 3.
    #[must_use]
    pub fn exit_code(&self) -> u8 {
        match self {
            Self::Nothing(_) => 4,
            Self::Nowhere | Self::Elsewhere { .. } => 64,
            Self::Host(error) if error.kind() == HostErrorKind::Usage => 64,
            _ => 3,
        }
    }
}
