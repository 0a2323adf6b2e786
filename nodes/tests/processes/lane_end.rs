//! How lanes end, with real processes.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use crate::common::{eventually, is_alive, lane, lane_for, pid_in, processes, request, run_id};
use assize_nodes::{LineSink, run_command_lane};
use assize_schemas::{Exited, LaneOutcome, Stopped, Vars};
use tokio_util::sync::CancellationToken;

fn exited(exit_code: i32, output: &str) -> LaneOutcome {
    LaneOutcome::Exited(Exited { exit_code, output: (!output.is_empty()).then(|| output.to_owned()) })
}

#[tokio::test]
async fn exit_codes_and_output() {
    let dir = tempfile::tempdir().unwrap();
    let processes = processes(&run_id("codes"), 5000);
    for (run, expect) in [
        ("true", exited(0, "")),
        ("exit 3", exited(3, "")),
        ("kill -9 $$", exited(128, "")),
        ("kill -TERM $$", exited(128, "")),
        ("echo out; echo err >&2; echo out", exited(0, "out\nerr\nout\n")),
        ("printf 'a\\377b'; exit 1", exited(1, "a\u{FFFD}b")),
        ("cat; echo eof", exited(0, "eof\n")),
        (
            "echo {base} {head} ${PATH} {{x}}",
            exited(0, &format!("{} {} /usr/local/bin:/usr/bin:/bin {{x}}\n", "1".repeat(40), "2".repeat(40))),
        ),
        ("no-such-command-here 2>/dev/null", exited(127, "")),
    ] {
        assert_eq!(lane(&processes, dir.path(), run).await, expect, "{run}");
    }
    processes.finish().await;
}

#[tokio::test]
async fn what_cannot_start_is_skipped() {
    let dir = tempfile::tempdir().unwrap();
    let processes = processes(&run_id("start"), 5000);
    std::fs::write(dir.path().join("file"), "").unwrap();
    for (cwd, run, expect) in [
        (Some("gone"), "true", "gone is no directory"),
        (Some("file"), "true", "file is no directory"),
        (Some(".."), "true", "leads out of the repository"),
        (None, "echo {none}", "placeholder {none} is not bound; bound here: base, head"),
    ] {
        let mut request = request(dir.path(), run, 1000);
        request.check.cwd = cwd.map(str::to_owned);
        let outcome = run_command_lane(&request, &processes, &CancellationToken::new(), &LineSink::silent()).await;
        let LaneOutcome::Skipped(Stopped { error, .. }) = &outcome else { panic!("{cwd:?}: {outcome:?}") };
        assert!(error.starts_with("could not start: ") && error.ends_with(expect), "{error}");
    }
    processes.finish().await;
    let LaneOutcome::Skipped(stopped) = lane(&processes, dir.path(), "true").await else { panic!() };
    assert_eq!(stopped.error, "could not start: the run is over");
}

#[tokio::test]
async fn a_background_child_that_holds_the_pipe_holds_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let processes = processes(&run_id("background"), 300);
    let before = Instant::now();
    let outcome = lane(&processes, dir.path(), "sleep 600 & echo $! > pid; echo done; exit 4").await;
    assert_eq!(outcome, exited(4, "done\n"));
    assert!(before.elapsed() < Duration::from_secs(10));
    let child = pid_in(&dir.path().join("pid")).unwrap();
    eventually("the background child is gone", || !is_alive(child)).await;
    processes.finish().await;
}

#[tokio::test]
async fn a_background_child_that_ignores_sigterm_is_killed_after_the_grace() {
    let dir = tempfile::tempdir().unwrap();
    let processes = processes(&run_id("deaf-child"), 300);
    let run = "(trap '' TERM; echo ready > ready; while :; do sleep 0.05; done) & echo $! > pid
               while [ ! -e ready ]; do sleep 0.01; done";
    assert_eq!(lane(&processes, dir.path(), run).await, exited(0, ""));
    let child = pid_in(&dir.path().join("pid")).unwrap();
    assert!(is_alive(child), "the lane must not wait for the grace");
    eventually("the child is killed", || !is_alive(child)).await;
    processes.finish().await;
}

