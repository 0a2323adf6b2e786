//! A run that is cancelled.

use std::path::PathBuf;
use std::process::Stdio;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

use crate::bench::Bench;

#[test]
fn nothing_private_stays_of_a_run_that_is_killed() {
    let mut bench = Bench::empty();
    std::fs::create_dir_all(bench.sandbox.outside().join("home/.agent")).unwrap();
    std::fs::write(bench.sandbox.outside().join("home/.agent/auth"), "token\n").unwrap();
    let script = "mkdir -p \"$HOME/a b/c\"; chmod 0 \"$HOME/a b\"; cp \"$HOME/.agent/auth\" \"$TMPDIR/copy\"; trap '' TERM; fine; \
                  while :; do sleep 0.1; done";
    bench.preset("scripted", script, "home_files = [\".agent/auth\"]");
    bench.lane("judge", "scripted", "");
    // A name that a shell would take apart.
    let temporary = bench.temporary().join("a  'b\"$c *");
    std::fs::create_dir(&temporary).unwrap();
    let beside = temporary.join("beside");
    std::fs::write(&beside, "").unwrap();
    let mut command = bench.command(&["run", "--json"]);
    let mut host = command.env("TMPDIR", &temporary).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let eventually = |what: &str, is_so: &dyn Fn() -> bool| {
        let give_up = Instant::now() + Duration::from_secs(60);
        while !is_so() {
            assert!(Instant::now() < give_up, "not yet: {what}");
            std::thread::sleep(Duration::from_millis(20));
        }
    };
    let verdict = || bench.runs().iter().any(|run| run.join("judge/judge.verdict.json").exists());
    eventually("the reviewer writes", &verdict);
    let entries = || std::fs::read_dir(&temporary).unwrap().flatten().map(|entry| entry.path()).collect::<Vec<_>>();
    assert!(entries().len() > 1);
    host.kill().unwrap();
    host.wait().unwrap();
    eventually("its home is gone", &|| entries() == [beside.clone()]);
    eventually("its verdict is gone", &|| !verdict());
}

#[test]
fn nothing_stays_of_a_cancelled_run() {
    let bench = Bench::of_script("fine; sleep 600", "read-only", 600_000);
    let child =
        bench.command(&["run", "--json"]).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("assize starts");
    let give_up = Instant::now() + Duration::from_secs(60);
    let written = || bench.runs().iter().any(|run| run.join("judge/judge.verdict.json").exists());
    while !written() {
        assert!(Instant::now() < give_up, "the reviewer was never asked");
        std::thread::sleep(Duration::from_millis(20));
    }
    kill_process(Pid::from_child(&child), Signal::INT).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert_eq!(bench.runs(), Vec::<PathBuf>::new());
    assert_eq!(bench.left_in_temporary(), Vec::<PathBuf>::new());
}
