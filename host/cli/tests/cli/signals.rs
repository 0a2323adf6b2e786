//! SIGINT and SIGTERM.

use std::io::Read as _;
use std::path::Path;
use std::process::{Child, Stdio};

use assize_scratch::{until, until_gone};
use rustix::process::{Pid, Signal, kill_process};

use crate::sandbox::Sandbox;

fn running(sandbox: &Sandbox, marker: &Path) -> Child {
    let child = sandbox
        .assize_std(&["run", "--report", "r.html"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    until("the lane", || marker.exists());
    child
}

fn send(child: &Child, signal: Signal) {
    kill_process(Pid::from_child(child), signal).unwrap();
}

/// The exit status, standard output and standard error.
fn end(mut child: Child) -> (Option<i32>, String, String) {
    let (mut stdout, mut stderr) = (String::new(), String::new());
    child.stdout.take().unwrap().read_to_string(&mut stdout).unwrap();
    child.stderr.take().unwrap().read_to_string(&mut stderr).unwrap();
    (child.wait().unwrap().code(), stdout, stderr)
}

#[test]
fn the_first_signal_cancels_and_nothing_is_recorded() {
    for signal in [Signal::INT, Signal::TERM] {
        let sandbox = Sandbox::with_checks(
            "checks:\n  - {id: a, kind: command, run: 'echo $$ > ../pid; touch ../started; exec sleep 600'}",
        );
        let child = running(&sandbox, &sandbox.root().join("../started"));
        send(&child, signal);
        let (code, stdout, stderr) = end(child);
        assert_eq!((code, stdout.as_str()), (Some(2), ""), "{stderr}");
        assert!(stderr.contains("nothing was recorded") && stderr.contains("no report was written"), "{stderr}");
        assert!(!sandbox.root().join("r.html").exists());
        assert_eq!(sandbox.json(&["ledger", "list", "--json"]), serde_json::json!([]));
        let pid = std::fs::read_to_string(sandbox.root().join("../pid")).unwrap();
        until_gone(&pid);
    }
}

#[test]
fn the_second_interrupt_ends_at_once_and_leaves_no_lane_behind() {
    let sandbox = Sandbox::with_checks(
        "checks:\n  - {id: a, kind: command, run: 'trap \"\" TERM; echo $$ > ../pid; touch ../started; while :; do sleep 0.1; done'}",
    );
    let mut command = sandbox.assize_std(&["run"]);
    // So long that the test would run into its bound if the second interrupt were not obeyed.
    command.env("ASSIZE_GRACE_MS", "3000").stdout(Stdio::null()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    until("the lane", || sandbox.root().join("../started").exists());
    send(&child, Signal::INT);
    let mut stderr = child.stderr.take().unwrap();
    let mut said = Vec::new();
    until("the hint on standard error", || {
        let mut byte = [0];
        if stderr.read(&mut byte).unwrap() == 1 {
            said.extend(byte);
        }
        String::from_utf8_lossy(&said).contains("interrupt again")
    });
    send(&child, Signal::INT);
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let pid = std::fs::read_to_string(sandbox.root().join("../pid")).unwrap();
    until_gone(&pid);
}
