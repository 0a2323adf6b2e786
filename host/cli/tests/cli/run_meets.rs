//! Runs that meet earlier ones: served, joined, superseded.

use std::process::Stdio;
use std::time::{Duration, Instant};

use crate::sandbox::Sandbox;

#[test]
fn a_recorded_verdict_is_said_to_be_one_and_can_be_shown() {
    let sandbox = Sandbox::with_checks("checks:\n  - {id: a, kind: command, run: 'true'}");
    let run_id = sandbox.json(&["run", "--json"])["runId"].as_str().unwrap().to_owned();
    let output = sandbox.assize(&["run"]).assert().code(0).get_output().clone();
    let stdout = String::from_utf8(output.stdout).unwrap();
    assert!(
        stdout.contains("recorded:    before, at ") && stdout.contains(&format!("by {run_id}: nothing ran now")),
        "{stdout}"
    );
    assert!(
        stdout.contains(&format!("assize ledger show {run_id}\n")),
        "it is the recorded run that can be shown: {stdout}"
    );
    sandbox.assize(&["ledger", "show", &run_id]).assert().code(0);
    for args in [&["--no-cache"][..], &["--no-cache", "--no-compose"]] {
        let args: Vec<&str> = ["run"].iter().chain(args).copied().collect();
        let fresh = sandbox.assize(&args).assert().code(0).get_output().clone();
        assert!(!String::from_utf8(fresh.stdout).unwrap().contains("recorded:"));
    }
}

#[test]
fn a_newer_head_takes_the_place_of_an_older_one() {
    let checks = "checks:\n  - {id: a, kind: command, run: 'test -e quick || { touch ../began; sleep 120; }'}";
    let sandbox = Sandbox::with_checks(checks);
    let older = sandbox.assize_std(&["run"]).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    let limit = Instant::now() + Duration::from_secs(60);
    while !sandbox.root().join("../began").exists() {
        assert!(Instant::now() < limit, "the older run does not begin");
        std::thread::yield_now();
    }
    sandbox.write("quick", "");
    sandbox.commit_all("newer");
    let newer = sandbox.json(&["run", "--supersede", "--json"]);
    assert_eq!(newer["verdict"], "pass", "{newer}");
    let older = older.wait_with_output().unwrap();
    let said = String::from_utf8(older.stderr).unwrap();
    assert_eq!(older.status.code(), Some(2), "{said}");
    let expect = format!("the run was cancelled for {}, which reviews a newer head", newer["runId"].as_str().unwrap());
    assert!(said.contains(&expect), "{said}");
}
