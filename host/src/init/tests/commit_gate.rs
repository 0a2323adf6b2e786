//! Commits with a stand-in for `git-agent-verdict` on the path.

use std::fs;
use std::path::PathBuf;
use std::process::Output;

use super::support::{change, everything, init, try_init};
use crate::init::{ChangeAction, InitRequest, InitView};
use crate::packs::testing::Repo;

const HOOK: &str = ".git/hooks/commit-msg";
const DOCS: [&str; 3] = ["docs/repo-standards.md", "docs/annotation-guide.md", "docs/communication-style.md"];

/// A repository with a stand-in for the gate that notes what it is given and the message's first line, and fails at the
/// gate that `fails` names.
struct Committing {
    repo: Repo,
    bin: PathBuf,
}

impl Committing {
    fn new() -> Self {
        let mut repo = Repo::new();
        let (bin, log) = (repo.outside().join("bin"), repo.outside().join("log"));
        let stand_in = format!(
            "#!/bin/sh\necho \"$*\" >>'{log}'\n[ -f \"$1\" ] && head -n 1 \"$1\" >>'{log}'\ncase \" $* \" in *\" $(cat '{fails}') \
             \"*) exit 1;; esac\nexit 0\n",
            log = log.display(),
            fails = repo.outside().join("fails").display(),
        );
        repo.write_program(bin.join("git-agent-verdict"), &stand_in);
        repo.write(repo.outside().join("fails"), "none\n");
        let path = std::env::var("PATH").unwrap();
        repo.set("PATH", format!("{}:{path}", bin.display()));
        Self { repo, bin }
    }

    async fn init(&self) -> InitView {
        try_init(&self.repo, InitRequest::new(self.repo.root()).with_commit_gate()).await.unwrap()
    }

    fn fails(&self, gate: &str) {
        self.repo.write(self.repo.outside().join("fails"), gate);
    }

    fn commit(&self) -> Output {
        self.repo.try_git_in(self.repo.root(), &["commit", "--allow-empty", "-q", "-m", "subject"])
    }

    fn hook(&self, text: &str) {
        self.repo.write_program(HOOK, text);
    }

    /// What was noted since the last time.
    fn log(&self) -> String {
        let log = self.repo.outside().join("log");
        let text = fs::read_to_string(&log).unwrap_or_default();
        drop(fs::remove_file(log));
        text
    }
}

/// What the stand-in notes of so many gates, for a message with this first line.
fn noted(gates: usize, subject: &str) -> String {
    let [one, two, three] = DOCS.map(|doc| format!("--doc {doc}"));
    let gates = [
        format!("standards {one} --path ."),
        format!("annotations --per-file {two} --path ."),
        format!("prose {three} --path *.md"),
    ]
    .iter()
    .take(gates)
    .map(|gate| format!(".git/COMMIT_EDITMSG {gate}\n{subject}\n"))
    .collect::<String>();
    format!("--rubric-guard {one} {two} {three}\n{gates}")
}

#[tokio::test]
async fn the_guard_comes_first_and_then_the_gates_in_order() {
    let committing = Committing::new();
    let view = committing.init().await;
    for path in DOCS.iter().chain(&[HOOK]) {
        assert_eq!(change(&view, path).0, ChangeAction::Created, "{path}");
    }
    assert!(change(&view, HOOK).1.contains("--no-verify"));
    assert!(committing.commit().status.success());
    assert_eq!(committing.log(), noted(3, "subject"));
    for (gate, gates) in [("--rubric-guard", 0), ("standards", 1), ("annotations", 2), ("prose", 3)] {
        committing.fails(gate);
        assert!(!committing.commit().status.success(), "{gate}");
        assert_eq!(committing.log(), noted(gates, "subject"), "{gate}");
    }
    fs::remove_file(committing.bin.join("git-agent-verdict")).unwrap();
    let output = committing.commit();
    assert!(!output.status.success());
    assert!(String::from_utf8_lossy(&output.stderr).contains("not on the PATH"));
}

