//! Pushes with a stand-in for `assize` on the path.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::PathBuf;
use std::process::Output;

use super::support::{change, everything, init, try_init};
use crate::init::{ChangeAction, InitRequest};
use crate::packs::testing::Repo;

/// A repository with a remote and a stand-in for `assize` that notes what it is given, and ends as `status` says.
struct Pushing {
    repo: Repo,
    bin: PathBuf,
}

impl Pushing {
    fn new() -> Self {
        let mut repo = Repo::new();
        let (bin, log) = (repo.outside().join("bin"), repo.outside().join("log"));
        let stand_in = format!(
            "#!/bin/sh\n{{ echo \"args: $*\"; sed 's/^/ref: /'; }} >>'{log}'\nexit $(cat '{status}')\n",
            log = log.display(),
            status = repo.outside().join("status").display(),
        );
        repo.write_program(bin.join("assize"), &stand_in);
        repo.write(repo.outside().join("status"), "0\n");
        let path = std::env::var("PATH").unwrap();
        repo.set("PATH", format!("{}:{path}", bin.display()));
        repo.git_in(repo.outside(), &["init", "-q", "--bare", "remote.git"]);
        repo.git(&["remote", "add", "origin", repo.outside().join("remote.git").to_str().unwrap()]);
        Self { repo, bin }
    }

    fn status(&self, status: &str) {
        self.repo.write(self.repo.outside().join("status"), status);
    }

    fn push(&self, refs: &[&str]) -> Output {
        let mut arguments = vec!["push", "-q", "origin"];
        arguments.extend(refs);
        self.repo.try_git_in(self.repo.root(), &arguments)
    }

    /// What the stand-in and the hooks of a test have noted since the last time.
    fn log(&self) -> String {
        let log = self.repo.outside().join("log");
        let text = fs::read_to_string(&log).unwrap_or_default();
        drop(fs::remove_file(log));
        text
    }

    /// What the stand-in notes of a push of one new branch.
    fn noted(&self, branch: &str) -> String {
        let head = self.repo.git(&["rev-parse", branch]);
        let url = self.repo.outside().join("remote.git");
        let zero = "0".repeat(40);
        let refs = format!("refs/heads/{branch} {head} refs/heads/{branch} {zero}");
        format!("args: hook pre-push origin {}\nref: {refs}\n", url.display())
    }

    fn hook(&self, text: &str) {
        self.repo.write_program(".git/hooks/pre-push", text);
    }

    fn log_line(&self, text: &str) -> String {
        format!("{text} >>'{}'", self.repo.outside().join("log").display())
    }
}

#[tokio::test]
async fn the_hook_hands_on_what_is_pushed() {
    let pushing = Pushing::new();
    init(&pushing.repo).await;
    assert!(pushing.push(&["main"]).status.success());
    assert_eq!(pushing.log(), pushing.noted("main"));
    // A review that does not pass keeps the branch from the remote.
    pushing.status("1");
    pushing.repo.git(&["branch", "topic"]);
    assert!(!pushing.push(&["topic"]).status.success());
    assert_eq!(pushing.log(), pushing.noted("topic"));
    let remote = pushing.repo.outside().join("remote.git");
    assert!(!pushing.repo.try_git_in(&remote, &["rev-parse", "--verify", "topic"]).status.success());
    assert!(pushing.push(&["--no-verify", "topic"]).status.success());
    // Nothing to push: the list is empty.
    pushing.status("0");
    assert!(pushing.push(&["main"]).status.success());
    assert_eq!(pushing.log().lines().filter(|line| *line != "ref: ").count(), 1);
    // Without the program there is no push.
    fs::remove_file(pushing.bin.join("assize")).unwrap();
    pushing.repo.git(&["branch", "other"]);
    let output = pushing.push(&["other"]);
    assert!(!output.status.success());
    assert!(String::from_utf8_lossy(&output.stderr).contains("not on the PATH"));
}

