//! A review from end to end: what `assize run` says, records and exits with.

use assize_tests::Sandbox;
use serde_json::Value;

/// Runs the given checks as one review over one commit and gives the `run --json` document and the exit status.
fn review(checks: &str) -> (Value, i32) {
    let sandbox = Sandbox::with_base();
    sandbox.manifest(&format!("kind: review\nid: sample\ntarget: git-range\nchecks:\n{checks}"));
    sandbox.commit_all("change");
    let outcome = sandbox.assize(&["run", "--json"]);
    (outcome.json(), outcome.code)
}

fn check(checks: &str, verdict: &str, code: i32) {
    let (view, exit) = review(checks);
    assert_eq!(view["verdict"], verdict, "{view}");
    assert_eq!(exit, code, "{view}");
    assert_eq!(view["exitCode"], code, "{view}");
    assert_eq!(view["status"], "done", "{view}");
    assert_eq!(view["attestation"]["verdict"], verdict, "{view}");
}

#[test]
fn the_verdict_is_the_fold_of_the_blocking_lanes() {
    check("  - {id: a, kind: command, run: 'true'}", "pass", 0);
    check("  - {id: a, kind: command, run: 'true'}\n  - {id: b, kind: command, run: 'exit 3'}", "block", 1);
    check(
        "  - {id: a, kind: command, run: 'true'}\n  - {id: b, kind: command, run: 'exit 3', blocking: false}",
        "pass",
        0,
    );
    check("  - {id: a, kind: command, run: 'sleep 30', timeoutMs: 50}", "incomplete", 2);
    check(
        "  - {id: a, kind: command, run: 'sleep 30', timeoutMs: 50}\n  - {id: b, kind: command, run: 'false'}",
        "block",
        1,
    );
    check("  - {id: a, kind: command, run: 'true', cwd: no/such/folder}", "incomplete", 2);
    check("  - {id: a, kind: agent, preset: nobody, rubric: ./rubric.md}", "incomplete", 2);
    check("  - {id: a, kind: command, run: 'kill -9 $$'}", "block", 1);
}

#[test]
fn a_lane_says_what_happened() {
    let (view, _) = review("  - {id: a, kind: command, run: 'echo out; echo err >&2; exit 7'}");
    let lane = &view["attestation"]["lanes"][0];
    assert_eq!(lane["status"], "fail");
    assert_eq!(lane["exitCode"], 7);
    let finding = &lane["findings"][0];
    assert_eq!(finding["severity"], "high");
    assert_eq!(finding["title"], "'a' exited with code 7");
    assert_eq!(finding["detail"], "out\nerr\n");
}

#[test]
fn lanes_know_base_and_head_and_no_variable_of_a_hook() {
    let sandbox = Sandbox::with_base();
    sandbox.manifest(
        "kind: review\nid: sample\ntarget: git-range\nchecks:\n  \
         - {id: a, kind: command, run: 'echo {base} {head} ${GIT_DIR:-none} ${{{{HOME}}}} >&2; exit 1'}",
    );
    sandbox.write(
        "REVIEW.md",
        std::fs::read_to_string(sandbox.root().join("REVIEW.md")).unwrap().replace("${{{{HOME}}}}", "{{x}}"),
    );
    let head = sandbox.commit_all("change");
    let base = sandbox.git(&["rev-parse", "origin/main"]).trim().to_owned();
    let git_dir = sandbox.root().join(".git");
    let outcome = sandbox.run_with(
        &assize_tests::binary("assize"),
        &["run", "--json"],
        &[("GIT_DIR", git_dir.to_str().unwrap()), ("GIT_INDEX_FILE", "/nowhere"), ("GIT_PREFIX", "x/")],
    );
    let view = outcome.json();
    assert_eq!(view["attestation"]["lanes"][0]["findings"][0]["detail"], format!("{base} {head} none {{x}}\n"));
}

#[test]
fn what_was_recorded_is_what_was_printed() {
    let sandbox = Sandbox::with_base();
    sandbox.manifest("kind: review\nid: sample\ntarget: git-range\nchecks:\n  - {id: a, kind: command, run: 'true'}");
    let head = sandbox.commit_all("change");
    let view = sandbox.assize(&["run", "--json"]).json();
    let path = view["ledgerPath"].as_str().expect("a recorded run names its entry");
    let entry: Value = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
    assert_eq!(entry["attestation"], view["attestation"]);
    assert_eq!(view["attestation"]["target"]["headSha"], head);
    assert_eq!(view["attestation"]["requester"]["gitAuthor"]["email"], "ann@example.com");

    let run_id = view["runId"].as_str().unwrap();
    let rows = sandbox.assize(&["ledger", "list", "--json"]).json();
    assert_eq!(rows[0]["runId"], run_id);
    let shown = sandbox.assize(&["ledger", "show", run_id, "--json"]).json();
    assert_eq!(shown, entry);
    assert_eq!(sandbox.assize(&["ledger", "show", "review-unknown"]).code, 4);
}

