//! Lines of code out of real repositories.

use std::path::Path;
use std::process::Command;

use assize_git::{Git, GitProgram};
use assize_report::excerpts;
use assize_schemas::Attestation;
use serde_json::{Value, json};

use crate::support::attestation;

fn git(root: &Path, args: &[&str]) -> String {
    let output = Command::new("git")
        .args(["-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false"])
        .args(args)
        .current_dir(root)
        .env("HOME", root)
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .output()
        .unwrap();
    assert!(output.status.success(), "git {args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap().trim().to_owned()
}

/// The excerpts of findings at these places.
fn found(root: &Path, head: &str, places: &[(&str, Option<u64>)]) -> Vec<(usize, u64, Vec<String>)> {
    let findings: Vec<Value> = places
        .iter()
        .map(|(file, line)| {
            let mut finding = json!({ "severity": "high", "title": "t", "detail": "", "file": file });
            if let Some(line) = line {
                finding["line"] = json!(line);
            }
            finding
        })
        .collect();
    let lanes = json!([{ "id": "a", "kind": "agent", "status": "fail", "blocking": true, "findings": findings, "durationMs": 1 }]);
    let mut value = attestation("block", &lanes, &json!({}));
    value["target"]["headSha"] = json!(head);
    let attestation: Attestation = serde_json::from_value(value).unwrap();
    let environment: Vec<_> =
        std::env::vars_os().filter(|(name, _)| !name.to_string_lossy().starts_with("GIT_")).collect();
    let git = Git::new(GitProgram::find(&environment).unwrap(), root);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let found = runtime.block_on(excerpts(&git, &attestation));
    found.into_iter().map(|excerpt| (excerpt.finding, excerpt.first_line, excerpt.lines)).collect()
}

#[test]
fn lines_come_from_the_reviewed_commit_and_from_nowhere_else() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("repository");
    std::fs::create_dir(&root).unwrap();
    std::fs::write(folder.path().join("secret"), "the secret\n").unwrap();
    git(&root, &["init", "-q", "-b", "main", "."]);
    std::fs::create_dir(root.join("src")).unwrap();
    std::fs::write(root.join("src/a.rs"), "one\ntwo\nthree\n").unwrap();
    std::fs::write(root.join("large"), "x\n".repeat(2 << 20)).unwrap();
    std::fs::write(root.join("binary"), "a\0b\n").unwrap();
    std::os::unix::fs::symlink("../secret", root.join("link")).unwrap();
    std::os::unix::fs::symlink("..", root.join("up")).unwrap();
    std::os::unix::fs::symlink(folder.path().join("secret"), root.join("absolute")).unwrap();
    std::os::unix::fs::symlink("loop", root.join("loop")).unwrap();
    std::os::unix::fs::symlink("src/a.rs", root.join("inside")).unwrap();
    git(&root, &["add", "-A"]);
    git(&root, &["commit", "-q", "-m", "change"]);
    let head = git(&root, &["rev-parse", "HEAD"]);
    // What the work tree holds now does not matter.
    std::fs::write(root.join("src/a.rs"), "changed\n").unwrap();
    std::fs::write(root.join("untracked"), "untracked\n").unwrap();

    let places = [
        ("src/a.rs", Some(2)),
        ("./src/a.rs", Some(1)),
        ("src/a.rs", Some(4)),
        ("src/a.rs", None),
        ("../secret", Some(1)),
        ("src/../../secret", Some(1)),
        ("up/secret", Some(1)),
        ("large", Some(1)),
        ("binary", Some(1)),
        ("untracked", Some(1)),
        ("src", Some(1)),
        ("missing", Some(1)),
        ("a\nb", Some(1)),
        (".git/config", Some(1)),
        ("", Some(1)),
    ];
    let all = || vec!["one".to_owned(), "two".to_owned(), "three".to_owned()];
    assert_eq!(found(&root, &head, &places), [(0, 1, all()), (1, 1, all())]);
    let absolute = folder.path().join("secret");
    assert_eq!(found(&root, &head, &[(absolute.to_str().unwrap(), Some(1))]), []);
    // Links lead to what the commit itself holds, and to nothing else.
    assert_eq!(found(&root, &head, &[("link", Some(1)), ("absolute", Some(1)), ("loop", Some(1))]), []);
    assert_eq!(found(&root, &head, &[("inside", Some(3))]), [(0, 1, all())]);
    // Commits that are not here, and no commit at all.
    assert_eq!(found(&root, &"1".repeat(40), &[("src/a.rs", Some(1))]), []);
    assert_eq!(found(&root, "HEAD", &[("src/a.rs", Some(1))]), []);
}

#[test]
fn findings_without_number_are_bounded() {
    let folder = tempfile::tempdir().unwrap();
    git(folder.path(), &["init", "-q", "-b", "main", "."]);
    std::fs::write(folder.path().join("a"), "x\n").unwrap();
    git(folder.path(), &["add", "-A"]);
    git(folder.path(), &["commit", "-q", "-m", "change"]);
    let head = git(folder.path(), &["rev-parse", "HEAD"]);
    let places = vec![("a", Some(1)); 5_000];
    assert_eq!(found(folder.path(), &head, &places).len(), 500);
}
