//! The commit gate and the host together: what `assize init --commit-gate` sets up, and what `assize trailer` prints for it.
#![expect(clippy::unwrap_used, reason = "a test says what went wrong by failing")]

use std::path::Path;

use assize_tests::{Outcome, Sandbox, binary};
use serde_json::{Value, json};

/// Runs git with both binaries on the path.
fn git(sandbox: &Sandbox, args: &[&str]) -> Outcome {
    let mut paths = vec![binary("git-agent-verdict").parent().unwrap().to_owned()];
    paths.extend(std::env::split_paths(&std::env::var_os("PATH").unwrap()));
    let path = std::env::join_paths(paths).unwrap();
    sandbox.run_with(Path::new("git"), args, &[("PATH", path.to_str().unwrap())])
}

fn set_up() -> Sandbox {
    let sandbox = Sandbox::with_base();
    assert_eq!(sandbox.assize(&["init", "--commit-gate"]).code, 0);
    sandbox.git(&["add", "-A"]);
    // The gates do not judge their own rubrics.
    let refused = git(&sandbox, &["commit", "-q", "-m", "reviews"]);
    let docs = "  docs/repo-standards.md\n  docs/annotation-guide.md\n  docs/communication-style.md\n";
    assert!(refused.code == 1 && refused.stderr.contains(docs), "{refused:?}");
    assert_eq!(git(&sandbox, &["commit", "-q", "--no-verify", "-m", "reviews"]).code, 0);
    sandbox
}

#[test]
fn both_binaries_have_one_version() {
    let sandbox = Sandbox::with_base();
    let gate = sandbox.run_with(&binary("git-agent-verdict"), &["--version"], &[]).stdout;
    let assize = sandbox.assize(&["--version"]).stdout;
    assert_eq!(gate.strip_prefix("git-agent-verdict "), assize.strip_prefix("assize "));
}

#[test]
fn gates_ask_one_after_the_other_until_all_are_answered() {
    let sandbox = set_up();
    sandbox.write("src/a b.rs", "fn a() {}\n");
    sandbox.git(&["add", "-A"]);
    let mut message = "Add a\n\nIt was missing.\n".to_owned();
    for (gate, line) in [
        ("standards", "\nReviewed-standards: reviewer=r major=0 moderate=0 minor=2"),
        ("annotations", "Reviewed-annotations: reviewer=r major=0 moderate=0 minor=0 file=src/a b.rs"),
    ] {
        let refused = git(&sandbox, &["commit", "-q", "-m", &message]);
        let failed = format!("git-agent-verdict: {gate}: REVIEW GATE FAILED\n");
        assert!(refused.code == 1 && refused.stderr.contains(&failed), "{refused:?}");
        assert_eq!(refused.stderr.matches("REVIEW GATE FAILED").count(), 1);
        message = format!("{message}{line}\n");
    }
    let done = git(&sandbox, &["commit", "-q", "-m", &message]);
    let expect = "git-agent-verdict: standards: attested (1 verdict(s), minor=2)\n\
                  git-agent-verdict: annotations: attested (1 verdict(s), minor=0)\n\
                  git-agent-verdict: prose: skipped (no staged file matches *.md)\n";
    assert_eq!((done.code, done.stderr.as_str()), (0, expect));
}

#[test]
fn a_recorded_review_answers_the_gates() {
    let sandbox = set_up();
    for name in ["one.rs", "größe/two three.rs"] {
        sandbox.write(name, "x\n");
    }
    sandbox.git(&["add", "-A"]);
    sandbox.git(&["commit", "-q", "--no-verify", "-m", "work"]);
    let view = sandbox.assize(&["run", "--binding", "local", "--json"]).json();
    // As a host with a reviewer records it.
    let path = view["ledgerPath"].as_str().unwrap();
    let mut entry: Value = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
    let finding = json!({"severity": "low", "title": "t", "detail": "", "file": "one.rs"});
    entry["attestation"]["lanes"] = json!([{"id": "ask", "kind": "agent", "status": "pass", "blocking": true,
        "findings": [finding], "durationMs": 1, "model": "big model"}]);
    entry["attestation"]["verdict"] = json!("pass");
    std::fs::write(path, entry.to_string()).unwrap();

    sandbox.git(&["reset", "-q", "--soft", "HEAD~1"]);
    let run = view["runId"].as_str().unwrap();
    let lines = |gate: &[&str]| {
        let outcome = sandbox.assize(&[&["trailer", "--run", run, "--gate"], gate].concat());
        assert!(outcome.code == 0 && outcome.stderr.contains("reviewed exactly what is staged"), "{outcome:?}");
        outcome.stdout
    };
    let message = format!("Work\n\n{}{}", lines(&["standards"]), lines(&["annotations", "--per-file"]));
    let done = git(&sandbox, &["commit", "-q", "-m", &message]);
    let expect = "git-agent-verdict: standards: attested (1 verdict(s), minor=1)\n\
                  git-agent-verdict: annotations: attested (2 verdict(s), minor=1)\n\
                  git-agent-verdict: prose: skipped (no staged file matches *.md)\n";
    assert_eq!((done.code, done.stderr.as_str()), (0, expect));
}

#[test]
fn the_page_shows_what_is_printed() {
    let page = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/commit-gate.md")).unwrap();
    let shows = |text: &str| assert!(page.contains(text), "{text:?} is not on the page");
    let sandbox = Sandbox::with_base();
    sandbox.write("README.md", "# Shop\n");
    sandbox.commit_all("a shop");
    shows(&sandbox.assize(&["init", "--commit-gate"]).stdout);
    let hook = std::fs::read_to_string(sandbox.root().join(".git/hooks/commit-msg")).unwrap();
    let gates: String =
        hook.lines().filter(|line| line.ends_with("|| exit $?")).map(|line| format!("{line}\n")).collect();
    assert_eq!(gates.lines().count(), 4);
    shows(&gates);
    sandbox.git(&["add", "-A"]);
    shows(&git(&sandbox, &["commit", "-q", "-m", "x"]).stderr);
    git(&sandbox, &["commit", "-q", "--no-verify", "-m", "reviews"]);
    sandbox.write("src/lib.rs", "x\n");
    sandbox.git(&["add", "-A"]);
    let refused = git(&sandbox, &["commit", "-q", "-m", "x"]).stderr;
    let (before, _) = refused.split_once("changed or what you are unsure of").unwrap();
    shows(before);
    let usage = sandbox.run_with(&binary("git-agent-verdict"), &["--help"], &[]).stdout;
    for line in usage.lines() {
        shows(line.trim_start_matches("usage: ").trim_start());
    }
}