#[tokio::test]
async fn a_second_time_changes_no_byte_and_nothing_of_a_persons() {
    let committing = Committing::new();
    committing.init().await;
    let before = everything(committing.repo.root());
    for path in DOCS.iter().chain(&[HOOK]) {
        assert_eq!(change(&committing.init().await, path).0, ChangeAction::Unchanged, "{path}");
    }
    assert_eq!(everything(committing.repo.root()), before);
    // A gate of one's own in the block, a rubric of one's own, and a README that came later.
    let hook = committing.repo.read(HOOK).replace("# <<<", "git-agent-verdict \"$1\" own --doc own.md --path .\n# <<<");
    committing.hook(&hook);
    committing.repo.write(DOCS[0], "My own.\n");
    committing.repo.write("README.md", "x");
    let before = everything(committing.repo.root());
    committing.init().await;
    assert_eq!(everything(committing.repo.root()), before);
    // Without being asked for there is no gate.
    let committing = Committing::new();
    init(&committing.repo).await;
    assert!(!committing.repo.root().join(HOOK).exists() && !committing.repo.root().join("docs").exists());
}

#[tokio::test]
async fn prose_is_the_readme_where_there_is_one() {
    let committing = Committing::new();
    committing.repo.write("README.md", "x");
    committing.init().await;
    assert!(committing.commit().status.success());
    assert_eq!(committing.log(), noted(3, "subject").replace("*.md", "README.md"));
}

#[tokio::test]
async fn an_older_hook_runs_before_the_gates_whatever_it_ends_with() {
    let endings = ["", "exit 0\n", "exec true\n", "set -eu\ntrue\n", "exit 1\n", "false\n"];
    let shells = ["#!/bin/sh", "#!/bin/sh -eu", "#!/usr/bin/env bash", "#!/bin/bash -e", "#!/bin/sh", "#!/bin/sh"];
    for (ending, shell) in endings.iter().zip(shells) {
        let committing = Committing::new();
        let log = committing.repo.outside().join("log");
        // It changes the message, which the gates then see.
        let old = format!("echo \"old: $# $1\" >>'{}'\nsed -i '1s/^/changed /' \"$1\"\n", log.display());
        committing.hook(&format!("{shell}\n{old}{ending}"));
        let view = committing.init().await;
        let (action, note) = change(&view, HOOK);
        assert!(action == ChangeAction::Changed && note.contains("before the gates"), "{note}");
        let text = committing.repo.read(HOOK);
        assert!(text.ends_with(&format!("{old}{ending}")), "{text}");
        assert_eq!(change(&committing.init().await, HOOK).0, ChangeAction::Unchanged);
        assert_eq!(committing.repo.read(HOOK), text);
        let output = committing.commit();
        let passes = !["exit 1\n", "false\n"].contains(ending);
        assert_eq!(output.status.success(), passes, "{ending}: {}", String::from_utf8_lossy(&output.stderr));
        let gates = if passes { noted(3, "changed subject") } else { String::new() };
        assert_eq!(committing.log(), format!("old: 1 .git/COMMIT_EDITMSG\n{gates}"), "{ending}");
        // The gates block whatever the older hook says.
        committing.fails("annotations");
        assert!(!committing.commit().status.success(), "{ending}");
    }
}

