//! Nothing of a lane outlives it by more than the grace and a second, however lane or host end (rulings 10, 14).
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
#![cfg(target_os = "linux")]

use std::path::Path;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use assize_tests::{Outcome, Sandbox, binary};
use rustix::process::{Pid, Signal, kill_process, test_kill_process};

const GRACE_MS: u64 = 200;
/// The grace and a second (rulings 10), and what a busy machine adds to noticing it.
const BOUND: Duration = Duration::from_millis(GRACE_MS + 1_000 + 4_000);

/// A repository whose one lane runs `script`, a file beside it.
fn with_lane(script: &str, timeout_ms: u64) -> Sandbox {
    let sandbox = Sandbox::with_base();
    sandbox.write("lane.sh", script);
    sandbox.manifest(&format!(
        "kind: review\nid: sample\ntarget: git-range\nchecks:\n  \
         - {{id: a, kind: command, run: 'sh lane.sh', timeoutMs: {timeout_ms}}}"
    ));
    sandbox.commit_all("lane");
    sandbox
}

fn run(sandbox: &Sandbox) -> Outcome {
    sandbox.run_with(&binary("assize"), &["run", "--json"], &[("ASSIZE_GRACE_MS", &GRACE_MS.to_string())])
}

fn start(sandbox: &Sandbox) -> Child {
    let mut command = sandbox.command(binary("assize"));
    command.args(["run", "--json"]).env("ASSIZE_GRACE_MS", GRACE_MS.to_string());
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap()
}

/// Waits until `condition` holds; gives up loudly.
fn wait_for(what: &str, bound: Duration, mut condition: impl FnMut() -> bool) {
    let deadline = Instant::now() + bound;
    while !condition() {
        assert!(Instant::now() < deadline, "{what} did not come about in {bound:?}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// The process that wrote its number into `file`, once it did.
fn process_of(sandbox: &Sandbox, file: &str) -> Pid {
    let path = sandbox.root().join(file);
    let read = || std::fs::read_to_string(&path).ok().filter(|text| text.ends_with('\n'));
    wait_for(file, Duration::from_secs(20), || read().is_some());
    Pid::from_raw(read().unwrap().trim().parse().unwrap()).unwrap()
}

/// Whether the process runs: one that has ended but was not yet collected does not.
fn is_alive(process: Pid) -> bool {
    if test_kill_process(process).is_err() {
        return false;
    }
    let stat = std::fs::read_to_string(Path::new("/proc").join(process.to_string()).join("stat")).unwrap_or_default();
    !stat.is_empty() && !stat.rsplit(") ").next().unwrap_or_default().starts_with('Z')
}

fn gone(sandbox: &Sandbox, file: &str) {
    let process = process_of(sandbox, file);
    wait_for(&format!("the end of the process in {file}"), BOUND, || !is_alive(process));
}

#[test]
fn a_background_child_that_holds_the_pipe_holds_nothing_up() {
    let sandbox = with_lane("sleep 600 & echo $! > child\necho done\n", 60_000);
    let began = Instant::now();
    let outcome = run(&sandbox);
    assert_eq!(outcome.code, 0, "{outcome:?}");
    assert!(began.elapsed() < Duration::from_secs(30), "the lane waited for its child");
    gone(&sandbox, "child");
}

#[test]
fn a_child_in_a_session_of_its_own_is_found() {
    let sandbox =
        with_lane("setsid sh -c 'echo $$ > child; exec sleep 600' &\nwhile ! test -s child; do :; done\n", 60_000);
    assert_eq!(run(&sandbox).code, 0);
    gone(&sandbox, "child");
}

#[test]
fn a_lane_that_ignores_the_polite_signal_is_killed() {
    let sandbox = with_lane("trap '' TERM\necho $$ > shell\nwhile :; do sleep 0.05; done\n", 300);
    let view = run(&sandbox).json();
    assert_eq!(view["attestation"]["lanes"][0]["status"], "timeout", "{view}");
    gone(&sandbox, "shell");
}

#[test]
fn a_lane_that_exits_well_on_the_polite_signal_is_still_a_timeout() {
    let sandbox = with_lane("trap 'exit 0' TERM\nwhile :; do sleep 0.05; done\n", 300);
    let view = run(&sandbox).json();
    assert_eq!(view["attestation"]["lanes"][0]["status"], "timeout", "{view}");
    assert_eq!(view["verdict"], "incomplete");
}

#[test]
fn a_killed_host_takes_every_lane_along() {
    let sandbox = with_lane(
        "trap '' TERM\nsetsid sh -c 'trap \"\" TERM; echo $$ > far; while :; do sleep 0.05; done' &\n\
         sh -c 'echo $$ > near; exec sleep 600' &\necho $$ > shell\nwhile :; do sleep 0.05; done\n",
        600_000,
    );
    let mut host = start(&sandbox);
    let lanes = ["shell", "near", "far"].map(|file| process_of(&sandbox, file));
    assert!(lanes.into_iter().all(is_alive));
    host.kill().unwrap();
    host.wait().unwrap();
    for file in ["shell", "near", "far"] {
        gone(&sandbox, file);
    }
    assert_eq!(sandbox.assize(&["ledger", "list", "--json"]).json(), serde_json::json!([]));
}

#[test]
fn an_interrupt_cancels_and_records_nothing() {
    let sandbox = with_lane("sleep 600 & echo $! > child\necho $$ > shell\nwait\n", 600_000);
    let host = start(&sandbox);
    process_of(&sandbox, "child");
    process_of(&sandbox, "shell");
    kill_process(Pid::from_child(&host), Signal::INT).unwrap();
    let outcome: Outcome = host.wait_with_output().unwrap().into();
    assert_eq!(outcome.code, 2, "{outcome:?}");
    assert_eq!(outcome.json()["status"], "cancelled");
    for file in ["shell", "child"] {
        gone(&sandbox, file);
    }
    assert_eq!(sandbox.assize(&["ledger", "list", "--json"]).json(), serde_json::json!([]));
}

#[test]
fn what_a_lane_prints_is_bounded() {
    let sandbox = with_lane("head -c 50000000 /dev/zero | tr '\\0' 'x'\necho the end\nexit 1\n", 600_000);
    let view = run(&sandbox).json();
    let detail = view["attestation"]["lanes"][0]["findings"][0]["detail"].as_str().unwrap();
    assert!(detail.chars().count() <= 4_000, "{}", detail.len());
    assert!(detail.ends_with("the end\n"), "{}", &detail[detail.len() - 40..]);
}
