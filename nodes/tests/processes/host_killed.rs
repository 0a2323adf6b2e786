//! What is left when the program that runs the lanes is killed, or ends without a farewell.

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use assize_nodes::RunProcesses;

use crate::common::{eventually, is_alive, lane, pid_in, processes, run_id, with_argument};

/// Set for a copy of this test program that plays the host to be killed: the directory it works in.
const ROLE: &str = "ASSIZE_TEST_HOST_TO_BE_KILLED";
const GRACE_MS: u64 = 500;

/// Runs lanes for ever when it is told to; an ordinary test run finds nothing to do here.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn host_to_be_killed() {
    let Some(dir) = std::env::var_os(ROLE) else { return };
    let dir = Path::new(&dir);
    let processes = processes(&format!("{}-run", dir.file_name().unwrap().to_str().unwrap()), GRACE_MS);
    let gentle = lane(&processes, dir, "echo $$ > gentle; sleep 600");
    let deaf = lane(&processes, dir, "trap '' TERM; echo $$ > deaf; while :; do sleep 0.05; done");
    let background = lane(&processes, dir, "sleep 600 & echo $! > background; wait");
    let session = lane(
        &processes,
        dir,
        "setsid sh -c 'trap \"\" TERM; echo $$ > session; while :; do sleep 0.05; done' </dev/null >/dev/null 2>&1 & wait",
    );
    let bare = lane(&processes, dir, "env -i /bin/sh -c 'echo $$ > bare; exec /bin/sleep 600'; :");
    tokio::join!(gentle, deaf, background, session, bare);
}

const NAMES: [&str; 5] = ["gentle", "deaf", "background", "session", "bare"];

fn start_host(dir: &Path) -> Child {
    Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "host_killed::host_to_be_killed", "--nocapture"])
        .env(ROLE, dir)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

#[tokio::test]
async fn nothing_survives_a_killed_host() {
    let dir = tempfile::Builder::new().prefix("killed").tempdir().unwrap();
    let mut host = start_host(dir.path());
    let pids = || NAMES.map(|name| pid_in(&dir.path().join(name)));
    eventually("the lanes are up", || pids().iter().all(Option::is_some)).await;
    let marker = dir.path().file_name().unwrap().to_str().unwrap().replace(|c: char| !c.is_ascii_alphanumeric(), "_");
    eventually("the watchdog is up", || with_argument(&marker).iter().any(|pid| *pid != host.id())).await;

    host.kill().unwrap();
    host.wait().unwrap();
    let killed = Instant::now();
    let pids = pids().map(Option::unwrap);
    eventually("every process is gone", || pids.iter().all(|pid| !is_alive(*pid))).await;
    // Not the promise itself (a second after the grace), which a loaded machine would break in a test.
    assert!(killed.elapsed() < Duration::from_millis(GRACE_MS) + Duration::from_secs(10));
    eventually("the watchdog is gone", || with_argument(&format!("{marker}_run")).is_empty()).await;
}

#[tokio::test]
async fn no_watchdog_survives_a_run_that_ends() {
    let dir = tempfile::tempdir().unwrap();
    let id = run_id("farewell");
    let marker = format!("ASSIZE_LANE_{}", id.replace('-', "_"));
    let processes = processes(&id, 60_000);
    processes.get_ready().unwrap();
    lane(&processes, dir.path(), "true").await;
    eventually("there is one watchdog", || with_argument(&marker).len() == 1).await;
    processes.finish().await;
    eventually("the watchdog is gone", || with_argument(&marker).is_empty()).await;
}

#[tokio::test]
async fn what_is_left_at_the_end_of_a_run_is_the_watchdogs() {
    let dir = tempfile::tempdir().unwrap();
    let id = run_id("left");
    let marker = format!("ASSIZE_LANE_{}", id.replace('-', "_"));
    let processes = processes(&id, 600);
    let deaf = "trap \"\" TERM; echo $$ > NAME; while :; do sleep 0.05; done";
    let run = format!(
        "setsid sh -c '{}' >/dev/null 2>&1 & sh -c '{}' & while [ ! -s one ] || [ ! -s two ]; do sleep 0.01; done",
        deaf.replace("NAME", "one"),
        deaf.replace("NAME", "two"),
    );
    lane(&processes, dir.path(), &run).await;
    let left = ["one", "two"].map(|name| pid_in(&dir.path().join(name)).unwrap());
    let before = Instant::now();
    processes.finish().await;
    assert!(before.elapsed() < Duration::from_secs(10), "the end of a run does not wait for the grace");
    eventually("the leftovers are gone", || left.iter().all(|pid| !is_alive(*pid))).await;
    eventually("the watchdog is gone", || with_argument(&marker).is_empty()).await;
}

#[tokio::test]
async fn a_run_dropped_without_a_farewell_is_cleaned_up() {
    let dir = tempfile::tempdir().unwrap();
    let id = run_id("forgotten");
    let marker = format!("ASSIZE_LANE_{}", id.replace('-', "_"));
    let processes = processes(&id, 300);
    let run = "setsid sleep 600 & echo $! > pid";
    lane(&processes, dir.path(), run).await;
    drop(processes);
    eventually("the leftover is gone", || !is_alive(pid_in(&dir.path().join("pid")).unwrap())).await;
    eventually("the watchdog is gone", || with_argument(&marker).is_empty()).await;
}

#[tokio::test]
async fn the_watchdog_finds_its_tools_where_the_run_does_not() {
    let dir = tempfile::tempdir().unwrap();
    let id = run_id("bare-path");
    let environment = vec![("PATH".into(), dir.path().as_os_str().to_owned())];
    let processes = RunProcesses::new(&id, environment, Duration::from_millis(300));
    let setsid = ["/usr/bin/setsid", "/bin/setsid"].into_iter().find(|path| Path::new(path).exists()).unwrap();
    lane(&processes, dir.path(), &format!("{setsid} /bin/sleep 600 & echo $! > pid")).await;
    drop(processes);
    eventually("the leftover is gone", || !is_alive(pid_in(&dir.path().join("pid")).unwrap())).await;
}

#[tokio::test]
async fn without_its_watchdog_a_run_starts_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let id = run_id("lost");
    let marker = format!("ASSIZE_LANE_{}", id.replace('-', "_"));
    let processes = processes(&id, 300);
    processes.get_ready().unwrap();
    eventually("there is one watchdog", || with_argument(&marker).len() == 1).await;
    let watchdog = with_argument(&marker);
    let killed = Command::new("kill").args(["-9", &watchdog[0].to_string()]).status().unwrap();
    assert!(killed.success());
    eventually("the watchdog is gone", || !is_alive(watchdog[0])).await;
    let outcome = lane(&processes, dir.path(), "echo $$ > pid; sleep 600").await;
    let assize_schemas::LaneOutcome::Skipped(stopped) = outcome else { panic!("{outcome:?}") };
    assert!(stopped.error.starts_with("could not start: the watchdog"), "{}", stopped.error);
    if let Some(shell) = pid_in(&dir.path().join("pid")) {
        eventually("the lane is gone", || !is_alive(shell)).await;
    }
    processes.finish().await;
}
