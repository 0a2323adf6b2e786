//! What the surroundings decide, as data.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

/// How long a lane that was told to end may take before it is killed (AIP-62, "Command lanes").
const DEFAULT_GRACE: Duration = Duration::from_secs(5);

/// What a [`Host`](crate::Host) is made from. The caller decides where these come from; this library reads
/// neither environment variables nor the machine's name.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct HostSettings {
    /// The state folder (`AGENTPROTO_HOME`, by default `~/.agentproto`), an absolute path. It need not exist.
    pub state: PathBuf,
    /// The environment that git and the lanes get; variables that git sets inside hooks are taken out here.
    pub environment: Vec<(OsString, OsString)>,
    /// The machine's name, as attestations record it.
    pub hostname: String,
    /// How long a lane that was told to end may take before it is killed.
    pub grace: Duration,
}

impl HostSettings {
    /// Settings with the usual grace of five seconds.
    #[must_use]
    pub fn new(state: impl Into<PathBuf>, environment: Vec<(OsString, OsString)>, hostname: impl Into<String>) -> Self {
        Self { state: state.into(), environment, hostname: hostname.into(), grace: DEFAULT_GRACE }
    }

    /// With another grace; tests shorten it.
    #[must_use]
    pub fn with_grace(mut self, grace: Duration) -> Self {
        self.grace = grace;
        self
    }
}
