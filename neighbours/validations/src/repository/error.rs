//! Why something could not be kept or read.

use std::path::PathBuf;

use assize_store::StoreError;

use crate::{AttestationError, PolicyError, RandomError};

/// Why something could not be kept or read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RepositoryError {
    /// The attestation is not validly signed.
    #[error("the attestation is not stored: {0}")]
    Invalid(#[from] AttestationError),
    /// Another attestation of this tree has the id.
    #[error("the attestation is not stored: another one of tree {tree} has the id {id}")]
    IdConflict {
        /// The tree.
        tree: String,
        /// The id.
        id: String,
    },
    /// The tree has as many attestations as are kept.
    #[error("the attestation is not stored: tree {tree} has {limit} attestations, and no more are kept")]
    Limit {
        /// The tree.
        tree: String,
        /// The most that are kept.
        limit: usize,
    },
    /// A stored policy cannot be read any more.
    #[error("the stored policy {} is damaged: {source}", path.display())]
    DamagedPolicy {
        /// Its file.
        path: PathBuf,
        /// What is wrong with it.
        source: PolicyError,
    },
    /// A file that this program keeps is not what it wrote.
    #[error("{} is damaged: {what}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        what: String,
    },
    /// The file system refused.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The system has no randomness.
    #[error(transparent)]
    Random(#[from] RandomError),
}

impl RepositoryError {
    /// Why an attestation was refused, as a stable code; `None` when it was not the attestation's fault.
    #[must_use]
    pub fn reason(&self) -> Option<&'static str> {
        match self {
            Self::Invalid(error) => Some(error.fault().code()),
            Self::IdConflict { .. } => Some("id-conflict"),
            Self::Limit { .. } => Some("attestation-limit"),
            _ => None,
        }
    }
}
