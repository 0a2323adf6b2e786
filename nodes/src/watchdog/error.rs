//! Why there is no watchdog.

use std::io;

/// Why nobody would end a run's processes if this process were killed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WatchdogError {
    /// It could not be started.
    #[error("the watchdog that would end the lanes of a killed run could not be started: {source}")]
    NotStarted {
        /// The system's reason.
        source: io::Error,
    },
    /// It ended, or stopped listening, while the run went on.
    #[error("the watchdog that would end the lanes of a killed run does not listen: {source}")]
    Lost {
        /// The system's reason.
        source: io::Error,
    },
}
