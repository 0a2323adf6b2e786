//! Starting one process.

use std::ffi::OsString;
use std::fs::File;
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use rustix::io::Errno;
use tokio::net::unix::pipe::Receiver;

use super::CommandLine;
use crate::sandbox::spawn_confined;

/// Starts `command`, found at `program`, with exactly `environment` and the entry `mark`.
///
/// One pipe takes both output streams, so that they arrive in the order they were written. An absolute program, a
/// cleared environment and no closure between fork and exec let the standard library use `posix_spawn`, which does
/// not copy this process's page tables.
pub(super) fn spawn(
    program: &Path,
    command: &CommandLine,
    environment: &[(OsString, OsString)],
    mark: (&str, String),
) -> io::Result<(Child, Receiver)> {
    let (reader, writer) = io::pipe()?;
    let output = Receiver::from_owned_fd(OwnedFd::from(reader))?;
    let mut argv = command.argv.iter();
    let mut builder = Command::new(program);
    if let Some(name) = argv.next() {
        builder.arg0(name);
    }
    builder
        .args(argv)
        .current_dir(&command.cwd)
        .env_clear()
        .envs(environment.iter().map(|(name, value)| (name, value)))
        .env(mark.0, mark.1)
        .process_group(0)
        .stdin(match &command.input {
            Some(path) => File::open(path)?.into(),
            None => Stdio::null(),
        })
        .stdout(writer.try_clone()?)
        .stderr(writer);
    // The builder holds this process's write ends; they close with it, so that the pipe ends with the command.
    let child = match &command.sandbox {
        Some(sandbox) => spawn_confined(&mut builder, sandbox)?,
        None => builder.spawn()?,
    };
    Ok((child, output))
}

/// Whether the system ran out of something that is given back when another command ends.
pub(super) fn is_out_of_room(error: &io::Error) -> bool {
    matches!(Errno::from_io_error(error), Some(Errno::MFILE | Errno::NFILE | Errno::AGAIN | Errno::NOMEM))
}
