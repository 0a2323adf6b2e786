//! Repositories that are set up, and pushes from them with a stand-in for `assize` on the path.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::Output;
use std::sync::Arc;

use assize_compiler::{PackRef, parse_manifest};
use assize_git::GitError;
use assize_schemas::{BindingName, Check};
use tokio_util::sync::CancellationToken;

use crate::init::{ChangeAction, CiSystem, InitError, InitRequest, InitView};
use crate::packs::testing::Repo;
use crate::{Host, HostErrorKind, HostSettings, NoObserver, RunRequest};

async fn try_init(repo: &Repo, request: InitRequest) -> Result<InitView, InitError> {
    Host::new(HostSettings::new(repo.state().root(), repo.environment(), "here")).init(&request).await
}

async fn init(repo: &Repo) -> InitView {
    try_init(repo, InitRequest::new(repo.root())).await.unwrap()
}

/// The action and the note for a path.
fn change(view: &InitView, path: &str) -> (ChangeAction, String) {
    let change = view.changes.iter().find(|change| change.path == path).unwrap_or_else(|| panic!("{path}: {view:?}"));
    (change.action, change.note.clone().unwrap_or_default())
}

/// Everything below a folder, but git's own files other than hooks.
fn everything(root: &Path) -> BTreeMap<PathBuf, (u32, Vec<u8>)> {
    fn walk(folder: &Path, found: &mut BTreeMap<PathBuf, (u32, Vec<u8>)>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let metadata = fs::symlink_metadata(&path).unwrap();
            if metadata.is_dir() {
                walk(&path, found);
            } else {
                let content = if metadata.is_symlink() {
                    fs::read_link(&path).unwrap().into_os_string().into_encoded_bytes()
                } else {
                    fs::read(&path).unwrap()
                };
                found.insert(path, (metadata.permissions().mode(), content));
            }
        }
    }
    let mut found = BTreeMap::new();
    walk(root, &mut found);
    found
}

#[tokio::test]
async fn a_new_repository_gets_everything_and_a_second_time_nothing() {
    let repo = Repo::unborn();
    repo.write("sub/folder/file", "");
    let request = InitRequest::new(repo.root().join("sub/folder")).with_ci(CiSystem::Github).with_pack("./packs/x");
    let view = try_init(&repo, request.clone()).await.unwrap();
    let shown: Vec<_> = view.changes.iter().map(|change| (change.path.as_str(), change.action)).collect();
    assert_eq!(
        shown,
        [
            ("REVIEW.md", ChangeAction::Created),
            ("rubrics/correctness.md", ChangeAction::Created),
            (".git/hooks/pre-push", ChangeAction::Created),
            (".github/workflows/review.yml", ChangeAction::Created),
        ]
    );
    let json = serde_json::to_value(&view).unwrap();
    assert_eq!(json["changes"][1], serde_json::json!({"path": "rubrics/correctness.md", "action": "created"}));
    let before = everything(repo.root());
    let view = try_init(&repo, request).await.unwrap();
    assert!(view.changes.iter().all(|change| change.action == ChangeAction::Unchanged), "{view:?}");
    assert_eq!(everything(repo.root()), before);
    let manifest = parse_manifest(repo.read("REVIEW.md").as_bytes()).unwrap().into_manifest();
    assert_eq!(manifest.target.base, "main");
    assert_eq!(manifest.bindings.keys().map(BindingName::as_str).collect::<Vec<_>>(), ["local", "ci"]);
    assert_eq!(manifest.uses[0].namespace.as_str(), "x");
}

