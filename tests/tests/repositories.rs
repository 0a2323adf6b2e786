//! Reviews in every kind of repository that people have.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::path::Path;

use assize_tests::{Outcome, Sandbox, binary};

const MANIFEST: &str =
    "kind: review\nid: sample\ntarget: git-range\nchecks:\n  - {id: a, kind: command, run: 'test -f feature'}";

/// A repository with a base and one commit on top of it that adds `feature` and the manifest.
fn with_feature() -> Sandbox {
    let sandbox = Sandbox::with_base();
    sandbox.manifest(MANIFEST);
    sandbox.write("feature", "x\n");
    sandbox.commit_all("feature");
    sandbox
}

fn run_in(sandbox: &Sandbox, folder: &Path, args: &[&str], environment: &[(&str, &str)]) -> Outcome {
    let mut command = sandbox.command(binary("assize"));
    command.current_dir(folder).args(args).envs(environment.iter().copied());
    command.output().unwrap().into()
}

fn passes(outcome: &Outcome) {
    assert_eq!(outcome.code, 0, "{outcome:?}");
}

#[test]
fn a_linked_worktree() {
    let sandbox = with_feature();
    let linked = sandbox.outside().join("linked");
    sandbox.git(&["worktree", "add", "-q", "-b", "other", linked.to_str().unwrap()]);
    passes(&run_in(&sandbox, &linked, &["run"], &[]));
}

#[test]
fn a_folder_below_the_root() {
    let sandbox = with_feature();
    sandbox.write("deep/er/file", "x");
    passes(&run_in(&sandbox, &sandbox.root().join("deep/er"), &["run"], &[]));
}

#[test]
fn a_shallow_clone_says_how_to_deepen() {
    let sandbox = with_feature();
    sandbox.write("more", "x\n");
    sandbox.commit_all("more");
    let clone = sandbox.outside().join("shallow");
    let url = format!("file://{}", sandbox.root().display());
    sandbox.git(&["update-ref", "refs/heads/base", "refs/remotes/origin/main"]);
    sandbox.git(&["clone", "-q", "--depth", "1", "--no-single-branch", &url, clone.to_str().unwrap()]);
    let outcome = run_in(&sandbox, &clone, &["run", "--base", "origin/base"], &[]);
    assert_eq!(outcome.code, 3, "{outcome:?}");
    assert!(outcome.stderr.contains("git fetch --unshallow"), "{outcome:?}");
}

#[test]
fn a_repository_without_origin_says_what_is_missing() {
    let sandbox = Sandbox::named("alone");
    sandbox.manifest(MANIFEST);
    sandbox.write("feature", "x\n");
    sandbox.commit_all("first");
    let outcome = sandbox.assize(&["run"]);
    assert_eq!(outcome.code, 3, "{outcome:?}");
    assert!(outcome.stderr.contains("origin/main") && outcome.stderr.contains("--base"), "{outcome:?}");
    let outcome = sandbox.assize(&["run", "--base", "HEAD", "--json"]);
    passes(&outcome);
    let remote = outcome.json()["attestation"]["target"]["repoRemote"].as_str().unwrap().to_owned();
    assert!(remote.starts_with("local:/"), "{remote}");
}

#[test]
fn an_empty_range_runs_and_says_so() {
    let sandbox = with_feature();
    let outcome = sandbox.assize(&["run", "--base", "HEAD"]);
    passes(&outcome);
    assert!(format!("{}{}", outcome.stdout, outcome.stderr).contains("empty"), "{outcome:?}");
}

#[test]
fn a_head_elsewhere_is_reviewed_in_a_tree_of_its_own() {
    let sandbox = with_feature();
    let feature = sandbox.git(&["rev-parse", "HEAD"]).trim().to_owned();
    sandbox.git(&["checkout", "-q", "-b", "elsewhere", "origin/main"]);
    sandbox.manifest(MANIFEST);
    let outcome = sandbox.assize(&["run", "--head", &feature, "--json"]);
    passes(&outcome);
    assert_eq!(outcome.json()["attestation"]["target"]["headSha"], feature);
    assert!(!sandbox.root().join("feature").exists());
    let worktrees = sandbox.git(&["worktree", "list", "--porcelain"]);
    assert_eq!(worktrees.matches("worktree ").count(), 1, "{worktrees}");
}

