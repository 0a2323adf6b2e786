//! Many processes that ask for the same review at once, and processes that are killed.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test says what went wrong by failing")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use assize_scratch::until;
use assize_tests::{Outcome, Sandbox, binary};
use rustix::process::{Pid, Signal, kill_process};

/// How many processes meet.
const MANY: usize = 64;

/// A review whose lane tells in `ran` that it runs, waits until there is a file `go`, and ends so.
fn waiting(ends: &str) -> Sandbox {
    let sandbox = Sandbox::with_base();
    let (ran, go) = (sandbox.outside().join("ran"), sandbox.outside().join("go"));
    sandbox.manifest(&format!(
        "kind: review\nid: sample\ntarget: git-range\nchecks:\n  - id: a\n    kind: command\n    \
         run: 'echo x >> {}; while test ! -e {}; do sleep 0.02; done; {ends}'",
        ran.display(),
        go.display(),
    ));
    sandbox.commit_all("change");
    sandbox
}

fn times_run(sandbox: &Sandbox) -> usize {
    fs::read_to_string(sandbox.outside().join("ran")).unwrap_or_default().lines().count()
}

fn let_go(sandbox: &Sandbox) {
    fs::write(sandbox.outside().join("go"), "").unwrap();
}

fn start(sandbox: &Sandbox, args: &[&str]) -> Child {
    let mut command: Command = sandbox.command(binary("assize"));
    command.args(["run", "--json"]).args(args).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().unwrap()
}

fn ended(child: Child) -> Outcome {
    child.wait_with_output().unwrap().into()
}

/// How many requests there are: each has a share of one lock.
fn present(sandbox: &Sandbox) -> usize {
    let Ok(requests) = fs::metadata(sandbox.state().join("running/.requests")) else { return 0 };
    let inode = format!(":{} ", std::os::unix::fs::MetadataExt::ino(&requests));
    fs::read_to_string("/proc/locks").unwrap().lines().filter(|line| line.contains(&inode)).count()
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
        if entry.file_type().unwrap().is_dir() {
            found.extend(entries(&entry.path()));
        } else {
            found.push(entry.path());
        }
    }
    found
}

/// The ledger holds one whole entry, and nothing is left of what ran.
fn assert_one_entry(sandbox: &Sandbox) {
    let files = entries(&sandbox.state().join("reviews"));
    let [entry] = &files[..] else { panic!("{files:?}") };
    let _: serde_json::Value = serde_json::from_slice(&fs::read(entry).unwrap()).unwrap();
    assert!(!sandbox.state().join("running").exists());
}

#[test]
fn processes_that_overlap_run_the_review_once() {
    for (ends, code, args) in [("true", 0, &[][..]), ("exit 1", 1, &["--no-cache"])] {
        let sandbox = waiting(ends);
        let children: Vec<_> = (0..MANY).map(|_| start(&sandbox, args)).collect();
        until("every request", || present(&sandbox) == MANY && times_run(&sandbox) == 1);
        let_go(&sandbox);
        let outcomes: Vec<_> = children.into_iter().map(ended).collect();
        let views: Vec<_> = outcomes.iter().map(Outcome::json).collect();
        for (outcome, view) in outcomes.iter().zip(&views) {
            assert_eq!(outcome.code, code, "{outcome:?}");
            assert_eq!(view["attestation"], views[0]["attestation"]);
        }
        let ran = views.iter().filter(|view| view["joined"] != true && view["cached"] != true).count();
        assert_eq!((ran, times_run(&sandbox)), (1, 1));
        assert_one_entry(&sandbox);
    }
}

#[test]
fn when_the_one_that_runs_is_killed_another_takes_over() {
    let sandbox = waiting("true");
    let mut first = start(&sandbox, &[]);
    until("the lane", || times_run(&sandbox) == 1);
    let others: Vec<_> = (0..8).map(|_| start(&sandbox, &[])).collect();
    until("every request", || present(&sandbox) == 9);
    kill_process(Pid::from_child(&first), Signal::KILL).unwrap();
    first.wait().unwrap();
    until("another lane", || times_run(&sandbox) == 2);
    let_go(&sandbox);
    for outcome in others.into_iter().map(ended) {
        assert_eq!(outcome.code, 0, "{outcome:?}");
    }
    assert_eq!(times_run(&sandbox), 2);
    assert_one_entry(&sandbox);
}

#[test]
fn a_process_that_was_killed_is_in_nobodys_way() {
    let sandbox = waiting("true");
    let mut first = start(&sandbox, &[]);
    until("the lane", || times_run(&sandbox) == 1);
    kill_process(Pid::from_child(&first), Signal::KILL).unwrap();
    first.wait().unwrap();
    assert!(sandbox.state().join("running").exists());
    let_go(&sandbox);
    let outcome = ended(start(&sandbox, &[]));
    assert_eq!(outcome.code, 0, "{outcome:?}");
    let view = outcome.json();
    assert!(view.get("joined").is_none() && view.get("cached").is_none(), "{view}");
    assert_one_entry(&sandbox);
}

#[test]
fn killed_at_any_moment_no_run_leaves_a_torn_entry_or_a_lock() {
    let sandbox = waiting("true");
    let_go(&sandbox);
    for step in 0..40 {
        let mut child = start(&sandbox, &["--no-cache"]);
        std::thread::sleep(Duration::from_millis(step * 2));
        kill_process(Pid::from_child(&child), Signal::KILL).unwrap();
        child.wait().unwrap();
        let reviews = sandbox.state().join("reviews");
        for entry in if reviews.exists() { entries(&reviews) } else { Vec::new() } {
            if entry.extension().is_some_and(|extension| extension == "json") {
                let whole = serde_json::from_slice::<serde_json::Value>(&fs::read(&entry).unwrap());
                assert!(whole.is_ok(), "{}", entry.display());
            }
        }
    }
    let outcome = ended(start(&sandbox, &["--no-cache"]));
    assert_eq!(outcome.code, 0, "{outcome:?}");
    assert!(!sandbox.state().join("running").exists());
    assert_eq!(ended(start(&sandbox, &[])).json()["cached"], true);
}
