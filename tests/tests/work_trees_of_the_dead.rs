//! Work trees that a killed host could not take back.

#![expect(clippy::unwrap_used, reason = "a test says what went wrong by failing")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};

use assize_scratch::until;
use assize_tests::{Outcome, Sandbox, binary};
use rustix::process::{Pid, Signal, kill_process};

/// A review whose lane waits for a file `go`.
fn sandbox() -> Sandbox {
    let sandbox = Sandbox::with_base();
    let go = sandbox.outside().join("go");
    sandbox.manifest(&format!(
        "kind: review\nid: sample\ntarget: git-range\nchecks:\n  - id: a\n    kind: command\n    \
         run: 'touch here; while test ! -e {}; do sleep 0.02; done'",
        go.display(),
    ));
    sandbox.commit_all("change");
    sandbox
}

fn start(sandbox: &Sandbox, args: &[&str]) -> Child {
    let mut command = sandbox.command(binary("assize"));
    command.args(["run", "--json"]).args(args);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

fn ended(child: Child) -> Outcome {
    child.wait_with_output().unwrap().into()
}

/// The work trees that git knows, without the repository's own.
fn trees(sandbox: &Sandbox) -> Vec<PathBuf> {
    let mut listed = None;
    until("a list of work trees", || {
        // Git trips over its own record of a tree that is just being added.
        let outcome = sandbox.run_with(Path::new("git"), &["worktree", "list", "--porcelain"], &[]);
        listed = (outcome.code == 0).then_some(outcome.stdout);
        listed.is_some()
    });
    let listed = listed.unwrap();
    listed.lines().filter_map(|line| line.strip_prefix("worktree ")).skip(1).map(PathBuf::from).collect()
}

/// Starts a run whose lane is at work in a tree of its own.
fn isolated(sandbox: &Sandbox) -> (Child, PathBuf) {
    let known = trees(sandbox);
    let child = start(sandbox, &["--isolated", "--no-cache"]);
    let mut new = None;
    until("a lane", || {
        new = trees(sandbox).into_iter().find(|tree| !known.contains(tree) && tree.join("here").exists());
        new.is_some()
    });
    (child, new.unwrap())
}

fn kill(mut child: Child) {
    kill_process(Pid::from_child(&child), Signal::KILL).unwrap();
    child.wait().unwrap();
}

#[test]
fn a_later_run_takes_them_back() {
    let sandbox = sandbox();
    let theirs = sandbox.outside().join("tmp/assize-theirs/tree");
    sandbox.git(&["worktree", "add", "-q", theirs.to_str().unwrap()]);
    let (child, tree) = isolated(&sandbox);
    kill(child);
    assert_eq!(trees(&sandbox).len(), 2);
    // One whose folder went away with all temporary files.
    let (child, swept) = isolated(&sandbox);
    assert!(!tree.exists(), "taken back before the lanes of the next run");
    kill(child);
    fs::remove_dir_all(swept.parent().unwrap()).unwrap();
    fs::write(sandbox.outside().join("go"), "").unwrap();
    assert_eq!(ended(start(&sandbox, &[])).code, 0);
    assert_eq!(trees(&sandbox), [fs::canonicalize(&theirs).unwrap()]);
    let left: Vec<_> =
        fs::read_dir(sandbox.outside().join("tmp")).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left, ["assize-theirs"]);
}

#[test]
fn those_of_the_living_stay() {
    let sandbox = sandbox();
    let (child, tree) = isolated(&sandbox);
    let other = start(&sandbox, &["--no-cache"]);
    until("the other lane", || sandbox.root().join("here").exists());
    assert!(tree.join("here").exists());
    fs::write(sandbox.outside().join("go"), "").unwrap();
    for outcome in [ended(child), ended(other)] {
        assert_eq!(outcome.code, 0, "{outcome:?}");
    }
    assert!(trees(&sandbox).is_empty());
    assert_eq!(fs::read_dir(sandbox.outside().join("tmp")).unwrap().count(), 0);
}
