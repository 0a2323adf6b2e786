//! A run that is cancelled.

use std::path::PathBuf;
use std::process::Stdio;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

use crate::bench::Bench;

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
