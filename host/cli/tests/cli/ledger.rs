use snapbox::str;

use crate::sandbox::Sandbox;

#[test]
fn an_empty_ledger() {
    let sandbox = Sandbox::new();
    sandbox.assize(&["ledger", "list"]).assert().code(0).stdout_eq("");
    assert_eq!(sandbox.json(&["ledger", "list", "--json"]), serde_json::json!([]));
}

#[test]
fn what_was_run_is_listed_and_shown() {
    let sandbox = Sandbox::with_checks("checks:\n  - {id: a, kind: command, run: 'true'}");
    let run_id = sandbox.json(&["run", "--json"])["runId"].as_str().unwrap().to_owned();
    sandbox.assize(&["ledger", "list"]).assert().code(0).stderr_eq("note: all of local:[..]\n").stdout_eq(str![[r#"
RECORDED (UTC)    VERDICT  LANES  RANGE             RUN       REVIEW
[..]-[..]-[..] [..]:[..]  pass     1/1    [..]..[..]  [..]  sample/default

"#]]);
    sandbox.assize(&["ledger", "list", "--quiet"]).assert().code(0).stderr_eq("");
    sandbox.assize(&["ledger", "show", &run_id]).assert().code(0).stderr_eq("").stdout_eq(str![[r#"
sample/default [..]..[..] → pass
  run           review-[..]
  recorded      [..]Z by [..]
  repository    local:[..]
  range         [..]..[..]
  author        Ann Thor <ann@example.com>
  ✓ a pass        [..]s
every blocking check passed
attestation: [..].json

"#]]);
    assert_eq!(sandbox.json(&["ledger", "show", &run_id, "--json"])["attestation"]["runId"], run_id.as_str());

    let rows = |args: &[&str]| {
        let args: Vec<&str> = ["ledger", "list", "--json"].iter().chain(args).copied().collect();
        sandbox.json(&args).as_array().unwrap().len()
    };
    assert_eq!(rows(&["--binding", "default", "--limit", "1"]), 1);
    assert_eq!(rows(&["--binding", "other"]), 0);
    assert_eq!(rows(&["--repo", "https://example.com/a/b.git"]), 0);
    assert_eq!(rows(&["--range", "0000..0000"]), 0);
}

#[test]
fn an_unknown_run_is_not_found() {
    let output = Sandbox::new().assize(&["ledger", "show", "review-x"]).assert().code(4).stdout_eq("");
    assert!(String::from_utf8(output.get_output().stderr.clone()).unwrap().contains("review-x"));
}

#[test]
fn damage_is_reported_and_never_served() {
    let sandbox = Sandbox::with_checks("checks:\n  - {id: a, kind: command, run: 'true'}");
    let view = sandbox.json(&["run", "--json"]);
    let path = view["ledgerPath"].as_str().unwrap();
    let text = std::fs::read_to_string(path).unwrap();
    std::fs::write(path, text.get(..text.len() / 2).unwrap()).unwrap();
    let assert = sandbox.assize(&["ledger", "list", "--json"]).assert().code(0).stdout_eq("[]\n");
    let said = String::from_utf8(assert.get_output().stderr.clone()).unwrap();
    assert!(said.starts_with("warning: ") && said.contains(path), "{said}");
    sandbox.assize(&["ledger", "show", view["runId"].as_str().unwrap()]).assert().code(4);
    assert!(std::path::Path::new(path).exists(), "a damaged entry is never removed");
}

#[test]
fn the_list_fits_a_terminal_of_eighty_columns() {
    let sandbox = Sandbox::with_checks("checks:\n  - {id: a, kind: command, run: 'true'}");
    sandbox.write("README", "not committed");
    sandbox.assize(&["run"]).assert().code(0);
    let output = sandbox.assize(&["ledger", "list"]).assert().code(0).get_output().clone();
    let listed = String::from_utf8(output.stdout).unwrap();
    assert!(listed.contains("pass, dirty"), "{listed}");
    assert!(listed.lines().all(|line| line.chars().count() <= 80), "{listed}");

    sandbox.git(&["remote", "add", "origin", "https://example.com/a/b.git"]);
    sandbox.assize(&["run"]).assert().code(0);
    let output = sandbox.assize(&["ledger", "list"]).assert().code(0).stderr_eq("").get_output().clone();
    let listed = String::from_utf8(output.stdout).unwrap();
    assert!(
        listed.lines().next().unwrap().ends_with("  REPOSITORY") && listed.contains("example.com/a/b\n"),
        "{listed}"
    );
}

#[test]
fn a_run_is_named_by_the_beginning_of_its_id_or_as_the_latest() {
    let sandbox = Sandbox::with_checks("checks:\n  - {id: a, kind: command, run: 'true'}");
    sandbox.assize(&["ledger", "show", "latest"]).assert().code(4).stdout_eq("");
    let run = |base: &str| sandbox.json(&["run", "--base", base, "--json"])["runId"].as_str().unwrap().to_owned();
    let (first, second) = (run("origin/main"), run("HEAD"));
    let shown = |name: &str| {
        let entry = sandbox.json(&["ledger", "show", name, "--json"]);
        entry["attestation"]["runId"].as_str().unwrap().to_owned()
    };
    // As many digits as no other run has; `review-` may be left out.
    let tail = |id: &str| id.strip_prefix("review-").unwrap().get(..8).unwrap().to_owned();
    assert_eq!(shown(&tail(&first)), first);
    assert_eq!(shown(&format!("review-{}", tail(&second))), second);
    assert_eq!(shown("latest"), second);
    let listed = sandbox.assize(&["ledger", "list"]).assert().get_output().stdout.clone();
    assert!(String::from_utf8(listed).unwrap().contains(&format!("  {}  sample/default\n", tail(&first))));

    let assert = sandbox.assize(&["ledger", "show", "review-"]).assert().code(64).stdout_eq("");
    let said = String::from_utf8(assert.get_output().stderr.clone()).unwrap();
    assert!(said.contains("stands for 2 runs") && said.contains(&first) && said.contains(&second), "{said}");
    sandbox.assize(&["ledger", "show", ""]).assert().code(4).stdout_eq("");

    let url = "https://github.com/o/r/pull/3";
    sandbox.assize(&["ledger", "annotate", &tail(&first), "--pr", url]).assert().code(0);
    sandbox.assize(&["ledger", "annotate", "latest", "--pr", url]).assert().code(0);
    assert_eq!(sandbox.json(&["export", "--run", &tail(&first), "-o", "a.json", "--json"])["runId"], first.as_str());
    assert_eq!(sandbox.json(&["export", "--run", "latest", "-o", "a.json", "--json"])["runId"], second.as_str());
}