#[test]
fn isolated_lanes_see_neither_untracked_files_nor_each_other() {
    let sandbox = Sandbox::with_base();
    sandbox.manifest(
        "kind: review\nid: sample\ntarget: git-range\nchecks:\n  \
         - {id: a, kind: command, run: 'test ! -e untracked && touch mine && test -f README'}\n  \
         - {id: b, kind: command, run: 'test ! -e untracked && test ! -e mine'}",
    );
    sandbox.commit_all("change");
    sandbox.write("untracked", "x");
    passes(&sandbox.assize(&["run", "--isolated", "--jobs", "1"]));
    assert_eq!(sandbox.assize(&["run", "--no-cache"]).code, 1, "without isolation the untracked file is there");
}

#[test]
fn a_sha256_repository() {
    let sandbox = Sandbox::named("placeholder");
    let root = sandbox.outside().join("sha256");
    let root_text = root.to_str().unwrap();
    sandbox.git(&["init", "-q", "-b", "main", "--object-format=sha256", root_text]);
    sandbox.git(&["-C", root_text, "commit", "-q", "--allow-empty", "-m", "base"]);
    std::fs::write(root.join("REVIEW.md"), format!("---\n{MANIFEST}\n---\n")).unwrap();
    std::fs::write(root.join("feature"), "x").unwrap();
    sandbox.git(&["-C", root_text, "add", "-A"]);
    sandbox.git(&["-C", root_text, "commit", "-q", "-m", "feature"]);
    let outcome = run_in(&sandbox, &root, &["run", "--base", "HEAD^", "--json"], &[]);
    passes(&outcome);
    assert_eq!(outcome.json()["attestation"]["target"]["headSha"].as_str().unwrap().len(), 64);
}

#[test]
fn a_path_with_spaces_and_letters_of_other_alphabets() {
    let sandbox = Sandbox::named("ein Ordner — папка 文件夹");
    sandbox.commit_all("base");
    sandbox.git(&["update-ref", "refs/remotes/origin/main", "HEAD"]);
    sandbox.manifest(MANIFEST);
    sandbox.write("feature", "x");
    sandbox.commit_all("feature");
    passes(&sandbox.assize(&["run"]));
    passes(&sandbox.assize(&["run", "--isolated"]));
}

#[test]
fn inside_a_hook_of_git() {
    let sandbox = with_feature();
    let hook = sandbox.root().join(".git/hooks/pre-commit");
    std::fs::create_dir_all(hook.parent().unwrap()).unwrap();
    std::fs::write(&hook, format!("#!/bin/sh\nexec '{}' run\n", binary("assize").display())).unwrap();
    std::fs::set_permissions(&hook, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    sandbox.write("again", "x");
    sandbox.git(&["add", "again"]);
    sandbox.git(&["commit", "-q", "-m", "through the hook"]);
    let rows = sandbox.assize(&["ledger", "list", "--json"]).json();
    assert_eq!(rows[0]["verdict"], "pass", "{rows}");
    sandbox.git(&["rm", "-q", "feature"]);
    let refused = sandbox.run_with(Path::new("git"), &["commit", "-q", "-m", "refused"], &[]);
    assert_ne!(refused.code, 0, "{refused:?}");
}

#[test]
fn outside_a_repository_nothing_runs() {
    let sandbox = Sandbox::with_base();
    let outcome = run_in(&sandbox, sandbox.outside(), &["run"], &[]);
    assert_eq!(outcome.code, 3, "{outcome:?}");
}

#[test]
fn a_branch_without_a_commit_is_named() {
    let sandbox = Sandbox::named("unborn");
    sandbox.manifest(MANIFEST);
    let outcome = sandbox.assize(&["run"]);
    assert_eq!(outcome.code, 3, "{outcome:?}");
    assert!(outcome.stderr.contains("commit"), "{outcome:?}");
}
