//! What is written, and what is left.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::sync::Arc;

use assize_compiler::parse_manifest;
use assize_git::GitError;
use assize_schemas::{BindingName, Check};
use tokio_util::sync::CancellationToken;

use super::support::{change, everything, init, try_init, write_pack};
use crate::init::{ChangeAction, CiSystem, InitError, InitRequest};
use crate::packs::testing::Repo;
use crate::{Host, HostErrorKind, HostSettings, NoObserver, RunRequest};

#[tokio::test]
async fn a_new_repository_gets_everything_and_a_second_time_nothing() {
    let repo = Repo::unborn();
    repo.write("sub/folder/file", "");
    write_pack(&repo, "packs/x");
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
        (&[("setup.py", ""), ("tests/test_x.py", "def test_x(): pass\n")], &[("python-test", "python3 -m pytest")]),
        (
            &[("setup.py", ""), ("test_x.py", "import unittest\ndef test_data(): pass\n")],
            &[("python-test", "python3 -m unittest discover")],
        ),
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
    write_pack(&repo, "p");
    let before = everything(repo.root());
    let error = try_init(&repo, InitRequest::new(repo.root()).with_pack("./p")).await.unwrap_err();
    assert!(matches!(error, InitError::Manifest { .. }));
    assert_eq!(everything(repo.root()), before);
    // A manifest without the bindings that are run is told of.
    let repo = Repo::new();
    let text = "---\nkind: review\nid: r\ntarget: git-range\nchecks:\n  - {id: c, kind: command, run: 'true'}\n---\n";
    repo.write("REVIEW.md", text);
    write_pack(&repo, "p");
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
}

#[tokio::test]
async fn a_pack_that_cannot_be_had_is_refused_before_anything_is_written() {
    let repo = Repo::new();
    repo.write("broken/REVIEW.md", "---\nkind: review-pack\nid: p\n---\n");
    repo.write("empty/file", "");
    let before = everything(repo.root());
    for (pack, expect) in
        [("./nope", "cannot be loaded"), ("./empty", "cannot be loaded"), ("./broken", "is not valid")]
    {
        let error = try_init(&repo, InitRequest::new(repo.root()).with_pack(pack)).await.unwrap_err();
        assert!(error.to_string().contains(expect) && error.to_string().contains(pack), "{error}");
        assert_eq!(error.kind(), HostErrorKind::CouldNotRun);
        assert_eq!(everything(repo.root()), before, "{pack}");
    }
    // What has to be installed first may come later.
    try_init(&repo, InitRequest::new(repo.root()).with_pack("@org/not-installed")).await.unwrap();
}

#[tokio::test]
async fn what_was_set_up_runs() {
    let repo = Repo::new();
    repo.write("Makefile", "test:\n\ttrue\n");
    init(&repo).await;
    repo.commit_all("set up");
    let host = Host::new(HostSettings::new(repo.state().root(), repo.environment(), "here"));
    let view = host.run(RunRequest::new(repo.root()), Arc::new(NoObserver), CancellationToken::new()).await;
    assert_eq!(view.exit_code, 0, "{view:?}");
    assert_eq!(view.binding.as_deref(), Some("local"));
}
