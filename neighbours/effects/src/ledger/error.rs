//! Why the ledger could not do what it was asked.

use std::io;
use std::path::{Path, PathBuf};

use crate::identity::IdentityError;
use crate::restricted::RestrictedMaterial;
use crate::verify::Failure;

/// Why the ledger could not do what it was asked. [`LedgerError::code`], [`LedgerError::reason`] and
/// [`LedgerError::exit_code`] are stable.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LedgerError {
    /// What was asked for makes no sense.
    #[error("{message}")]
    Usage {
        /// The stable reason.
        reason: &'static str,
        /// What is wrong and what would be right.
        message: String,
    },
    /// The effect is recorded already, and otherwise.
    #[error("{message}")]
    Conflict {
        /// The stable reason.
        reason: &'static str,
        /// What is there and what was asked for.
        message: String,
    },
    /// The ledger does not hold.
    #[error("{message}")]
    Integrity {
        /// The stable reason: a code of the verification.
        reason: String,
        /// What does not hold and where.
        message: String,
    },
    /// The folder that was configured for artifacts is not there.
    #[error("{} is not there: it is configured as the artifact root, and nothing is made in its place", .0.display())]
    RootUnavailable(PathBuf),
    /// There is no key that may sign.
    #[error("{message}")]
    Key {
        /// `key-unavailable` or `key-not-active`.
        reason: &'static str,
        /// Why.
        message: String,
    },
    /// Somebody else held a lock for too long.
    #[error("the lock {name} is still held by {owner}; `assize effect recover-lock` tells more")]
    LockTimeout {
        /// The lock.
        name: String,
        /// Who holds it.
        owner: String,
    },
    /// A record may not be purged.
    #[error("{message}")]
    PurgeRefused {
        /// The stable reason.
        reason: &'static str,
        /// Why.
        message: String,
    },
    /// The sink of the checkpoints refused.
    #[error("the checkpoint's sink refused: {0}")]
    Sink(String),
    /// The system refused.
    #[error("cannot {action} {}: {source}", path.display())]
    Io {
        /// What was tried, as a verb.
        action: &'static str,
        /// The path.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}

impl LedgerError {
    pub(crate) fn io(action: &'static str, path: &Path, source: io::Error) -> Self {
        Self::Io { action, path: path.to_owned(), source }
    }

    pub(crate) fn usage(reason: &'static str, message: impl Into<String>) -> Self {
        Self::Usage { reason, message: message.into() }
    }

    pub(crate) fn integrity(reason: impl Into<String>, message: impl Into<String>) -> Self {
        Self::Integrity { reason: reason.into(), message: message.into() }
    }

    /// The stable code.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::Usage { .. } => "usage",
            Self::Conflict { .. } => "conflict",
            Self::Integrity { .. } => "integrity",
            Self::RootUnavailable(_) => "artifact-root-unavailable",
            Self::Key { .. } => "key-unavailable",
            Self::LockTimeout { .. } => "lock-timeout",
            Self::PurgeRefused { .. } => "purge-refused",
            Self::Sink(_) | Self::Io { .. } => "internal",
        }
    }

    /// The stable reason, where there is more to tell than the code.
    #[must_use]
    pub fn reason(&self) -> Option<&str> {
        match self {
            Self::Usage { reason, .. }
            | Self::Conflict { reason, .. }
            | Self::Key { reason, .. }
            | Self::PurgeRefused { reason, .. } => Some(reason),
            Self::Integrity { reason, .. } => Some(reason),
            Self::Sink(_) => Some("checkpoint-sink"),
            Self::RootUnavailable(_) | Self::LockTimeout { .. } | Self::Io { .. } => None,
        }
    }

    /// The exit status that it means.
    #[must_use]
    pub fn exit_code(&self) -> u8 {
        match self {
            Self::Usage { .. } | Self::PurgeRefused { .. } => 2,
            Self::Conflict { .. } => 5,
            Self::Integrity { .. } => 6,
            Self::RootUnavailable(_) => 7,
            Self::Key { .. } | Self::LockTimeout { .. } | Self::Sink(_) | Self::Io { .. } => 1,
        }
    }
}

impl From<IdentityError> for LedgerError {
    fn from(error: IdentityError) -> Self {
        Self::Usage { reason: error.reason(), message: error.to_string() }
    }
}

impl From<RestrictedMaterial> for LedgerError {
    fn from(error: RestrictedMaterial) -> Self {
        Self::Usage { reason: "restricted-material", message: error.to_string() }
    }
}

impl From<Failure> for LedgerError {
    fn from(failure: Failure) -> Self {
        let place = match (&failure.path, failure.seq) {
            (Some(path), Some(seq)) => format!(" ({path}, record {seq})"),
            (Some(path), None) => format!(" ({path})"),
            _ => String::new(),
        };
        Self::Integrity { message: format!("{}{place}", failure.message), reason: failure.code }
    }
}
