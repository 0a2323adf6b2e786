//! Numbers on the command line.

use std::num::NonZeroUsize;
use std::time::Duration;

/// Reads a whole number from 1.
pub(super) fn at_least_one(text: &str) -> Result<NonZeroUsize, String> {
    text.parse().map_err(|_| "it must be a whole number, 1 or more".to_owned())
}

/// Reads a time limit in seconds.
pub(super) fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse::<f64>().ok().filter(|seconds| *seconds > 0.0);
    let limit = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    // The least that is told apart is a millisecond.
    let limit = limit.filter(|limit| limit.as_millis() > 0 && limit.as_millis() < 1 << 53);
    limit.ok_or_else(|| "it must be a number of seconds greater than 0".to_owned())
}

/// Reads an exit status other than 0.
pub(super) fn exit_status(text: &str) -> Result<u8, String> {
    let status = text.trim().parse::<u8>().ok().filter(|status| *status > 0);
    status.ok_or_else(|| "it must be an exit status from 1 to 255".to_owned())
}
