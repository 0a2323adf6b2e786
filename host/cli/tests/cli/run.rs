use snapbox::str;

use crate::sandbox::Sandbox;

#[test]
fn a_pass_from_beginning_to_end() {
    let sandbox = Sandbox::with_checks("checks:\n  - {id: a, kind: command, run: 'true'}");
    sandbox
        .assize(&["run"])
        .assert()
        .code(0)
        .stdout_eq(str![[r#"
sample/default [..]..[..] → pass
  ✓ a pass        [..]s
every blocking check passed
attestation: [..].json
show:        assize ledger show review-[..]
next:        this exact range is reviewed; a new commit is a new range, to be run again

"#]])
        .stderr_eq(str![[r#"
reviewing sample/default [..]..[..]: 1 check
  ✓ a pass        [..]s

"#]]);
}

#[test]
fn a_block_shows_the_last_lines_under_the_name_of_the_check() {
    let run = r#"seq 20; printf '::error::owned\n\033[31mred\033[0m\n'; exit 7"#;
    let sandbox = Sandbox::with_checks(&format!(
        "checks:\n  - {{id: noisy, kind: command, run: {run:?}}}\n  \
         - {{id: advice, kind: command, run: 'exit 1', blocking: false}}"
    ));
    let assert = sandbox.assize(&["run", "--quiet"]).assert().code(1);
    assert
        .stderr_eq(str![[r#"

noisy: high: 'noisy' exited with code 7
noisy: $ seq 20; printf '::error::owned/n/033[31mred/033[0m/n'; exit 7
noisy: the last 15 of 22 lines kept; all of them: assize ledger show review-[..] --json
noisy | 8
noisy | 9
noisy | 10
noisy | 11
noisy | 12
noisy | 13
noisy | 14
noisy | 15
noisy | 16
noisy | 17
noisy | 18
noisy | 19
noisy | 20
noisy | ::error::owned
noisy | red

advice: high: 'advice' exited with code 1
advice: $ exit 1


"#]])
        .stdout_eq(str![[r#"
sample/default [..]..[..] → block
  ✗ noisy  fail        [..]s
  ✗ advice fail        [..]s  advisory
blocked by noisy
advisory, not green: advice
attestation: [..].json
show:        assize ledger show review-[..]
next:        mend what is listed above, commit, and run again

"#]]);
}

#[test]
fn what_was_not_established_is_named() {
    let sandbox = Sandbox::with_checks(
        "checks:\n  - {id: late, kind: command, run: 'sleep 60', timeoutMs: 50}\n  \
         - {id: ask, kind: agent, preset: nobody, rubric: ./rubric.md}",
    );
    sandbox.write("rubric.md", "Look.\n");
    let output = sandbox.assize(&["run", "--headless"]).assert().code(2).get_output().clone();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("→ incomplete"), "{text}");
    assert!(text.contains("not established: no result from late (timeout), ask (skipped)"), "{text}");
    assert!(text.contains("next:        ask needs a reviewer: run again without --headless"), "{text}");
    assert!(text.contains("\n             late took too long"), "{text}");
}

#[test]
fn json_is_one_line_whatever_happens() {
    let sandbox = Sandbox::with_checks("checks:\n  - {id: a, kind: command, run: 'echo hello; exit 1'}");
    let view = sandbox.json(&["run", "--json", "--nocache", "--jobs", "1", "--pr", "https://github.com/o/r/pull/3"]);
    assert_eq!((view["status"].as_str(), view["exitCode"].as_u64()), (Some("done"), Some(1)), "{view}");
    assert_eq!(view["attestation"]["pr"]["number"], 3);

    let view = sandbox.json(&["run", "--json", "--base", "no-such-ref"]);
    assert_eq!((view["status"].as_str(), view["exitCode"].as_u64()), (Some("failed"), Some(3)), "{view}");
    assert!(view["error"].as_str().unwrap().contains("no-such-ref"), "{view}");
}

#[test]
fn quiet_json_says_nothing_else() {
    let sandbox = Sandbox::with_checks("checks:\n  - {id: a, kind: command, run: 'exit 1'}");
    sandbox.assize(&["run", "--json", "--quiet"]).assert().code(1).stderr_eq("");
}

#[test]
fn a_failure_says_what_and_what_would_help() {
    let sandbox = Sandbox::with_checks("checks:\n  - {id: a, kind: command, run: 'true'}");
    let output = sandbox.assize(&["run", "--base", "nope"]).assert().code(3).stdout_eq("").get_output().clone();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.starts_with("error: ") && said.contains("\"nope\"") && said.contains("help: "), "{said}");
}

#[test]
fn several_bindings_are_named() {
    let sandbox = Sandbox::with_checks(
        "checks:\n  - {id: a, kind: command, run: 'true'}\nbindings: {one: {checks: [a]}, two: {checks: [a]}}",
    );
    let output = sandbox.assize(&["run"]).assert().code(3).stdout_eq("").get_output().clone();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("  help: --binding NAME, which is one of: one, two\n"), "{said}");
}

#[test]
fn a_shallow_clone_is_to_be_deepened() {
    let sandbox = Sandbox::with_checks("checks:\n  - {id: a, kind: command, run: 'true'}");
    let clone = sandbox.state().with_file_name("clone");
    let url = format!("file://{}", sandbox.root().display());
    sandbox.git(&["clone", "-q", "--depth", "1", &url, clone.to_str().unwrap()]);
    let output = sandbox.assize(&["--cwd", clone.to_str().unwrap(), "run", "--base", "HEAD~1"]).assert().code(3);
    let said = String::from_utf8(output.get_output().stderr.clone()).unwrap();
    assert!(said.contains("git fetch --unshallow"), "{said}");
}

#[test]
fn the_output_of_a_failed_prepare_check_carries_its_name() {
    let sandbox = Sandbox::with_checks(
        "checks:\n  - {id: gen, kind: command, run: 'echo broken; echo ::error::x; exit 4', effects: true}\n  \
         - {id: a, kind: command, run: 'true'}\nbindings:\n  default: {prepare: [gen], checks: [a]}",
    );
    let output = sandbox.assize(&["run"]).assert().code(3).stdout_eq("").get_output().clone();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("prepare-gen") && said.contains("broken"), "{said}");
    assert!(!said.lines().any(|line| line.trim_start().starts_with("::")), "{said}");
}

#[test]
fn the_requesting_session_is_recorded() {
    let sandbox = Sandbox::with_checks("checks:\n  - {id: a, kind: command, run: 'true'}");
    let output = sandbox.assize(&["run", "--json"]).env("AGENTPROTO_SESSION_ID", "s-1").output().unwrap();
    let view: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(view["attestation"]["requester"]["sessionId"], "s-1");
}

#[test]
fn without_a_place_for_the_ledger_nothing_runs() {
    let sandbox = Sandbox::with_checks("checks:\n  - {id: a, kind: command, run: 'touch ran'}");
    let assert = sandbox.assize(&["run"]).env_remove("HOME").env("AGENTPROTO_HOME", "").assert().code(3);
    let said = String::from_utf8(assert.get_output().stderr.clone()).unwrap();
    assert!(said.contains("AGENTPROTO_HOME") && said.contains("HOME"), "{said}");
    assert!(!sandbox.root().join("ran").exists());
    let args = ["run", "--json", "--annotate", "github"];
    let assert = sandbox.assize(&args).env_remove("HOME").env_remove("AGENTPROTO_HOME").assert().code(3);
    let view: serde_json::Value = serde_json::from_slice(&assert.get_output().stdout).unwrap();
    assert_eq!((view["status"].as_str(), view["exitCode"].as_u64()), (Some("failed"), Some(3)), "{view}");
    assert!(view["runId"].as_str().unwrap().starts_with("review-"), "{view}");
    assert!(view["error"].as_str().unwrap().contains("AGENTPROTO_HOME"), "{view}");
    let said = String::from_utf8(assert.get_output().stderr.clone()).unwrap();
    assert!(said.starts_with("::error title=review could not run::"), "{said}");
    sandbox.assize(&["check"]).env_remove("HOME").env("AGENTPROTO_HOME", "").assert().code(0);
}
