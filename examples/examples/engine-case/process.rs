//! A child process with a process group of its own, which ends with it.

use std::{
    io,
    path::Path,
    pin::pin,
    process::{ExitStatus, Stdio},
    time::Duration,
};

use rustix::process::{Pid, Signal, kill_process_group};
use tokio::{
    io::{AsyncRead, AsyncReadExt},
    process::Command,
    time::timeout,
};

/// The most that is kept of each stream.
const KEPT: usize = 4 << 20;
/// How long the streams are read after the process has ended, in case something it left behind holds them open.
const DRAIN: Duration = Duration::from_millis(100);

/// How long a process that was asked to end may take over it.
const GRACE: Duration = Duration::from_millis(500);

/// What a process that ended by itself came to.
pub(crate) struct Ended {
    pub(crate) status: ExitStatus,
    pub(crate) stdout: Vec<u8>,
    pub(crate) stderr: Vec<u8>,
}

/// Kills everything in the group when dropped: after a normal end, and when the step is stopped.
struct Group(Option<Pid>);

impl Drop for Group {
    fn drop(&mut self) {
        if let Some(group) = self.0 {
            // It fails when nobody is left, which is as well.
            let _ = kill_process_group(group, Signal::KILL);
        }
    }
}

/// Runs a command without input to its end, or until it is cancelled: then its group is asked to end, and killed when it
/// does not. Nothing comes of a cancelled process; the error is that it could not be started.
pub(crate) async fn run(
    command: &str,
    args: &[String],
    directory: Option<&Path>,
    cancelled: impl Future<Output = ()>,
) -> io::Result<Option<Ended>> {
    let mut builder = Command::new(command);
    builder.args(args).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    builder.process_group(0).kill_on_drop(true);
    if let Some(directory) = directory {
        builder.current_dir(directory);
    }
    let mut child = builder.spawn()?;
    // The guard comes after the child, so that it is dropped before it: a step that is stopped kills the group while
    // its leader is not reaped yet and its number cannot have been given away.
    let leader = child.id().and_then(|id| i32::try_from(id).ok()).and_then(Pid::from_raw);
    let _group = Group(leader);
    let (out, err) = (child.stdout.take(), child.stderr.take());
    let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
    let mut reading = Box::pin(async { tokio::join!(read(out, &mut stdout), read(err, &mut stderr)) });
    let mut read_all = false;
    let mut cancelled = pin!(cancelled);
    let status = loop {
        tokio::select! {
            biased;
            _ = &mut reading, if !read_all => read_all = true,
            status = child.wait() => break status?,
            () = &mut cancelled => {
                if let Some(group) = leader {
                    let _ = kill_process_group(group, Signal::TERM);
                }
                // Reading goes on, so that what it says in the end does not hold it up.
                let end = async {
                    if read_all { child.wait().await } else { tokio::join!(child.wait(), &mut reading).0 }
                };
                let _ = timeout(GRACE, end).await;
                return Ok(None);
            }
        }
    };
    if !read_all {
        // Past that time what there is has to do.
        let _ = timeout(DRAIN, &mut reading).await;
    }
    drop(reading);
    Ok(Some(Ended { status, stdout, stderr }))
}

/// Reads to the end and keeps the beginning.
async fn read(stream: Option<impl AsyncRead + Unpin>, kept: &mut Vec<u8>) {
    let Some(mut stream) = stream else { return };
    let mut buffer = vec![0; 8 << 10];
    while let Ok(count @ 1..) = stream.read(&mut buffer).await {
        let room = KEPT.saturating_sub(kept.len()).min(count);
        kept.extend(buffer.iter().take(room));
    }
}