#[test]
fn a_prepare_check_that_fails_fails_the_run_and_records_nothing() {
    let sandbox = Sandbox::with_base();
    sandbox.manifest(
        "kind: review\nid: sample\ntarget: git-range\nchecks:\n  \
         - {id: generate, kind: command, run: 'echo no luck; exit 4', effects: true}\n  \
         - {id: a, kind: command, run: 'touch ran'}\n\
         bindings:\n  local: {prepare: [generate], checks: [a]}",
    );
    sandbox.commit_all("change");
    let outcome = sandbox.assize(&["run", "--json"]);
    let view = outcome.json();
    assert_eq!((outcome.code, view["status"].as_str()), (3, Some("failed")), "{view}");
    assert!(view["error"].as_str().unwrap().contains("prepare-generate"), "{view}");
    assert!(view.get("attestation").is_none(), "{view}");
    assert!(!sandbox.root().join("ran").exists(), "a lane ran after a failed prepare check");
    assert_eq!(sandbox.assize(&["ledger", "list", "--json"]).json(), serde_json::json!([]));
}

#[test]
fn prepare_runs_before_the_range_freezes() {
    let sandbox = Sandbox::with_base();
    sandbox.manifest(
        "kind: review\nid: sample\ntarget: git-range\nchecks:\n  \
         - {id: generate, kind: command, run: 'echo made > made && git add made && git commit -q -m made', effects: true}\n  \
         - {id: a, kind: command, run: 'test -f made'}\n\
         bindings:\n  local: {prepare: [generate], checks: [a]}",
    );
    let before = sandbox.commit_all("change");
    let view = sandbox.assize(&["run", "--json"]).json();
    let after = sandbox.git(&["rev-parse", "HEAD"]).trim().to_owned();
    assert_ne!(before, after);
    assert_eq!(view["attestation"]["target"]["headSha"], after, "{view}");
    assert_eq!(view["verdict"], "pass", "{view}");
}

#[test]
fn only_changes_to_tracked_files_make_a_tree_dirty() {
    let sandbox = Sandbox::with_base();
    sandbox.manifest("kind: review\nid: sample\ntarget: git-range\nchecks:\n  - {id: a, kind: command, run: 'true'}");
    sandbox.commit_all("change");
    sandbox.write("untracked", "x");
    assert!(sandbox.assize(&["run", "--json"]).json()["attestation"].get("dirty").is_none());
    sandbox.write("README", "changed\n");
    assert_eq!(sandbox.assize(&["run", "--json"]).json()["attestation"]["dirty"], true);
}

#[test]
fn a_head_that_moves_while_lanes_run_proves_nothing() {
    let sandbox = Sandbox::with_base();
    sandbox.manifest(
        "kind: review\nid: sample\ntarget: git-range\nchecks:\n  \
         - {id: a, kind: command, run: 'git commit -q --allow-empty -m moved'}\n  - {id: b, kind: command, run: 'true'}",
    );
    sandbox.commit_all("change");
    let outcome = sandbox.assize(&["run", "--json"]);
    let view = outcome.json();
    assert_eq!((outcome.code, view["verdict"].as_str()), (2, Some("incomplete")), "{view}");
    for lane in view["attestation"]["lanes"].as_array().unwrap() {
        assert_eq!(lane["status"], "skipped", "{view}");
        assert!(lane["error"].as_str().unwrap().contains("the tree changed while this lane ran"), "{view}");
    }
}

#[test]
fn usage_errors_exit_64_and_what_cannot_run_exits_3() {
    let sandbox = Sandbox::with_base();
    for args in [
        &["run", "--no-such-option"][..],
        &["run", "--jobs", "0"],
        &["run", "--pr", "https://example.com/a/b/pull/1"],
        &["run", "--pr", "https://github.com/a/b/pull/0"],
        &["no-such-command"],
        &[],
        &["plumbing", "no-such-op"],
    ] {
        assert_eq!(sandbox.assize(args).code, 64, "{args:?}");
    }
    assert_eq!(sandbox.assize(&["run"]).code, 3, "no REVIEW.md");
    sandbox.manifest("kind: review\nid: sample\ntarget: git-range\nchecks:\n  - {id: a, kind: command, run: 'true'}");
    sandbox.commit_all("change");
    for args in [
        &["run", "--binding", "nope"][..],
        &["run", "--base", "no-such-ref"],
        &["run", "--base", "--upload-pack=x"],
        &["run", "--head", "no-such-ref"],
    ] {
        let outcome = sandbox.assize(args);
        assert!(matches!(outcome.code, 3 | 64), "{args:?}: {outcome:?}");
        assert!(outcome.stderr.contains("error"), "{args:?}: {outcome:?}");
    }
    assert_eq!(sandbox.assize(&["--help"]).code, 0);
    assert_eq!(sandbox.assize(&["--version"]).code, 0);
}

#[test]
fn output_cannot_speak_for_the_runner() {
    let sandbox = Sandbox::with_base();
    sandbox.manifest(
        "kind: review\nid: sample\ntarget: git-range\nchecks:\n  \
         - {id: a, kind: command, run: \"printf '::error::owned\\\\n\\\\033[31mred\\\\033]0;title\\\\007\\\\n##[error]x\\\\n'; exit 1\"}",
    );
    sandbox.commit_all("change");
    let outcome =
        sandbox.run_with(&assize_tests::binary("assize"), &["run"], &[("GITHUB_ACTIONS", "true"), ("NO_COLOR", "1")]);
    let said = format!("{}{}", outcome.stdout, outcome.stderr);
    assert!(said.contains("owned"), "{said}");
    assert!(!said.contains('\u{1b}') && !said.contains('\u{7}'), "{said:?}");
    assert!(!said.contains("##["), "{said}");
    assert!(!said.lines().any(|line| line.trim_start().starts_with("::")), "{said}");
}
