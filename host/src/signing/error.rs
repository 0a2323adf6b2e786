//! Why something could not be signed.

use std::io;
use std::path::PathBuf;
use std::time::Duration;

use assize_store::StoreError;

use crate::signing::{PrincipalError, PublicKeyError};

/// Why an attestation could not be signed. A run records the message and keeps its verdict.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SigningError {
    /// `ssh-keygen` could not do its part.
    #[error(transparent)]
    SshKeygen(#[from] SshKeygenError),
    /// The key or its folder could not be read or written.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The key's folder or file could not be prepared.
    #[error("cannot {action} {}: {source}", path.display())]
    KeyFile {
        /// What was tried, as a verb.
        action: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// Another process is making the key and does not come to an end.
    #[error("another process has held the lock on {} for {} seconds", path.display(), waited.as_secs())]
    KeyLocked {
        /// The lock.
        path: PathBuf,
        /// How long it was waited for.
        waited: Duration,
    },
    /// The public key beside the private one cannot be read as one.
    #[error("{} is not the public key of an Ed25519 key: {source}", path.display())]
    PublicKey {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        source: PublicKeyError,
    },
    /// The public key beside the private one belongs to another key.
    #[error("{} does not belong to the private key beside it; remove it, and it is made again", path.display())]
    KeyMismatch {
        /// The public key's file.
        path: PathBuf,
    },
    /// The name to vouch for cannot be used.
    #[error(transparent)]
    Principal(#[from] PrincipalError),
    /// The settings file cannot be understood.
    #[error("{}: {message}", path.display())]
    Setting {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        message: String,
    },
    /// What `ssh-keygen` gave back is not a signature in the form that verifiers ask for.
    #[error("ssh-keygen gave back something that is no signature: {0}")]
    Form(String),
    /// The document has no `attestor` to sign as.
    #[error("the document is no attestation: it has no attestor")]
    NotAnAttestation,
}

/// Why `ssh-keygen` could not do its part.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SshKeygenError {
    /// It is not on the `PATH` of the environment that was given.
    #[error("there is no ssh-keygen on the PATH; install OpenSSH's client tools")]
    Missing,
    /// It could not be started.
    #[error("cannot start {}: {source}", program.display())]
    Start {
        /// The binary.
        program: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// Talking to it failed.
    #[error("cannot talk to ssh-keygen: {0}")]
    Io(#[source] io::Error),
    /// It did not come to an end.
    #[error("ssh-keygen did not end within {} seconds", limit.as_secs())]
    TimedOut {
        /// How long it may take.
        limit: Duration,
    },
    /// It printed more than can be meant.
    #[error("ssh-keygen printed more than {limit} bytes")]
    TooMuchOutput {
        /// The bound in bytes.
        limit: usize,
    },
    /// It ended with an error.
    #[error("ssh-keygen could not {action}: {message}")]
    Failed {
        /// What it was asked for, as a verb.
        action: &'static str,
        /// What it said.
        message: String,
    },
}