#[tokio::test]
async fn children_in_a_session_of_their_own_are_found() {
    let dir = tempfile::tempdir().unwrap();
    let processes = processes(&run_id("setsid"), 300);
    let run = "setsid sh -c 'echo $$ > gentle; exec sleep 600' &
               setsid sh -c 'trap \"\" TERM; echo $$ > deaf; while :; do sleep 0.05; done' >/dev/null 2>&1 &
               while [ ! -s gentle ] || [ ! -s deaf ]; do sleep 0.01; done";
    assert_eq!(lane(&processes, dir.path(), run).await, exited(0, ""));
    let children = ["gentle", "deaf"].map(|name| pid_in(&dir.path().join(name)).unwrap());
    eventually("the children are gone", || children.iter().all(|pid| !is_alive(*pid))).await;
    processes.finish().await;
}

#[tokio::test]
async fn other_lanes_children_are_left_alone() {
    let dir = tempfile::tempdir().unwrap();
    let processes = processes(&run_id("neighbours"), 100);
    let long = lane(
        &processes,
        dir.path(),
        "setsid -w sh -c 'echo $$ > pid; while [ ! -e go ]; do sleep 0.02; done'; echo $?",
    );
    let short = async {
        eventually("the long lane is up", || pid_in(&dir.path().join("pid")).is_some()).await;
        let run = "setsid sh -c 'echo $$ > other; exec sleep 600' & while [ ! -s other ]; do sleep 0.01; done";
        lane(&processes, dir.path(), run).await;
        let other = pid_in(&dir.path().join("other")).unwrap();
        eventually("the short lane's child is gone", || !is_alive(other)).await;
        assert!(is_alive(pid_in(&dir.path().join("pid")).unwrap()));
        std::fs::write(dir.path().join("go"), "").unwrap();
    };
    let (outcome, ()) = tokio::join!(long, short);
    assert_eq!(outcome, exited(0, "0\n"));
    processes.finish().await;
}

#[tokio::test]
async fn a_lane_whose_time_is_up_is_a_timeout_whatever_it_exits_with() {
    let dir = tempfile::tempdir().unwrap();
    let processes = processes(&run_id("timeout"), 300);
    for (run, output) in [
        ("echo before; sleep 600", Some("before\n")),
        ("trap 'echo bye; exit 0' TERM; sleep 600 & wait", Some("bye\n")),
        ("trap '' TERM; while :; do sleep 0.05; done", None),
        ("setsid -w sleep 600", None),
    ] {
        let outcome = lane_for(&processes, dir.path(), run, 400).await;
        let LaneOutcome::Timeout(stopped) = outcome else { panic!("{run}: {outcome:?}") };
        assert_eq!(stopped.error, "exceeded 400ms and was killed");
        assert_eq!(stopped.output.as_deref(), output, "{run}");
    }
    processes.finish().await;
}

#[tokio::test]
async fn the_longest_time_limit_is_no_short_one() {
    let dir = tempfile::tempdir().unwrap();
    let processes = processes(&run_id("longest"), 300);
    let outcome = lane_for(&processes, dir.path(), "sleep 0.2; echo alive", (1 << 53) - 1).await;
    assert_eq!(outcome, exited(0, "alive\n"));
    let outcome = lane_for(&processes, dir.path(), "sleep 0.2; echo alive", u64::MAX).await;
    assert_eq!(outcome, exited(0, "alive\n"));
    processes.finish().await;
}

#[tokio::test]
async fn a_cancelled_lane_is_skipped_and_gone() {
    let dir = tempfile::tempdir().unwrap();
    let processes = processes(&run_id("cancel"), 300);
    let cancel = CancellationToken::new();
    let request = request(dir.path(), "sleep 600 & echo $! > pid; wait", 60_000);
    let silent = LineSink::silent();
    let (outcome, child) = tokio::join!(run_command_lane(&request, &processes, &cancel, &silent), async {
        eventually("the lane is up", || pid_in(&dir.path().join("pid")).is_some()).await;
        cancel.cancel();
        pid_in(&dir.path().join("pid")).unwrap()
    });
    let LaneOutcome::Skipped(stopped) = outcome else { panic!("{outcome:?}") };
    assert_eq!(stopped.error, "review cancelled while this lane was running");
    eventually("the child is gone", || !is_alive(child)).await;
    let LaneOutcome::Skipped(stopped) = run_command_lane(&request, &processes, &cancel, &silent).await else {
        panic!()
    };
    assert_eq!(stopped.error, "review cancelled before this lane started");
    processes.finish().await;
}

