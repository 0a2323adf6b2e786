//! Lines of code out of real repositories.

use std::path::Path;

use assize_git::{Git, GitProgram};
use assize_report::excerpts;
use assize_schemas::Attestation;
use assize_scratch::Scratch;
use serde_json::{Value, json};

use crate::support::attestation;

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
    let scratch = Scratch::unborn("repository");
    let root = scratch.root();
    let secret = scratch.beside("secret");
    std::fs::write(&secret, "the secret\n").unwrap();
    scratch.write("src/a.rs", "one\ntwo\nthree\n");
    scratch.write("large", "x\n".repeat(2 << 20));
    scratch.write("binary", "a\0b\n");
    for (target, path) in [("../secret", "link"), ("..", "up"), ("loop", "loop"), ("src/a.rs", "inside")] {
        scratch.link(target, path);
    }
    scratch.link(&secret, "absolute");
    let head = scratch.commit_all("change");
    // What the work tree holds now does not matter.
    scratch.write("src/a.rs", "changed\n");
    scratch.write("untracked", "untracked\n");

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
    assert_eq!(found(root, &head, &places), [(0, 1, all()), (1, 1, all())]);
    assert_eq!(found(root, &head, &[(secret.to_str().unwrap(), Some(1))]), []);
    // Links lead to what the commit itself holds, and to nothing else.
    assert_eq!(found(root, &head, &[("link", Some(1)), ("absolute", Some(1)), ("loop", Some(1))]), []);
    assert_eq!(found(root, &head, &[("inside", Some(3))]), [(0, 1, all())]);
    // Commits that are not here, and no commit at all.
    assert_eq!(found(root, &"1".repeat(40), &[("src/a.rs", Some(1))]), []);
    assert_eq!(found(root, "HEAD", &[("src/a.rs", Some(1))]), []);
}

#[test]
fn findings_without_number_are_bounded() {
    let scratch = Scratch::unborn("repository");
    let head = scratch.commit("a", "x\n");
    let places = vec![("a", Some(1)); 5_000];
    assert_eq!(found(scratch.root(), &head, &places).len(), 500);
}
