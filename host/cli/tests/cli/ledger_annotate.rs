use std::path::PathBuf;
use std::process::Stdio;

use serde_json::{Value, json};
use snapbox::str;

use crate::sandbox::Sandbox;

const URL: &str = "https://github.com/o/r/pull/3";

/// A sandbox with a recorded run, its id and its entry.
fn recorded() -> (Sandbox, String, PathBuf) {
    let sandbox = Sandbox::with_checks("checks:\n  - {id: a, kind: command, run: 'true'}");
    let view = sandbox.json(&["run", "--json"]);
    let text = |name: &str| view[name].as_str().unwrap().to_owned();
    (sandbox, text("runId"), PathBuf::from(text("ledgerPath")))
}

fn read(path: &PathBuf) -> Value {
    serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap()
}

#[test]
fn a_note_stands_beside_the_entry_and_not_in_it() {
    let (sandbox, run, entry) = recorded();
    let before = std::fs::read(&entry).unwrap();
    let annotate = |more: &[&str]| {
        let args: Vec<&str> = ["ledger", "annotate", &run, "--pr", URL].iter().chain(more).copied().collect();
        sandbox.assize(&args).assert().code(0).stderr_eq("")
    };
    annotate(&[]);
    annotate(&["--state", "open"]);
    annotate(&["--state", "merged"]).stdout_eq(str![[r#"
noted: https://github.com/o/r/pull/3, merged
in:    [..].annotations.json

"#]]);

    let note = entry.with_extension("annotations.json");
    let noted = read(&note);
    assert_eq!(noted["pr"], json!({"provider": "github", "repo": "o/r", "number": 3, "url": URL}));
    let states: Vec<_> = noted["prStatus"].as_array().unwrap().iter().map(|status| &status["state"]).collect();
    assert_eq!(states, ["open", "merged"]);
    assert!(noted["prStatus"][0]["reviews"] == json!([]) && noted["prStatus"][0]["fetchedAt"].is_string(), "{noted}");
    assert_eq!(std::fs::read(&entry).unwrap(), before, "the entry is as it was");

    assert_eq!(sandbox.json(&["ledger", "list", "--json"])[0]["pr"]["number"], 3);
    assert!(sandbox.json(&["ledger", "show", &run, "--json"])["attestation"].get("pr").is_none());
    let shown = sandbox.assize(&["ledger", "show", &run]).assert().code(0).get_output().clone();
    let shown = String::from_utf8(shown.stdout).unwrap();
    assert!(shown.ends_with(&format!("noted later: {URL}, merged (not part of the attestation)\n")), "{shown}");
}

#[test]
fn what_others_noted_is_kept() {
    let (sandbox, run, entry) = recorded();
    let note = entry.with_extension("annotations.json");
    let theirs = json!({"labels": ["x"], "pr": {"url": URL, "title": "T"}, "prStatus": [{"state": "open", "by": "x"}]});
    std::fs::write(&note, theirs.to_string()).unwrap();
    sandbox.assize(&["ledger", "annotate", &run, "--pr", URL, "--state", "closed"]).assert().code(0);
    let noted = read(&note);
    assert_eq!((&noted["labels"], &noted["prStatus"][0]), (&theirs["labels"], &theirs["prStatus"][0]));
    assert_eq!((&noted["pr"]["title"], &noted["pr"]["number"]), (&json!("T"), &json!(3)));
    assert_eq!(noted["prStatus"][1]["state"], "closed");

    sandbox.assize(&["ledger", "annotate", &run, "--pr", "https://github.com/o/r/pull/4"]).assert().code(0);
    assert_eq!(
        read(&note)["pr"],
        json!({"provider": "github", "repo": "o/r", "number": 4,
        "url": "https://github.com/o/r/pull/4"})
    );
}

#[test]
fn a_damaged_note_is_reported_and_never_overwritten() {
    let (sandbox, run, entry) = recorded();
    let note = entry.with_extension("annotations.json");
    for damage in ["{\"pr\": ", "[]", "{\"prStatus\": {}}", "{\"pr\": 1}", "{\"a\": 1, \"a\": 2}"] {
        std::fs::write(&note, damage).unwrap();
        let assert = sandbox.assize(&["ledger", "annotate", &run, "--pr", URL]).assert().code(3).stdout_eq("");
        let said = String::from_utf8(assert.get_output().stderr.clone()).unwrap();
        assert!(said.contains(note.to_str().unwrap()), "{said}");
        assert_eq!(std::fs::read_to_string(&note).unwrap(), damage);
        let listed = sandbox.assize(&["ledger", "list"]).assert().code(0).get_output().clone();
        assert!(String::from_utf8(listed.stderr).unwrap().starts_with("warning: "), "{damage}");
        let short = run.strip_prefix("review-").unwrap().get(..8).unwrap();
        assert!(String::from_utf8(listed.stdout).unwrap().contains(short), "the entry itself is whole");
    }
}

#[test]
fn processes_take_turns() {
    let (sandbox, run, entry) = recorded();
    let args = ["ledger", "annotate", &run, "--pr", URL, "--state", "open"];
    let children: Vec<_> = (0..12).map(|_| sandbox.assize_std(&args).stdout(Stdio::null()).spawn().unwrap()).collect();
    for mut child in children {
        assert!(child.wait().unwrap().success());
    }
    let noted = read(&entry.with_extension("annotations.json"));
    assert_eq!(noted["prStatus"].as_array().unwrap().len(), 12, "none is lost");
}

#[test]
fn an_unknown_run_is_not_found() {
    let sandbox = Sandbox::new();
    sandbox.assize(&["ledger", "annotate", "review-x", "--pr", URL]).assert().code(4).stdout_eq("");
}
