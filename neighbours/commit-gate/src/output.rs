//! The two streams.

use std::io::{self, ErrorKind, Write as _};
use std::process::ExitCode;

use crate::usage::{USAGE, UsageError};

/// Writes to standard output. A reader that has gone has read what it wanted.
pub(crate) fn print(text: &str) -> ExitCode {
    let mut stdout = io::stdout().lock();
    match stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            say(&format!("git-agent-verdict: cannot write to standard output: {error}\n"));
            ExitCode::from(2)
        }
        _ => ExitCode::SUCCESS,
    }
}

/// Writes to standard error. Nobody is left to be told when that fails; the exit status says it all the same.
pub(crate) fn say(text: &str) {
    drop(io::stderr().lock().write_all(text.as_bytes()));
}

/// Refuses a call.
pub(crate) fn refuse(error: &UsageError) -> ExitCode {
    say(&format!("git-agent-verdict: {error}\n{USAGE}"));
    ExitCode::from(2)
}
