//! Carrying out one command to its end.

use std::time::Duration;

use tokio::time::{sleep, sleep_until, timeout};
use tokio_util::sync::CancellationToken;

use super::end::exit_code;
use super::pump::Pump;
use super::running::Running;
use super::{CommandEnd, CommandLine, CommandRun, RunProcesses, StartError};
use crate::LineSink;

/// How long output is still read after the leader has ended, when somebody else holds the pipe.
const DRAIN: Duration = Duration::from_millis(100);
/// How long a killed leader may take to be gone.
const DYING: Duration = Duration::from_secs(1);

impl RunProcesses {
    /// Carries out `command` and says how it ended, within a fraction of a second of its leader's end, whoever still
    /// holds its pipes (rulings 10).
    ///
    /// When `limit` passes or `cancel` fires, its process group gets SIGTERM, and SIGKILL after the grace. `watcher`
    /// sees its latest line now and then. A dropped future kills the group.
    pub async fn carry_out(
        &self,
        command: &CommandLine,
        limit: Option<Duration>,
        cancel: &CancellationToken,
        watcher: &LineSink,
    ) -> CommandRun {
        if cancel.is_cancelled() {
            return not_started(StartError::Cancelled);
        }
        match Running::start(&self.shared, command, cancel).await {
            Ok((running, output)) => {
                see_through(running, Pump::new(output, command.kept, watcher), limit, cancel).await
            }
            Err(error) => not_started(error),
        }
    }
}

fn not_started(error: StartError) -> CommandRun {
    CommandRun { end: CommandEnd::NotStarted(error), output: String::new() }
}

async fn see_through(
    mut running: Running,
    mut pump: Pump<'_>,
    limit: Option<Duration>,
    cancel: &CancellationToken,
) -> CommandRun {
    let stopped = {
        let time_is_up = async {
            match limit {
                Some(limit) => sleep(limit).await,
                None => std::future::pending().await,
            }
        };
        tokio::pin!(time_is_up);
        loop {
            tokio::select! {
                biased;
                () = running.exit.ended() => break None,
                () = cancel.cancelled() => break Some(CommandEnd::Cancelled),
                () = &mut time_is_up => break Some(CommandEnd::TimedOut),
                () = pump.run(), if pump.is_open() => {}
            }
        }
    };
    if stopped.is_some() {
        end_leader(&mut running, &mut pump).await;
    }
    // At the end of the pipe this is over at once. A command that was told to end gets the same time.
    let _ = timeout(DRAIN, pump.run()).await;
    let status = running.settle().await;
    let end = stopped.unwrap_or_else(|| match status {
        Ok(status) => CommandEnd::Exited { code: exit_code(status) },
        Err(error) => CommandEnd::Unknown(error),
    });
    CommandRun { end, output: pump.into_text() }
}

/// Asks the command to end, and kills it when it does not.
async fn end_leader(running: &mut Running, pump: &mut Pump<'_>) {
    let kill_at = sleep_until(running.stop().into());
    tokio::pin!(kill_at);
    loop {
        tokio::select! {
            biased;
            () = running.exit.ended() => return,
            () = &mut kill_at => break,
            () = pump.run(), if pump.is_open() => {}
        }
    }
    running.group.kill();
    let _ = timeout(DYING, running.exit.ended()).await;
}
