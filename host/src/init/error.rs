//! Why a repository was not set up.

use std::io;
use std::path::PathBuf;

use assize_compiler::{PackRefError, Problems};
use assize_git::GitError;
use assize_schemas::IdError;
use assize_store::StoreError;

use crate::{HostErrorKind, PackError};

/// Why a repository was not set up. Whatever is known beforehand is found before anything is written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum InitError {
    /// The repository could not be found or asked.
    #[error(transparent)]
    Git(#[from] GitError),
    /// A namespace was given and no pack.
    #[error("a namespace (--as) needs a pack (--pack)")]
    NamespaceWithoutPack,
    /// The pack is no reference to a pack.
    #[error(transparent)]
    Pack(#[from] PackRefError),
    /// There is no such pack, or it cannot be used.
    #[error("the pack {pack:?} cannot be loaded")]
    PackNotLoaded {
        /// The reference.
        pack: String,
        /// Why not.
        #[source]
        source: Box<PackError>,
    },
    /// The pack is not valid.
    #[error("the pack {pack:?} is not valid: {problems}")]
    PackInvalid {
        /// The reference.
        pack: String,
        /// What is wrong with it.
        problems: Problems,
    },
    /// The namespace is none.
    #[error("the namespace cannot be used")]
    Namespace(#[from] IdError),
    /// Another pack has the namespace.
    #[error("the namespace {namespace:?} is taken by the pack {pack:?}; choose another with --as")]
    NamespaceTaken {
        /// The namespace.
        namespace: String,
        /// The pack that has it.
        pack: String,
    },
    /// The manifest that a pack should be added to is not valid.
    #[error("{} is not a valid manifest, so no pack can be added to it: {problems}", path.display())]
    Manifest {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        problems: Problems,
    },
    /// The pack cannot be added to the text without a risk.
    #[error(
        "the pack cannot be added to {} without a risk of changing what it means. Add this entry by hand, as an item of \
         the list at \"uses\":\n{entry}",
        path.display()
    )]
    NotEditable {
        /// The file.
        path: PathBuf,
        /// The entry.
        entry: String,
    },
    /// The manifest leads out of the repository.
    #[error("{} leads out of the repository; it is left alone", path.display())]
    OutsideManifest {
        /// The file.
        path: PathBuf,
    },
    /// A file could not be read or written.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The system refused.
    #[error("cannot {action} {}", path.display())]
    Io {
        /// What was tried, as a verb.
        action: &'static str,
        /// The file.
        path: PathBuf,
        /// What the system said.
        #[source]
        source: io::Error,
    },
}

impl InitError {
    /// What kind of trouble it is.
    #[must_use]
    pub fn kind(&self) -> HostErrorKind {
        match self {
            Self::NamespaceWithoutPack | Self::Pack(_) | Self::Namespace(_) => HostErrorKind::Usage,
            _ => HostErrorKind::CouldNotRun,
        }
    }

    /// What the person can do about it.
    #[must_use]
    pub fn fix(&self) -> Option<String> {
        match self {
            Self::Git(error) => error.fix(),
            Self::Manifest { .. } => Some("assize check".to_owned()),
            Self::PackNotLoaded { .. } => {
                Some("a path that begins with ./ or ../ and leads from REVIEW.md to a folder with a pack".to_owned())
            }
            _ => None,
        }
    }
}