#[tokio::test]
async fn checks_fit_the_project() {
    /// Names, and what belongs to each.
    type Pairs<'a> = &'a [(&'a str, &'a str)];
    let npm = r#"{"scripts": {"test": "node --test"}}"#;
    let table: &[(Pairs<'_>, Pairs<'_>)] = &[
        (&[], &[]),
        (&[("Cargo.toml", "[package]\n")], &[("cargo-test", "cargo test --workspace")]),
        (&[("package.json", npm)], &[("npm-test", "npm test")]),
        (&[("package.json", npm), ("pnpm-lock.yaml", "")], &[("pnpm-test", "pnpm test")]),
        (&[("package.json", npm), ("yarn.lock", "")], &[("yarn-test", "yarn test")]),
        (
            &[("package.json", r#"{"packageManager": "pnpm@9.0.0", "scripts": {"test": "x"}}"#), ("yarn.lock", "")],
            &[("pnpm-test", "pnpm test")],
        ),
        (&[("package.json", r#"{"scripts": {"test": "echo \"Error: no test specified\" && exit 1"}}"#)], &[]),
        (&[("package.json", "{")], &[]),
        (&[("pyproject.toml", "[tool.pytest.ini_options]\n")], &[("python-test", "python3 -m pytest")]),
        (&[("pyproject.toml", "pytest"), ("uv.lock", "")], &[("python-test", "uv run pytest")]),
        (&[("setup.py", ""), ("tests/test_x.py", "")], &[("python-test", "python3 -m unittest discover -s tests")]),
        (&[("requirements.txt", "")], &[("python-syntax", "git ls-files -z -- '*.py' | xargs -0 python3 -c")]),
        (&[("go.mod", "module x\n")], &[("go-test", "go test ./...")]),
        (&[("Makefile", "test:\n\ttrue\n")], &[("make-test", "make test")]),
        (&[("Makefile", "check: x\n")], &[("make-check", "make check")]),
        (&[("Makefile", "all:\n")], &[]),
        (
            &[("Cargo.toml", ""), ("package.json", npm), ("Makefile", "test:\n")],
            &[("cargo-test", "cargo test --workspace"), ("npm-test", "npm test")],
        ),
    ];
    for (files, expect) in table {
        let repo = Repo::new();
        for (name, text) in *files {
            repo.write(name, text);
        }
        try_init(&repo, InitRequest::new(repo.root()).with_ci(CiSystem::Github)).await.unwrap();
        let text = repo.read("REVIEW.md");
        let manifest = parse_manifest(text.as_bytes()).unwrap_or_else(|problems| panic!("{problems}\n{text}"));
        let checks: Vec<_> = manifest.manifest().checks.iter().collect();
        assert_eq!(checks.len(), expect.len() + 1, "{files:?}");
        for (check, (id, run)) in checks.iter().skip(1).zip(*expect) {
            let Check::Command(command) = check else { panic!("{check:?}") };
            assert_eq!(command.id.as_str(), *id);
            assert!(command.run.starts_with(run), "{}", command.run);
        }
        for binding in manifest.manifest().bindings.values() {
            assert_eq!(binding.checks.len(), checks.len());
            let vars = assize_compiler::Vars::new().with("base", "1");
            manifest.compile(binding, &vars).unwrap();
        }
    }
}

#[tokio::test]
async fn the_syntax_check_of_python_finds_what_is_broken() {
    let repo = Repo::new();
    repo.write("requirements.txt", "");
    init(&repo).await;
    let manifest = parse_manifest(repo.read("REVIEW.md").as_bytes()).unwrap().into_manifest();
    let Check::Command(check) = &manifest.checks[1] else { panic!() };
    let run = || {
        let mut shell = std::process::Command::new("sh");
        shell.args(["-c", &check.run]).current_dir(repo.root()).env_clear().envs(repo.environment());
        shell.output().unwrap().status.success()
    };
    assert!(run());
    repo.write("a b.py", "x = {'a': 1}\n");
    repo.git(&["add", "-A"]);
    assert!(run());
    repo.write("c.py", "x = {\n");
    repo.git(&["add", "-A"]);
    assert!(!run());
}

#[tokio::test]
async fn the_base_is_what_there_is() {
    let check = async |repo: &Repo, expect: &str| {
        init(repo).await;
        let manifest = parse_manifest(repo.read("REVIEW.md").as_bytes()).unwrap().into_manifest();
        assert_eq!(manifest.target.base, expect);
    };
    check(&Repo::new(), "main").await;
    let repo = Repo::new();
    repo.git(&["branch", "-m", "größe#1"]);
    check(&repo, "größe#1").await;
    let repo = Repo::new();
    repo.git(&["update-ref", "refs/remotes/origin/master", "HEAD"]);
    check(&repo, "origin/master").await;
    let repo = Repo::new();
    repo.git(&["remote", "add", "origin", "/nowhere"]);
    check(&repo, "origin/main").await;
    let repo = Repo::new();
    repo.git(&["update-ref", "refs/remotes/origin/trunk", "HEAD"]);
    repo.git(&["symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/trunk"]);
    check(&repo, "origin/trunk").await;
}

#[tokio::test]
async fn what_a_person_wrote_stays() {
    let repo = Repo::new();
    repo.write("REVIEW.md", "not a manifest\n");
    repo.write("rubrics/correctness.md", "mine\n");
    repo.write(".github/workflows/review.yml", "mine\n");
    let before = everything(&repo.root().join(".github"));
    let view = try_init(&repo, InitRequest::new(repo.root()).with_ci(CiSystem::Github)).await.unwrap();
    let (action, note) = change(&view, "REVIEW.md");
    assert_eq!(action, ChangeAction::Unchanged);
    assert!(note.contains("assize check"), "{note}");
    assert_eq!(repo.read("REVIEW.md"), "not a manifest\n");
    assert_eq!(repo.read("rubrics/correctness.md"), "mine\n");
    assert_eq!(everything(&repo.root().join(".github")), before);
    // A pack is not added to what is no manifest, and then nothing else is written either.
    let repo = Repo::new();
    repo.write("REVIEW.md", "not a manifest\n");
    let before = everything(repo.root());
    let error = try_init(&repo, InitRequest::new(repo.root()).with_pack("./p")).await.unwrap_err();
    assert!(matches!(error, InitError::Manifest { .. }));
    assert_eq!(everything(repo.root()), before);
    // A manifest without the bindings that are run is told of.
    let repo = Repo::new();
    let text = "---\nkind: review\nid: r\ntarget: git-range\nchecks:\n  - {id: c, kind: command, run: 'true'}\n---\n";
    repo.write("REVIEW.md", text);
    let view = try_init(&repo, InitRequest::new(repo.root()).with_ci(CiSystem::Github)).await.unwrap();
    let (_, note) = change(&view, "REVIEW.md");
    assert!(note.contains("\"local\"") && note.contains("\"ci\""), "{note}");
    // The mode of a manifest that is changed is kept, and links to it are followed, but not out of the repository.
    fs::set_permissions(repo.root().join("REVIEW.md"), fs::Permissions::from_mode(0o600)).unwrap();
    let view = try_init(&repo, InitRequest::new(repo.root()).with_pack("./p")).await.unwrap();
    assert_eq!(change(&view, "REVIEW.md").0, ChangeAction::Changed);
    assert_eq!(fs::metadata(repo.root().join("REVIEW.md")).unwrap().permissions().mode() & 0o777, 0o600);
    assert!(repo.read("REVIEW.md").contains("uses:\n  - pack: ./p\n    as: p\n"));
    let elsewhere = repo.outside().join("elsewhere.md");
    repo.write(&elsewhere, text);
    fs::remove_file(repo.root().join("REVIEW.md")).unwrap();
    repo.link(&elsewhere, "REVIEW.md");
    let error = try_init(&repo, InitRequest::new(repo.root()).with_pack("./p")).await.unwrap_err();
    assert!(matches!(error, InitError::OutsideManifest { .. }), "{error:?}");
    assert_eq!(fs::read_to_string(&elsewhere).unwrap(), text);
}

#[tokio::test]
async fn links_do_not_lead_out() {
    let repo = Repo::new();
    let outside = repo.outside().join("outside");
    fs::create_dir(&outside).unwrap();
    repo.link(&outside, "rubrics");
    repo.link(outside.join("workflows"), ".github");
    repo.link("nowhere", "REVIEW.md");
    let view = try_init(&repo, InitRequest::new(repo.root()).with_ci(CiSystem::Github)).await.unwrap();
    for path in ["rubrics/correctness.md", ".github/workflows/review.yml"] {
        assert_eq!(change(&view, path).0, ChangeAction::Skipped, "{path}");
    }
    assert_eq!(change(&view, "REVIEW.md").0, ChangeAction::Unchanged);
    assert_eq!(fs::read_dir(&outside).unwrap().count(), 0);
}

#[tokio::test]
async fn requests_that_cannot_be_right() {
    let repo = Repo::new();
    let request = || InitRequest::new(repo.root());
    for request in [
        request().with_namespace("x"),
        request().with_pack("git+https://h/r.git"),
        request().with_pack(""),
        request().with_pack("./p").with_namespace("No"),
    ] {
        let error = try_init(&repo, request).await.unwrap_err();
        assert_eq!(error.kind(), HostErrorKind::Usage, "{error:?}");
    }
    assert!(!repo.root().join("REVIEW.md").exists());
    let error = try_init(&repo, InitRequest::new("/")).await.unwrap_err();
    assert!(matches!(error, InitError::Git(GitError::NotARepository { .. })), "{error:?}");
    assert_eq!(error.kind(), HostErrorKind::CouldNotRun);
    assert!(PackRef::parse("./p").is_ok());
}

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
        repo.git_at(&repo.outside(), &["init", "-q", "--bare", "remote.git"]);
        repo.git(&["remote", "add", "origin", repo.outside().join("remote.git").to_str().unwrap()]);
        Self { repo, bin }
    }

    fn status(&self, status: &str) {
        self.repo.write(self.repo.outside().join("status"), status);
    }

    fn push(&self, refs: &[&str]) -> Output {
        let mut arguments = vec!["push", "-q", "origin"];
        arguments.extend(refs);
        self.repo.try_git_at(self.repo.root(), &arguments)
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
    assert!(!pushing.repo.try_git_at(&remote, &["rev-parse", "--verify", "topic"]).status.success());
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
    assert!(pushing.repo.try_git_at(&side, &["push", "-q", "origin", "side"]).status.success());
    assert_eq!(pushing.log(), pushing.noted("side"));
}

/// Runs the script of the workflow's last step with an `assize` that ends as told.
fn workflow_ends(repo: &Repo, run: u8, verify: u8) -> (i32, String) {
    let text = repo.read(".github/workflows/review.yml");
    let (_, script) = text.rsplit_once("run: |\n").unwrap();
    let bin = repo.outside().join("ci-bin");
    let log = repo.outside().join("ci-log");
    drop(fs::remove_file(&log));
    repo.write_program(
        bin.join("assize"),
        &format!(
            "#!/bin/sh\necho \"$*\" >>'{}'\ncase $1 in run) exit {run};; *) exit {verify};; esac\n",
            log.display()
        ),
    );
    let output = std::process::Command::new("bash")
        .args(["-e", "-c", script])
        .env_clear()
        .env("PATH", format!("{}:{}", bin.display(), std::env::var("PATH").unwrap()))
        .envs([("BASE", "refs/remotes/origin/main"), ("PR_URL", "https://github.com/o/r/pull/1")])
        .output()
        .unwrap();
    (output.status.code().unwrap(), fs::read_to_string(log).unwrap())
}

#[tokio::test]
async fn the_workflow_lets_only_a_verified_export_stand_in() {
    let repo = Repo::new();
    repo.write("package.json", "{}");
    repo.write("pnpm-lock.yaml", "");
    repo.write("go.mod", "");
    repo.write("pytest.ini", "");
    try_init(&repo, InitRequest::new(repo.root()).with_ci(CiSystem::Github)).await.unwrap();
    for (run, verify, expect) in [
        (0, 0, 0),
        (0, 4, 0),
        (0, 5, 0),
        (0, 1, 1),
        (0, 6, 6),
        (2, 0, 0),
        (2, 4, 2),
        (2, 5, 2),
        (2, 6, 6),
        (2, 1, 1),
        (2, 3, 3),
        (1, 0, 1),
        (3, 0, 3),
        (64, 0, 64),
        (130, 0, 130),
    ] {
        assert_eq!(workflow_ends(&repo, run, verify).0, expect, "run {run}, verify {verify}");
    }
    let (_, calls) = workflow_ends(&repo, 2, 0);
    assert_eq!(
        calls,
        "run --binding ci --headless --base refs/remotes/origin/main --pr https://github.com/o/r/pull/1 --annotate \
         github\nverify --binding ci --base refs/remotes/origin/main --if-exported --require-signed --annotate github\n"
    );
    let text = repo.read(".github/workflows/review.yml");
    // Nothing from the pull request is put into a script, and the token can only read.
    for line in text.lines().filter(|line| line.contains("${{")) {
        assert!(line.trim_start().split_once(": ").is_some_and(|(key, _)| !key.contains(' ')), "{line}");
    }
    assert!(text.contains("contents: read") && !text.contains("pull_request_target"));
    for step in ["corepack enable", "pnpm install --frozen-lockfile", "go-version-file: go.mod", "pip install pytest"] {
        assert!(text.contains(step), "{step}");
    }
}

#[tokio::test]
async fn what_was_set_up_runs() {
    let repo = Repo::new();
    repo.write("Makefile", "test:\n\ttrue\n");
    init(&repo).await;
    repo.commit("set up");
    let host = Host::new(HostSettings::new(repo.state().root(), repo.environment(), "here"));
    let view = host.run(RunRequest::new(repo.root()), Arc::new(NoObserver), CancellationToken::new()).await;
    assert_eq!(view.exit_code, 0, "{view:?}");
    assert_eq!(view.binding.as_deref(), Some("local"));
}