#[tokio::test]
async fn an_older_hook_runs_after_the_review_with_the_same_input() {
    let endings = ["", "exit 0\n", "exec true\n", "exit 1\n", "set -eu\nfalse\n"];
    let shells = ["#!/bin/sh", "#!/bin/sh -eu", "#!/usr/bin/env bash", "#!/bin/bash -e"];
    for (at, ending) in endings.iter().enumerate() {
        let pushing = Pushing::new();
        let old = pushing.log_line("{ echo \"old: $*\"; sed 's/^/old: /'; }");
        pushing.hook(&format!("{}\n{old}\n{ending}", shells[at % shells.len()]));
        let view = init(&pushing.repo).await;
        assert_eq!(change(&view, ".git/hooks/pre-push").0, ChangeAction::Changed);
        let before = pushing.repo.read(".git/hooks/pre-push");
        let view = init(&pushing.repo).await;
        assert_eq!(change(&view, ".git/hooks/pre-push").0, ChangeAction::Unchanged);
        assert_eq!(pushing.repo.read(".git/hooks/pre-push"), before);
        let passes = at < 3;
        assert_eq!(pushing.push(&["main"]).status.success(), passes, "{ending}");
        let noted = pushing.noted("main");
        let again = noted.replace("args: hook pre-push", "old:").replace("ref: ", "old: ");
        assert_eq!(pushing.log(), format!("{noted}{again}"), "{ending}");
        // The review blocks whatever the older hook says, which then does not even start.
        pushing.status("2");
        pushing.repo.git(&["branch", "topic"]);
        assert!(!pushing.push(&["topic"]).status.success(), "{ending}");
        assert_eq!(pushing.log(), pushing.noted("topic"));
    }
}

#[tokio::test]
async fn an_older_hook_sees_an_empty_list_as_empty() {
    let pushing = Pushing::new();
    pushing.hook(&format!("#!/bin/sh\nwhile read -r line; do {}; done\n", pushing.log_line("echo \"old: $line\"")));
    init(&pushing.repo).await;
    assert!(pushing.push(&["main"]).status.success());
    assert_eq!(pushing.log().matches("old: refs/heads/main").count(), 1);
    assert!(pushing.push(&["main"]).status.success());
    assert!(!pushing.log().contains("old:"));
}

#[tokio::test]
async fn names_of_branches_are_not_run() {
    let pushing = Pushing::new();
    pushing.hook(&format!("#!/bin/sh\n{}\n", pushing.log_line("sed 's/^/old: /'")));
    init(&pushing.repo).await;
    let name = "$(touch${IFS}evil)`touch${IFS}evil`";
    pushing.repo.git(&["branch", name]);
    assert!(pushing.push(&[name]).status.success());
    assert_eq!(pushing.log().matches(&format!("refs/heads/{name} ")).count(), 4);
    assert!(!pushing.repo.root().join("evil").exists());
}

