//! What the tests with real processes share.

use std::ffi::OsString;
use std::path::Path;
use std::time::{Duration, Instant};

use assize_nodes::{CommandLaneRequest, LineSink, RunProcesses, run_command_lane};
use assize_schemas::{CheckRef, CommandCheck, FrozenTarget, LaneOutcome, Sha, Vars};
use tokio_util::sync::CancellationToken;

/// A generous bound for things that should happen soon.
pub(crate) const SOON: Duration = Duration::from_secs(20);

/// An environment with nothing but a search path.
pub(crate) fn environment() -> Vec<(OsString, OsString)> {
    vec![("PATH".into(), "/usr/local/bin:/usr/bin:/bin".into())]
}

/// The processes of a run of its own.
pub(crate) fn processes(run_id: &str, grace_ms: u64) -> RunProcesses {
    RunProcesses::new(run_id, environment(), Duration::from_millis(grace_ms))
}

/// A run id that no other test uses.
pub(crate) fn run_id(name: &str) -> String {
    format!("test-{name}-{}", std::process::id())
}

pub(crate) fn target() -> FrozenTarget {
    FrozenTarget {
        repo_remote: "local:/r".to_owned(),
        base_sha: Sha::parse("1".repeat(40)).unwrap(),
        head_sha: Sha::parse("2".repeat(40)).unwrap(),
        dirty: false,
    }
}

pub(crate) fn command(id: &str, run: &str, timeout_ms: u64) -> CommandCheck {
    CommandCheck {
        id: CheckRef::parse(id).unwrap(),
        run: run.to_owned(),
        cwd: None,
        blocking: true,
        timeout_ms,
        effects: false,
        description: None,
    }
}

pub(crate) fn request(root: &Path, run: &str, timeout_ms: u64) -> CommandLaneRequest {
    CommandLaneRequest::new(command("lane", run, timeout_ms), root, false, &Vars::new(), &target())
}

/// Runs one lane without anybody watching or cancelling.
pub(crate) async fn lane(processes: &RunProcesses, root: &Path, run: &str) -> LaneOutcome {
    lane_for(processes, root, run, 60_000).await
}

/// The same with a time limit in milliseconds.
pub(crate) async fn lane_for(processes: &RunProcesses, root: &Path, run: &str, timeout_ms: u64) -> LaneOutcome {
    let request = request(root, run, timeout_ms);
    run_command_lane(&request, processes, &CancellationToken::new(), &LineSink::silent()).await
}

/// Whether a process with this number is alive and no zombie.
pub(crate) fn is_alive(pid: u32) -> bool {
    std::fs::read_to_string(format!("/proc/{pid}/stat"))
        .ok()
        .and_then(|stat| stat.rsplit_once(')').and_then(|(_, rest)| rest.trim().chars().next()))
        .is_some_and(|state| state != 'Z' && state != 'X')
}

/// Every live process whose command line holds `text`.
pub(crate) fn with_argument(text: &str) -> Vec<u32> {
    let Ok(entries) = std::fs::read_dir("/proc") else { return Vec::new() };
    entries
        .flatten()
        .filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok())
        .filter(|pid| {
            std::fs::read(format!("/proc/{pid}/cmdline"))
                .is_ok_and(|line| String::from_utf8_lossy(&line).split('\0').any(|argument| argument.contains(text)))
        })
        .filter(|pid| is_alive(*pid))
        .collect()
}

/// Waits until `done` holds, and fails the test when that takes absurdly long.
pub(crate) async fn eventually(what: &str, mut done: impl FnMut() -> bool) {
    let give_up = Instant::now() + SOON;
    while !done() {
        assert!(Instant::now() < give_up, "never happened: {what}");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

/// The number a command wrote to `path`.
pub(crate) fn pid_in(path: &Path) -> Option<u32> {
    std::fs::read_to_string(path).ok()?.strip_suffix('\n')?.parse().ok()
}
