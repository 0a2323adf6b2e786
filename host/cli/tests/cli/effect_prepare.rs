//! A review's prepare checks in the effect ledger.

use std::fs;
use std::process::Stdio;

use assize_scratch::{until, until_gone};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value;

use crate::sandbox::Sandbox;

/// A review that is prepared by `gen`, with `settings` as the effect ledger's.
fn prepared_by(gen_command: &str, settings: Option<&str>) -> Sandbox {
    let sandbox = Sandbox::with_checks(&format!(
        "checks:\n  - {{id: gen, kind: command, run: '{gen_command}', effects: true}}\n  \
         - {{id: a, kind: command, run: 'true'}}\nbindings:\n  default: {{prepare: [gen], checks: [a]}}",
    ));
    if let Some(settings) = settings {
        fs::create_dir_all(sandbox.state()).unwrap();
        fs::write(sandbox.state().join("effects.toml"), format!("[effects]\nwriter = 'here'\n{settings}")).unwrap();
    }
    sandbox
}

/// The same with a key.
fn recorded(gen_command: &str) -> Sandbox {
    let sandbox = prepared_by(gen_command, Some("key_file = 'keys/ledger'\n"));
    sandbox.assize(&["effect", "keys", "init"]).assert().success();
    sandbox
}

/// Runs the review without what is recorded, and gives standard error.
fn run(sandbox: &Sandbox, code: i32) -> String {
    let output = sandbox.assize(&["run", "--no-cache"]).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(code), "{said}");
    said
}

/// The predicates of all records, in order.
fn records(sandbox: &Sandbox) -> Vec<Value> {
    let verified = sandbox.json(&["effect", "verify"]);
    assert_eq!(verified["ok"], true, "{verified}");
    let segment = sandbox.root().join(".aiwg/effects/delivery/segments/here.jsonl");
    let lines = fs::read_to_string(segment).unwrap_or_default();
    let records = lines.lines().map(|line| {
        let line: Value = serde_json::from_str(line).unwrap();
        let payload = STANDARD.decode(line["envelope"]["payload"].as_str().unwrap()).unwrap();
        serde_json::from_slice::<Value>(&payload).unwrap()["predicate"].clone()
    });
    records.collect()
}

fn phases(records: &[Value]) -> Vec<&str> {
    records.iter().map(|record| record["phase"].as_str().unwrap()).collect()
}

/// Kills a run in the middle of its prepare check, which goes on until `go` is there, and gives the head it began at.
fn killed_in_the_middle(sandbox: &Sandbox) -> String {
    let head = sandbox.git(&["rev-parse", "HEAD"]).trim().to_owned();
    let mut child = sandbox.assize_std(&["run"]).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    until("the prepare check", || sandbox.root().join("../started").exists());
    child.kill().unwrap();
    child.wait().unwrap();
    let pid = fs::read_to_string(sandbox.root().join("../pid")).unwrap();
    until_gone(&pid);
    fs::write(sandbox.root().join("../go"), "").unwrap();
    head
}

const WAITS: &str = "test -e ../go || { echo $$ > ../pid; touch ../started; exec sleep 600; }";

#[test]
fn a_prepare_check_is_recorded_once_a_head() {
    let sandbox = recorded("true");
    let head = sandbox.git(&["rev-parse", "HEAD"]).trim().to_owned();
    assert!(!run(&sandbox, 0).contains("warning"));
    let first = records(&sandbox);
    assert_eq!(phases(&first), ["intent", "completed"]);
    assert_eq!((&first[0]["kind"], &first[0]["context"]["head"]), (&"x.assize.prepare".into(), &head.into()));
    let target = first[0]["target"].as_str().unwrap();
    assert!(target.starts_with("x-assize:") && target.ends_with("/default/gen"), "{target}");
    assert!(!run(&sandbox, 0).contains("warning"));
    assert_eq!(records(&sandbox), first);
}

#[test]
fn a_prepare_check_that_failed_and_then_passes() {
    let sandbox = recorded("test -e ../go");
    assert!(!run(&sandbox, 3).contains("warning"));
    assert_eq!(phases(&records(&sandbox)), ["intent", "failed"]);
    fs::write(sandbox.root().join("../go"), "").unwrap();
    assert!(!run(&sandbox, 0).contains("warning"));
    let now = records(&sandbox);
    assert_eq!(phases(&now), ["intent", "failed", "reconciled"]);
    assert_eq!(now[2]["verification"]["result"], "present");
}

#[test]
fn an_interrupted_prepare_check_is_said_by_the_next_run() {
    let sandbox = recorded(WAITS);
    killed_in_the_middle(&sandbox);
    assert_eq!(phases(&records(&sandbox)), ["intent"]);
    let said = run(&sandbox, 0);
    assert!(said.contains("warning: the prepare check gen began at 2"), "{said}");
    assert_eq!(phases(&records(&sandbox)), ["intent", "completed"]);
    assert!(!run(&sandbox, 0).contains("warning"));
}

#[test]
fn an_interrupted_prepare_check_is_said_at_another_head_until_it_is_settled() {
    let sandbox = recorded(WAITS);
    let before = killed_in_the_middle(&sandbox);
    let id = records(&sandbox)[0]["effectId"].as_str().unwrap().to_owned();
    sandbox.write("more", "more");
    sandbox.commit_all("more");
    for _ in 0..2 {
        let said = run(&sandbox, 0);
        assert!(said.contains("warning: the prepare check gen") && said.contains(&id), "{said}");
    }
    assert_ne!(records(&sandbox)[1]["context"]["head"], before.as_str());
    sandbox.assize(&["effect", "reconcile", &id]).assert().code(4);
    assert!(!run(&sandbox, 0).contains("warning"));
}

#[test]
fn a_check_that_cannot_be_recorded_is_not_run() {
    for settings in
        ["key_file = 'keys/none'\n", "key_command = ['false']\n", "artifact_root = 'gone'\nkey_file = 'k'\n"]
    {
        let sandbox = prepared_by("touch ../ran", Some(settings));
        let said = run(&sandbox, 3);
        assert!(said.contains("gen was not run, because it cannot be recorded: the effect ledger: "), "{said}");
        assert!(!sandbox.root().join("../ran").exists());
        assert_eq!(sandbox.json(&["ledger", "list", "--json"]), serde_json::json!([]));
    }
}

#[test]
fn without_a_ledger_nothing_is_recorded() {
    for settings in [None, Some("")] {
        let sandbox = prepared_by("touch ../ran", settings);
        assert!(!run(&sandbox, 0).contains("warning"));
        assert!(sandbox.root().join("../ran").exists() && !sandbox.root().join(".aiwg").exists());
    }
}
