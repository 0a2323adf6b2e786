//! One command from its start until its processes are somebody else's business.

use std::io;
use std::process::{Child, ExitStatus};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use tokio::net::unix::pipe::Receiver;
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

use super::run_processes::Shared;
use super::spawn::{is_out_of_room, spawn};
use super::{CommandLine, ExitWatch, Marker, ProcessGroup, StartError, Ticket};

/// How long a start that found no room waits at most before it tries again.
const NEXT_TRY: Duration = Duration::from_millis(50);
/// How long a killed leader is waited for; one that hangs in the kernel is left behind.
const REAPING: Duration = Duration::from_secs(1);

/// A command that was started. Dropping it kills its group.
pub(super) struct Running {
    shared: Arc<Shared>,
    ticket: Ticket,
    pub(super) group: ProcessGroup,
    child: Option<Child>,
    pub(super) exit: ExitWatch,
    /// When what is left of it gets SIGKILL, once it is being ended.
    kill_at: Option<Instant>,
    handed_over: bool,
}

impl Running {
    /// Starts `command`. When the system is out of descriptors or processes while other commands run, the start
    /// waits for one of them to end.
    pub(super) async fn start(
        shared: &Arc<Shared>,
        command: &CommandLine,
        cancel: &CancellationToken,
    ) -> Result<(Self, Receiver), StartError> {
        let program = command.locate(command.environment(&shared.environment))?;
        loop {
            // Made before the attempt, so that an end between the two is not missed.
            let room = shared.ended.notified();
            match Self::try_start(shared, &program, command) {
                Err(StartError::Spawn { source, .. })
                    if is_out_of_room(&source) && shared.running.load(Ordering::Acquire) > 0 => {}
                started => return started,
            }
            tokio::select! {
                () = room => {}
                () = sleep(NEXT_TRY) => {}
                () = cancel.cancelled() => return Err(StartError::Cancelled),
            }
        }
    }

    fn try_start(
        shared: &Arc<Shared>,
        program: &std::path::Path,
        command: &CommandLine,
    ) -> Result<(Self, Receiver), StartError> {
        // Nothing may run before somebody is there to end it.
        shared.with_watchdog(|_| Ok(()))?;
        let failed = |source| StartError::Spawn { program: program.to_owned(), source };
        let ticket = shared.next_ticket();
        let mark = (shared.marker.name(), Marker::value(ticket, &command.label));
        let (child, output) =
            spawn(program, command, command.environment(&shared.environment), mark).map_err(failed)?;
        let group = ProcessGroup::led_by(&child);
        let watched = shared.watch(group);
        match (ExitWatch::on(&child), watched) {
            (Ok(exit), Ok(())) => {
                shared.running.fetch_add(1, Ordering::AcqRel);
                let (shared, child) = (Arc::clone(shared), Some(child));
                Ok((Self { shared, ticket, group, child, exit, kill_at: None, handed_over: false }, output))
            }
            (exit, watched) => {
                group.kill();
                shared.ended(ticket, group, Instant::now(), Some(child));
                watched?;
                Err(exit.err().map_or(StartError::RunIsOver, failed))
            }
        }
    }

    /// Asks everything of this command to end, and says when patience is over.
    pub(super) fn stop(&mut self) -> Instant {
        let kill_at = Instant::now() + self.shared.grace;
        self.kill_at = Some(kill_at);
        self.group.terminate();
        self.shared.stopping(self.ticket, kill_at);
        kill_at
    }

    /// The leader has ended or was killed: reaps it and hands over what is left of its group. The group is signalled
    /// before its leader is reaped, while its number cannot belong to anybody else.
    pub(super) async fn settle(mut self) -> io::Result<ExitStatus> {
        let now = Instant::now();
        let kill_at = *self.kill_at.get_or_insert(now + self.shared.grace);
        if now >= kill_at {
            self.group.kill();
        } else {
            self.group.terminate();
        }
        let status = self.reap().await;
        self.hand_over(kill_at);
        status
    }

    async fn reap(&mut self) -> io::Result<ExitStatus> {
        let give_up = Instant::now() + REAPING;
        while let Some(child) = &mut self.child {
            match child.try_wait() {
                Ok(None) if Instant::now() < give_up => sleep(Duration::from_millis(10)).await,
                Ok(None) => break,
                Ok(Some(status)) => {
                    self.child = None;
                    return Ok(status);
                }
                Err(error) => {
                    self.child = None;
                    return Err(error);
                }
            }
        }
        Err(io::ErrorKind::TimedOut.into())
    }

    fn hand_over(&mut self, kill_at: Instant) {
        self.shared.running.fetch_sub(1, Ordering::AcqRel);
        self.shared.ended(self.ticket, self.group, kill_at, self.child.take());
        self.handed_over = true;
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if !self.handed_over {
            self.group.kill();
            self.hand_over(Instant::now());
        }
    }
}