#[tokio::test]
async fn a_dropped_lane_takes_its_group_along() {
    let dir = tempfile::tempdir().unwrap();
    let processes = processes(&run_id("drop"), 300);
    {
        let lane = lane(&processes, dir.path(), "echo $$ > pid; trap '' TERM; while :; do sleep 0.05; done");
        tokio::pin!(lane);
        tokio::select! {
            outcome = &mut lane => panic!("{outcome:?}"),
            () = eventually("the lane is up", || pid_in(&dir.path().join("pid")).is_some()) => {}
        }
    }
    let shell = pid_in(&dir.path().join("pid")).unwrap();
    eventually("the shell is gone", || !is_alive(shell)).await;
    processes.finish().await;
}

#[tokio::test]
async fn endless_output_keeps_its_tail_only() {
    let dir = tempfile::tempdir().unwrap();
    let processes = processes(&run_id("output"), 300);
    let outcome = lane(&processes, dir.path(), "head -c 100000000 /dev/zero | tr '\\0' x; echo; echo the end").await;
    let LaneOutcome::Exited(Exited { exit_code: 0, output: Some(output) }) = outcome else { panic!() };
    assert_eq!(output.len(), 64 * 1024);
    assert!(output.starts_with("xxx") && output.ends_with("x\nthe end\n"));
    processes.finish().await;
}

#[tokio::test]
async fn a_child_that_floods_the_pipe_holds_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let processes = processes(&run_id("flood"), 300);
    let outcome = lane(&processes, dir.path(), "yes & exit 2").await;
    assert!(matches!(outcome, LaneOutcome::Exited(Exited { exit_code: 2, .. })), "{outcome:?}");
    processes.finish().await;
}

#[tokio::test]
async fn the_latest_line_is_shown() {
    let dir = tempfile::tempdir().unwrap();
    let processes = processes(&run_id("lines"), 300);
    let seen = Arc::new(Mutex::new(Vec::new()));
    let sink = LineSink::new({
        let seen = Arc::clone(&seen);
        move |line| seen.lock().unwrap().push(line.to_owned())
    });
    let run = "echo one; while [ ! -e go ]; do sleep 0.02; done; for i in $(seq 5000); do echo line $i; done; echo last; while [ ! -e end ]; do sleep 0.02; done";
    let request = request(dir.path(), run, 60_000);
    let cancel = CancellationToken::new();
    let shown = |text: &str| seen.lock().unwrap().iter().any(|line: &String| line == text);
    let (outcome, ()) = tokio::join!(run_command_lane(&request, &processes, &cancel, &sink), async {
        eventually("the first line is shown", || shown("one")).await;
        std::fs::write(dir.path().join("go"), "").unwrap();
        eventually("the last line is shown", || shown("last")).await;
        std::fs::write(dir.path().join("end"), "").unwrap();
    });
    assert!(matches!(outcome, LaneOutcome::Exited(Exited { exit_code: 0, .. })));
    assert!(seen.lock().unwrap().len() < 1000, "lines are shown now and then only");
    processes.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn hundreds_of_lanes_run_at_once() {
    let dir = tempfile::tempdir().unwrap();
    let processes = processes(&run_id("hundreds"), 1000);
    let lanes = (0..300).map(|index| {
        let (processes, root) = (processes.clone(), dir.path().to_owned());
        tokio::spawn(async move { lane(&processes, &root, &format!("echo {index}")).await })
    });
    for (index, lane) in lanes.collect::<Vec<_>>().into_iter().enumerate() {
        assert_eq!(lane.await.unwrap(), exited(0, &format!("{index}\n")));
    }
    processes.finish().await;
}

#[test]
fn a_request_is_plain_data() {
    let request = request(std::path::Path::new("/r"), "make {target}", 5);
    let json = serde_json::to_value(&request).unwrap();
    assert_eq!(
        json,
        serde_json::json!({
            "check": {"id": "lane", "run": "make {target}", "blocking": true, "timeoutMs": 5, "effects": false},
            "root": "/r",
            "isolated": false,
            "vars": {"base": "1".repeat(40), "head": "2".repeat(40)},
        })
    );
    assert_eq!(serde_json::from_value::<assize_nodes::CommandLaneRequest>(json).unwrap(), request);
    let vars: Vars = [("base", "host's own"), ("x", "y")].into_iter().collect();
    let request = assize_nodes::CommandLaneRequest::new(
        crate::common::command("a", "b", 1),
        "/",
        false,
        &vars,
        &crate::common::target(),
    );
    assert_eq!(request.vars.get("base"), Some("1".repeat(40).as_str()));
}
