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
    sandbox.assize(&["ledger", "list"]).assert().code(0).stderr_eq("").stdout_eq(str![[r#"
RECORDED          VERDICT  REVIEW          RANGE                   LANES  REPOSITORY [..] RUN
[..]-[..]-[..] [..]:[..]  pass     sample/default  [..]..[..]  1/1    local:[..]  review-[..]

"#]]);
    sandbox.assize(&["ledger", "show", &run_id]).assert().code(0).stderr_eq("").stdout_eq(str![[r#"
sample/default [..]..[..] → pass
  run           review-[..]
  recorded      [..]Z by [..]
  repository    local:[..]
  range         [..]..[..]
  author        Ada <ada@example.com>
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
