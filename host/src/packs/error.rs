//! Why a pack could not be had.

use std::error::Error as _;
use std::io;
use std::path::PathBuf;

use assize_compiler::PackRefError;
use assize_git::GitError;
use assize_schemas::Sha;
use assize_store::StoreError;

/// Why a pack, or a rubric of one, could not be had.
///
/// Two kinds of trouble differ (rulings 24): a pack that is [not here](PackError::is_not_here) says nothing about
/// its content, and a verifier may note it; everything else is a fault of the pack, of its reference or of this
/// machine's copy of it.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PackError {
    /// The reference has none of the forms there are.
    #[error(transparent)]
    Reference(#[from] PackRefError),
    /// The reference is no path, and no package can have that name.
    #[error("{name:?} is neither a path (those begin with ./ or ../ or /) nor the name of an npm package")]
    PackageName {
        /// The reference.
        name: String,
    },
    /// No folder of installed packages holds the package.
    #[error("the npm package {name:?} is not installed: no node_modules folder of {} or above holds it", from.display())]
    NotInstalled {
        /// The package.
        name: String,
        /// Where the search began.
        from: PathBuf,
    },
    /// The package is installed, and its `exports` do not let anybody see its package.json.
    #[error("the npm package at {} hides its package.json: its \"exports\" need \"./package.json\"", package.display())]
    HiddenPackage {
        /// The folder of the package.
        package: PathBuf,
    },
    /// The package.json of an installed package is no JSON object.
    #[error("{} cannot be read as JSON", path.display())]
    PackageJson {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        #[source]
        source: serde_json::Error,
    },
    /// The pinned commit is not in the cache, and could not be fetched.
    #[error("the pack {url} at {} could not be fetched", sha.short(12))]
    NotFetchable {
        /// Where from.
        url: String,
        /// The pin.
        sha: Sha,
        /// What went wrong.
        #[source]
        source: FetchError,
    },
    /// The pinned object is something other than a commit.
    #[error("{sha} in {url} is a {kind}: a pack is pinned to a commit")]
    NotACommit {
        /// The repository.
        url: String,
        /// The pin.
        sha: Sha,
        /// What it is.
        kind: String,
    },
    /// An object in the cache is not what its name says, or lacks what it refers to.
    #[error("the cached repository {} is damaged: {what}; remove it, so that it is fetched anew", repository.display())]
    DamagedCache {
        /// The cached repository.
        repository: PathBuf,
        /// What was found.
        what: String,
    },
    /// There is nothing at the place, or no REVIEW.md in it.
    #[error("there is no {what} in the pack {place}")]
    Missing {
        /// The file that was looked for, relative to the pack.
        what: String,
        /// The pack.
        place: String,
    },
    /// The file is not inside the pack.
    #[error("{what:?} leaves the pack {place}: what a pack names must lie inside it, links followed")]
    Escapes {
        /// The path as the pack gives it.
        what: String,
        /// The pack.
        place: String,
    },
    /// There is something other than a regular file.
    #[error("{what:?} in the pack {place} is not a regular file")]
    NotAFile {
        /// The path as the pack gives it.
        what: String,
        /// The pack.
        place: String,
    },
    /// The file holds more than is read of it.
    #[error("{what:?} in the pack {place} is larger than {limit} bytes")]
    TooLarge {
        /// The path as the pack gives it.
        what: String,
        /// The pack.
        place: String,
        /// The bound in bytes.
        limit: u64,
    },
    /// The file is no longer what it was when the pack was resolved.
    #[error("{what:?} in the pack {place} changed after the pack was resolved")]
    Changed {
        /// The path as the pack gives it.
        what: String,
        /// The pack.
        place: String,
    },
    /// The system refused.
    #[error("cannot read {what:?} in the pack {place}")]
    Io {
        /// The path as the pack gives it.
        what: String,
        /// The pack.
        place: String,
        /// What the system said.
        #[source]
        source: io::Error,
    },
    /// The state folder or an installed package could not be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Git could not answer.
    #[error(transparent)]
    Git(#[from] GitError),
}

impl PackError {
    /// Whether the pack is merely not here: an npm package that is not installed, or a commit that could not be
    /// fetched (rulings 24).
    #[must_use]
    pub fn is_not_here(&self) -> bool {
        matches!(self, Self::NotInstalled { .. } | Self::NotFetchable { .. })
    }

    /// The message with its causes, as one text.
    #[must_use]
    pub fn report(&self) -> String {
        let mut text = self.to_string();
        let mut cause = self.source();
        while let Some(error) = cause {
            let message = error.to_string();
            if !text.contains(&message) {
                text.push_str(": ");
                text.push_str(&message);
            }
            cause = error.source();
        }
        text
    }

    /// What the person can do about it.
    #[must_use]
    pub fn fix(&self) -> Option<String> {
        match self {
            Self::NotInstalled { .. } => Some("install the packages of the repository".to_owned()),
            Self::NotFetchable { .. } => Some("fetch it once with a connection; it is kept from then on".to_owned()),
            Self::DamagedCache { repository, .. } => Some(format!("remove {}", repository.display())),
            Self::Git(error) => error.fix(),
            _ => None,
        }
    }
}

/// Why a commit could not be fetched.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FetchError {
    /// Git could not fetch it.
    #[error(transparent)]
    Git(#[from] GitError),
    /// The cache cannot be written.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The repository was fetched and does not have the commit.
    #[error("the repository does not have that commit, or does not give it away")]
    NoSuchCommit,
}
