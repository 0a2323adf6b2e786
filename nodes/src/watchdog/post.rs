//! Starting the watchdog and talking to it.

use std::ffi::{OsStr, OsString};
use std::io::{self, PipeWriter, Write as _};
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use tokio::time::timeout;

use super::WatchdogError;
use crate::process::{ExitWatch, Marker, ProcessGroup};

const SCRIPT: &str = include_str!("watchdog.sh");
const SHELL: &str = "/bin/sh";
/// Where the script's tools are looked for when the run's environment has no search path.
const PATH: &str = "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin";
/// Where they are looked for when the run's search path does not lead to them: without `grep` none of the processes
/// that left their group is found.
const LAST_RESORT: &str = ":/usr/bin:/bin";
/// The most bytes of a path that are told: together with what is around it, less than every system's `PIPE_BUF`.
const LONGEST_LINE: usize = 500;
/// How long the end of a run waits for the watchdog to go. It only has to read a line and exit.
const FAREWELL: Duration = Duration::from_millis(500);

/// One shell a run, whose standard input is a pipe that only this process holds. When the pipe closes without a
/// farewell, this process was killed, and the shell ends every group it was told of and every process that carries
/// the run's marker. The second rule also covers a command that was started but not yet reported.
#[derive(Debug)]
pub(crate) struct Watchdog {
    orders: Option<PipeWriter>,
    child: Option<Child>,
}

impl Watchdog {
    /// Starts the shell: in a group of its own, deaf to the terminal's signals, with nothing of this process's
    /// environment but the search path, so that no sweep of any run mistakes it for a lane.
    pub(crate) fn start(
        marker: &Marker,
        grace: Duration,
        environment: &[(OsString, OsString)],
    ) -> Result<Self, WatchdogError> {
        Self::spawn(marker, grace, &search_path(environment)).map_err(|source| WatchdogError::NotStarted { source })
    }

    fn spawn(marker: &Marker, grace: Duration, path: &OsStr) -> io::Result<Self> {
        let hundredths = grace.as_millis().div_ceil(10);
        let (reader, orders) = io::pipe()?;
        // A watchdog that does not read must never make a lane wait.
        rustix::io::ioctl_fionbio(&orders, true)?;
        let child = Command::new(SHELL)
            .args(["-c", SCRIPT, "assize-watchdog", marker.name(), &hundredths.to_string()])
            .env_clear()
            .env("PATH", path)
            .current_dir("/")
            .process_group(0)
            .stdin(reader)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()?;
        Ok(Self { orders: Some(orders), child: Some(child) })
    }

    /// Reports a group that has begun.
    pub(crate) fn watch(&mut self, group: ProcessGroup) -> Result<(), WatchdogError> {
        self.tell(&format!("+ {}\n", group.id())).map_err(|source| WatchdogError::Lost { source })
    }

    /// Reports groups that are gone, before their numbers are used for something else.
    pub(crate) fn forget(&mut self, groups: &[ProcessGroup]) {
        for group in groups {
            if let Err(error) = self.tell(&format!("- {}\n", group.id())) {
                tracing::debug!(%error, "the watchdog does not listen");
                return;
            }
        }
    }

    /// Names a folder that is to go when this process is killed. One whose path cannot be told in a line is left to
    /// whoever made it.
    pub(crate) fn take_away(&mut self, folder: &Path) -> Result<(), WatchdogError> {
        let path = folder.as_os_str().as_bytes();
        let can_be_told = path.len() < LONGEST_LINE && !path.contains(&b'\n') && !path.ends_with(b" ");
        if !can_be_told || !folder.is_absolute() {
            return Ok(());
        }
        let line = [b"! ", path, b"\n"].concat();
        self.tell_bytes(&line).map_err(|source| WatchdogError::Lost { source })
    }

    fn tell(&mut self, line: &str) -> io::Result<()> {
        self.tell_bytes(line.as_bytes())
    }

    fn tell_bytes(&mut self, line: &[u8]) -> io::Result<()> {
        // Shorter than PIPE_BUF, so it is written whole or not at all.
        self.orders.as_mut().ok_or(io::ErrorKind::BrokenPipe)?.write_all(line)
    }

    /// Sends the watchdog home: nothing is left to look after. Waits for it to go, briefly.
    pub(crate) async fn dismiss(mut self) {
        if let Err(error) = self.tell("done\n") {
            tracing::debug!(%error, "the watchdog does not listen");
        }
        self.orders = None;
        let Some(mut child) = self.child.take() else { return };
        let Ok(mut ended) = ExitWatch::on(&child) else { return };
        if timeout(FAREWELL, ended.ended()).await.is_err() {
            self.child = Some(child); // reaped when it goes, by the drop below
        } else if let Err(error) = child.try_wait() {
            tracing::debug!(%error, "the watchdog could not be reaped");
        }
    }
}

impl Drop for Watchdog {
    /// Without a farewell the watchdog takes over: it sees the end of its input and ends what is left.
    fn drop(&mut self) {
        self.orders = None;
        let (Some(mut child), Ok(runtime)) = (self.child.take(), tokio::runtime::Handle::try_current()) else {
            return;
        };
        let _in_runtime = runtime.enter();
        if let Ok(mut ended) = ExitWatch::on(&child) {
            runtime.spawn(async move {
                ended.ended().await;
                let _ = child.try_wait();
            });
        }
    }
}

/// Where the script finds its tools: where the run would, and then where they always are.
fn search_path(environment: &[(OsString, OsString)]) -> OsString {
    let given = environment.iter().rev().find(|(name, _)| name == "PATH").map(|(_, value)| value.as_os_str());
    let mut path = given.filter(|path| !path.is_empty()).unwrap_or(OsStr::new(PATH)).to_owned();
    path.push(LAST_RESORT);
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(given: &[&str], expect: &str) {
        let environment: Vec<_> = given.iter().map(|path| ("PATH".into(), (*path).into())).collect();
        assert_eq!(search_path(&environment), expect, "{given:?}");
    }

    #[test]
    fn the_standard_folders_come_last() {
        check(&["/opt/bin"], "/opt/bin:/usr/bin:/bin");
        check(&["/first", "/last"], "/last:/usr/bin:/bin");
        check(&[], &format!("{PATH}{LAST_RESORT}"));
        check(&[""], &format!("{PATH}{LAST_RESORT}"));
    }
}
