//! Why a verification could not be carried out.

use std::path::PathBuf;

use assize_store::StoreError;

use crate::{HostError, HostErrorKind};

/// Why a verification could not be carried out. None of these says anything about an attestation.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum VerifyError {
    /// The repository, the range or the manifest could not be established.
    #[error("{}", .0.report())]
    Host(#[from] HostError),
    /// Nobody said where to look.
    #[error("no attestation was named and the manifest has no verdict.exportDir: name a file or a directory")]
    NowhereToLook,
    /// The manifest's export directory is not inside the repository.
    #[error("the export directory {} is not inside the repository", path.display())]
    ExportDirEscapes {
        /// The directory.
        path: PathBuf,
    },
    /// A file or directory that is there cannot be read.
    #[error(transparent)]
    Unreadable(#[from] StoreError),
    /// A directory cannot be listed.
    #[error("cannot list {}: {source}", path.display())]
    Directory {
        /// The directory.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// A directory holds more than anybody exports.
    #[error("{} holds more than {limit} {what} of attestations", path.display())]
    TooMuch {
        /// The directory.
        path: PathBuf,
        /// The bound.
        limit: u64,
        /// What is counted.
        what: &'static str,
    },
    /// Something this program relies on did not hold.
    #[error("internal error: {0}")]
    Internal(String),
}

impl VerifyError {
    /// The exit status: 64 for a request that cannot be right, otherwise 3.
    #[must_use]
    pub fn exit_code(&self) -> u8 {
        match self {
            Self::NowhereToLook => 64,
            Self::Host(error) if error.kind() == HostErrorKind::Usage => 64,
            _ => 3,
        }
    }
}
