//! A command lane.

use std::time::Duration;

use assize_schemas::{Exited, LaneOutcome, Stopped, substitute};
use tokio_util::sync::CancellationToken;

use super::{CANCELLED_BEFORE, CANCELLED_WHILE, CommandLaneRequest, directory_in, exceeded};
use crate::{CommandEnd, CommandLine, CommandRun, LineSink, RunProcesses, StartError};

/// Carries out one command lane (AIP-62, "Command lanes"). Every way it can go is an outcome; nothing else comes out.
pub async fn run_command_lane(
    request: &CommandLaneRequest,
    processes: &RunProcesses,
    cancel: &CancellationToken,
    watcher: &LineSink,
) -> LaneOutcome {
    let check = &request.check;
    let command = match command_line(request) {
        Ok(command) => command,
        Err(error) => return skipped(format!("could not start: {error}"), None),
    };
    let limit = Duration::from_millis(check.timeout_ms);
    let CommandRun { end, output } = processes.carry_out(&command, Some(limit), cancel, watcher).await;
    let output = (!output.is_empty()).then_some(output);
    match end {
        CommandEnd::Exited { code } => LaneOutcome::Exited(Exited { exit_code: code, output }),
        CommandEnd::TimedOut => {
            LaneOutcome::Timeout(Stopped { error: exceeded(check.timeout_ms), output, ..Stopped::default() })
        }
        CommandEnd::Cancelled => skipped(CANCELLED_WHILE, output),
        CommandEnd::NotStarted(StartError::Cancelled) => skipped(CANCELLED_BEFORE, None),
        CommandEnd::NotStarted(error) => skipped(format!("could not start: {error}"), None),
        CommandEnd::Unknown(error) => skipped(format!("how the command ended is not known: {error}"), output),
    }
}

fn command_line(request: &CommandLaneRequest) -> Result<CommandLine, Box<dyn std::error::Error + Send + Sync>> {
    let check = &request.check;
    let text = substitute(&check.run, &request.vars)?.text;
    let cwd = directory_in(&request.root, check.cwd.as_deref(), request.isolated)?;
    let command = CommandLine::shell(&text, cwd).labelled(check.id.as_str());
    Ok(match &request.sandbox {
        Some(sandbox) => command.confined_to(sandbox.clone()),
        None => command,
    })
}

fn skipped(error: impl Into<String>, output: Option<String>) -> LaneOutcome {
    LaneOutcome::Skipped(Stopped { error: error.into(), output, ..Stopped::default() })
}