#[tokio::test]
async fn many_refs_fit_through_the_hook() {
    let pushing = Pushing::new();
    pushing.hook(&format!("#!/bin/sh\n{}\n", pushing.log_line("sed 's/^/old: /'")));
    init(&pushing.repo).await;
    // More than a pipe holds.
    let head = pushing.repo.git(&["rev-parse", "HEAD"]);
    let packed: String = (0..1500).map(|at| format!("{head} refs/heads/branch-{at:04}\n")).collect();
    pushing.repo.write(".git/packed-refs", &packed);
    let output = pushing.push(&["refs/heads/branch-*:refs/heads/branch-*"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let log = pushing.log();
    assert_eq!(log.matches("\nref: refs/heads/branch-").count(), 1500);
    assert_eq!(log.matches("\nold: refs/heads/branch-").count(), 1500);
    // A hook that does not read it.
    pushing.hook("#!/bin/sh\nexit 0\n");
    init(&pushing.repo).await;
    assert!(pushing.push(&["refs/heads/branch-*:refs/heads/other-*"]).status.success());
}

#[tokio::test]
async fn hooks_that_are_left_alone() {
    for (text, executable) in [
        ("#!/usr/bin/env python3\nimport sys\nsys.exit(0)\n", true),
        ("echo no interpreter\n", true),
        ("#!/bin/sh\nexit 0\n", false),
    ] {
        let pushing = Pushing::new();
        pushing.hook(text);
        if !executable {
            let path = pushing.repo.root().join(".git/hooks/pre-push");
            fs::set_permissions(path, fs::Permissions::from_mode(0o644)).unwrap();
        }
        let view = init(&pushing.repo).await;
        let (action, note) = change(&view, ".git/hooks/pre-push");
        assert_eq!(action, ChangeAction::Skipped, "{text}");
        assert!(note.contains("assize hook pre-push \"$@\""), "{note}");
        assert_eq!(pushing.repo.read(".git/hooks/pre-push"), text);
    }
}

#[tokio::test]
async fn hooks_behind_links() {
    // Inside the repository: what git runs is changed, and the link stays.
    let pushing = Pushing::new();
    pushing.repo.write_program("scripts/hook", "#!/bin/sh\nexit 0\n");
    pushing.repo.link("../../scripts/hook", ".git/hooks/pre-push");
    let view = init(&pushing.repo).await;
    assert_eq!(change(&view, ".git/hooks/pre-push").0, ChangeAction::Changed);
    assert!(fs::symlink_metadata(pushing.repo.root().join(".git/hooks/pre-push")).unwrap().is_symlink());
    assert!(pushing.push(&["main"]).status.success());
    assert_eq!(pushing.log(), pushing.noted("main"));
    // Outside, and nowhere: left alone.
    for target in ["shared-hook", "missing"] {
        let pushing = Pushing::new();
        let outside = pushing.repo.outside();
        pushing.repo.write_program(outside.join("shared-hook"), "#!/bin/sh\nexit 0\n");
        pushing.repo.link(outside.join(target), ".git/hooks/pre-push");
        let view = init(&pushing.repo).await;
        assert_eq!(change(&view, ".git/hooks/pre-push").0, ChangeAction::Skipped, "{target}");
        assert_eq!(fs::read_to_string(outside.join("shared-hook")).unwrap(), "#!/bin/sh\nexit 0\n");
    }
    // A whole folder of hooks elsewhere.
    let pushing = Pushing::new();
    let outside = pushing.repo.outside().join("hooks");
    fs::create_dir(&outside).unwrap();
    fs::remove_dir_all(pushing.repo.root().join(".git/hooks")).unwrap();
    pushing.repo.link(&outside, ".git/hooks");
    let view = init(&pushing.repo).await;
    assert_eq!(change(&view, ".git/hooks/pre-push").0, ChangeAction::Skipped);
    assert_eq!(fs::read_dir(outside).unwrap().count(), 0);
}

#[tokio::test]
async fn users_of_other_tools_are_told_what_to_add() {
    let check = async |prepare: fn(&Repo), path: &str, words: &[&str]| {
        let repo = Repo::new();
        prepare(&repo);
        let hooks = everything(&repo.root().join(".git"));
        let view = init(&repo).await;
        let (action, note) = change(&view, path);
        assert_eq!(action, ChangeAction::Skipped, "{path}");
        for word in words.iter().chain(&["assize hook pre-push"]) {
            assert!(note.contains(word), "{path}: {word} in {note}");
        }
        assert_eq!(everything(&repo.root().join(".git")), hooks, "{path}");
        repo
    };
    let husky = |repo: &Repo| {
        repo.write(".husky/pre-commit", "true\n");
        repo.git(&["config", "core.hooksPath", ".husky/_"]);
    };
    let repo = check(husky, ".husky/pre-push", &["husky"]).await;
    repo.write(".husky/pre-push", "assize hook pre-push \"$@\"\n");
    assert_eq!(change(&init(&repo).await, ".husky/pre-push").0, ChangeAction::Unchanged);
    check(|repo| repo.write(".husky/pre-commit", "true\n"), ".husky/pre-push", &["husky"]).await;
    let lefthook = |repo: &Repo| repo.write("lefthook.yml", "pre-commit:\n");
    check(lefthook, "lefthook.yml", &["lefthook", "use_stdin: true", "{1} {2}"]).await;
    let path = |repo: &Repo| drop(repo.git(&["config", "core.hooksPath", ".githooks"]));
    check(path, ".githooks/pre-push", &["core.hooksPath", "#!/bin/sh", "command -v assize"]).await;
    let pre_commit = |repo: &Repo| {
        let text = "#!/usr/bin/env bash\n# File generated by pre-commit: https://pre-commit.com\nexec pre-commit\n";
        repo.write_program(".git/hooks/pre-push", text);
    };
    check(pre_commit, ".git/hooks/pre-push.legacy", &["pre-commit"]).await;
    // Where git looks anyway is no other place.
    let repo = Repo::new();
    repo.git(&["config", "core.hooksPath", ".git/hooks"]);
    assert_eq!(change(&init(&repo).await, ".git/hooks/pre-push").0, ChangeAction::Created);
    // pre-commit takes over a hook that it finds.
    let repo = Repo::new();
    repo.write(".pre-commit-config.yaml", "repos: []\n");
    let (action, note) = change(&init(&repo).await, ".git/hooks/pre-push");
    assert!(action == ChangeAction::Created && note.contains("pre-push.legacy"), "{note}");
}

#[tokio::test]
async fn a_linked_work_tree_shares_the_hook() {
    let pushing = Pushing::new();
    pushing.repo.git(&["worktree", "add", "-q", "-b", "side", "../side"]);
    let side = pushing.repo.outside().join("side");
    let view = try_init(&pushing.repo, InitRequest::new(&side)).await.unwrap();
    let hook = pushing.repo.root().join(".git/hooks/pre-push");
    assert_eq!(change(&view, hook.to_str().unwrap()).0, ChangeAction::Created);
    assert!(side.join("REVIEW.md").is_file() && !pushing.repo.root().join("REVIEW.md").exists());
    assert!(pushing.repo.try_git_in(&side, &["push", "-q", "origin", "side"]).status.success());
    assert_eq!(pushing.log(), pushing.noted("side"));
}
