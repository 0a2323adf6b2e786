//! Starting a process that is kept to what it was given.

use std::io;
use std::process::{Child, Command};
use std::thread;

use super::{Sandbox, kernel};

/// Starts `command` in `sandbox`.
///
/// A restriction holds for the thread that takes it on and for whatever that thread starts, for ever. So a thread is
/// begun for this alone: it restricts itself, starts the command and ends, and no code runs between fork and exec.
pub(crate) fn spawn_confined(command: &mut Command, sandbox: &Sandbox) -> io::Result<Child> {
    thread::scope(|scope| {
        let confined = move || {
            kernel::confine_thread(sandbox)?;
            command.spawn()
        };
        let thread = thread::Builder::new().name("confined start".to_owned()).spawn_scoped(scope, confined)?;
        thread.join().unwrap_or_else(|_| Err(io::Error::other("the thread that starts the command panicked")))
    })
}