#[tokio::test]
async fn an_older_hook_may_commit_elsewhere_and_nobody_gets_round_the_gates() {
    let mut committing = Committing::new();
    let other = Repo::new();
    let hook = format!(
        "#!/bin/sh\nunset GIT_DIR GIT_INDEX_FILE GIT_WORK_TREE\ngit -C '{}' commit -q --allow-empty -m nested\n",
        other.root().display()
    );
    // The other repository has the same hook, behind a hook of its own.
    other.write_program(HOOK, "#!/bin/sh\nexit 0\n");
    try_init(&other, InitRequest::new(other.root()).with_commit_gate()).await.unwrap();
    committing.hook(&hook);
    committing.init().await;
    let output = committing.commit();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(committing.log(), format!("{}{}", noted(3, "nested"), noted(3, "subject")));
    for value in ["1", "0", "x"] {
        committing.repo.set("ASSIZE_COMMIT_GATE", value);
        let output = committing.commit();
        assert!(!output.status.success());
        assert!(String::from_utf8_lossy(&output.stderr).contains("ASSIZE_COMMIT_GATE is set"));
        assert_eq!(committing.log(), "");
    }
}

#[tokio::test]
async fn hooks_that_are_left_alone_are_told_what_to_add() {
    for text in ["#!/usr/bin/env python3\nimport sys\nsys.exit(0)\n", "echo no interpreter\n"] {
        let committing = Committing::new();
        committing.hook(text);
        let (action, note) = change(&committing.init().await, HOOK);
        assert_eq!(action, ChangeAction::Skipped);
        assert!(note.contains("where they run last") && note.contains("--rubric-guard"), "{note}");
        assert_eq!(committing.repo.read(HOOK), text);
    }
    // One that a person wrote.
    let committing = Committing::new();
    let text = "#!/bin/sh\nset -e\ngit agent-verdict \"$1\" own --doc own.md --path .\n";
    committing.hook(text);
    assert_eq!(change(&committing.init().await, HOOK).0, ChangeAction::Unchanged);
    assert_eq!(committing.repo.read(HOOK), text);
}

#[tokio::test]
async fn users_of_other_tools_are_told_what_to_add() {
    let check = async |prepare: fn(&Repo), path: &str, words: &[&str]| {
        let committing = Committing::new();
        prepare(&committing.repo);
        let before = everything(&committing.repo.root().join(".git"));
        let (action, note) = change(&committing.init().await, path);
        assert_eq!(action, ChangeAction::Skipped, "{path}");
        for word in words.iter().chain(&["git-agent-verdict --rubric-guard", "annotations --per-file"]) {
            assert!(note.contains(word), "{path}: {word} in {note}");
        }
        assert_eq!(everything(&committing.repo.root().join(".git")), before, "{path}");
        committing
    };
    let husky = |repo: &Repo| repo.write(".husky/pre-commit", "true\n");
    let committing = check(husky, ".husky/commit-msg", &["husky", "put this last", "\"$1\" standards"]).await;
    committing.repo.write(".husky/commit-msg", "git-agent-verdict \"$1\" own --doc d --path .\n");
    assert_eq!(change(&committing.init().await, ".husky/commit-msg").0, ChangeAction::Unchanged);
    let lefthook = |repo: &Repo| repo.write("lefthook.yml", "pre-commit:\n");
    // Both hooks have their advice in the same file.
    let committing = Committing::new();
    lefthook(&committing.repo);
    let view = committing.init().await;
    let notes: Vec<_> = view.changes.iter().filter(|change| change.path == "lefthook.yml").collect();
    assert_eq!(notes.len(), 2, "{view:?}");
    assert!(notes[1].note.as_deref().unwrap().contains("        git-agent-verdict {1} standards "), "{notes:?}");
    let path = |repo: &Repo| drop(repo.git(&["config", "core.hooksPath", ".githooks"]));
    check(path, ".githooks/commit-msg", &["core.hooksPath", "#!/bin/sh", "last"]).await;
    let pre_commit = |repo: &Repo| {
        let text = "#!/usr/bin/env bash\n# File generated by pre-commit: https://pre-commit.com\nexec pre-commit\n";
        repo.write_program(HOOK, text);
        repo.write_program(".git/hooks/pre-push", text);
    };
    check(pre_commit, ".git/hooks/commit-msg.legacy", &["pre-commit"]).await;
}
