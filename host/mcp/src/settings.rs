//! What a server is made from.

use std::path::PathBuf;

use assize_host::Host;

/// What a server is made from.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct ServerSettings {
    /// Who runs the reviews.
    pub host: Host,
    /// What relative paths of clients begin at, absolute.
    pub cwd: PathBuf,
    /// The version that clients are told.
    pub version: String,
    /// The session that is recorded as the requester of reviews whose client names none.
    pub session_id: Option<String>,
}

impl ServerSettings {
    /// Settings for a host whose clients all name their sessions, or none.
    pub fn new(host: Host, cwd: impl Into<PathBuf>, version: impl Into<String>) -> Self {
        Self { host, cwd: cwd.into(), version: version.into(), session_id: None }
    }
}
