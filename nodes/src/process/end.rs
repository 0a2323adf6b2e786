//! How a command came to its end.

use std::ffi::OsString;
use std::io;
use std::os::unix::process::ExitStatusExt as _;
use std::path::PathBuf;
use std::process::ExitStatus;

use crate::watchdog::WatchdogError;

/// What became of a command.
#[derive(Debug)]
pub struct CommandRun {
    /// How it ended.
    pub end: CommandEnd,
    /// The tail of what it printed, both streams in order of arrival; at most 64 KiB or what it asked
    /// for, invalid UTF-8 replaced,
    /// terminal escapes still in it.
    pub output: String,
}

/// How a command ended.
#[derive(Debug)]
#[non_exhaustive]
pub enum CommandEnd {
    /// By itself. The code is its exit status, 128 when a signal ended it, 1 when neither is known.
    Exited {
        /// The exit code.
        code: i32,
    },
    /// It was ended because its time was up, whatever status it left with then.
    TimedOut,
    /// It was ended because nobody wants it any more.
    Cancelled,
    /// It never ran.
    NotStarted(StartError),
    /// It ran, and how it ended could not be learnt.
    Unknown(io::Error),
}

/// Why a command could not be started.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StartError {
    /// The argument list is empty.
    #[error("the command is empty")]
    NoProgram,
    /// The program is nowhere on the search path.
    #[error("{} is not on the search path", .program.display())]
    NotFound {
        /// The name that was looked for.
        program: OsString,
    },
    /// The working directory is missing, or is something else.
    #[error("the working directory {} is no directory", .path.display())]
    NoDirectory {
        /// The absolute path.
        path: PathBuf,
    },
    /// The system refused.
    #[error("{} could not be started: {source}", .program.display())]
    Spawn {
        /// The program.
        program: PathBuf,
        /// The system's reason.
        source: io::Error,
    },
    /// Nobody would end the command's processes if this process were killed, so it is not begun.
    #[error(transparent)]
    Watchdog(#[from] WatchdogError),
    /// The run was cancelled first.
    #[error("cancelled before it was started")]
    Cancelled,
    /// [`RunProcesses::finish`](crate::RunProcesses::finish) was called before.
    #[error("the run is over")]
    RunIsOver,
}

/// The exit code that documents record (AIP-62, "Command lanes").
pub(super) fn exit_code(status: ExitStatus) -> i32 {
    const BY_SIGNAL: i32 = 128;
    const UNKNOWN: i32 = 1;
    status.code().or_else(|| status.signal().map(|_| BY_SIGNAL)).unwrap_or(UNKNOWN)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exit_codes() {
        for (raw, expect) in [(0, 0), (3 << 8, 3), (255 << 8, 255), (9, 128), (15, 128)] {
            assert_eq!(exit_code(ExitStatus::from_raw(raw)), expect, "{raw}");
        }
    }
}
