use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::sandbox::Sandbox;

fn recorded() -> (Sandbox, PathBuf) {
    let sandbox = Sandbox::with_checks("checks:\n  - {id: a, kind: command, run: 'true'}");
    let path = sandbox.json(&["run", "--json"])["ledgerPath"].as_str().unwrap().into();
    (sandbox, path)
}

/// Looks for damage: the exit status and what was printed.
fn check(sandbox: &Sandbox) -> (Option<i32>, String) {
    let output = sandbox.assize(&["ledger", "check"]).output().unwrap();
    assert!(output.stderr.is_empty(), "{output:?}");
    (output.status.code(), String::from_utf8(output.stdout).unwrap())
}

#[test]
fn a_whole_ledger() {
    assert_eq!(check(&Sandbox::new()), (Some(0), "0 entries are as recorded, no file is damaged\n".to_owned()));
    let (sandbox, path) = recorded();
    sandbox.write("untracked", "x");
    sandbox.assize(&["run"]).assert().code(0);
    std::fs::write(path.with_file_name("note.txt"), "another host's own").unwrap();
    assert_eq!(check(&sandbox), (Some(0), "1 entry is as recorded, no file is damaged\n".to_owned()));
}

fn refused(change: impl FnOnce(&Path), file: &str, reason: &str) {
    let (sandbox, path) = recorded();
    change(&path);
    let (code, printed) = check(&sandbox);
    assert_eq!(code, Some(1), "{printed}");
    let line = printed.lines().find(|line| line.starts_with("damaged: ")).unwrap();
    assert!(line.contains(file) && line.contains(reason), "{reason}: {printed}");
    assert!(path.exists());
}

fn edit(path: &Path, change: impl FnOnce(&mut Value)) {
    let mut entry: Value = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
    change(&mut entry["attestation"]);
    std::fs::write(path, entry.to_string()).unwrap();
}

#[test]
fn each_damaged_file_is_named() {
    refused(|path| std::fs::write(path, "{").unwrap(), ".json: ", "");
    refused(|path| std::fs::write(path, "{}").unwrap(), ".json: ", "no attestation");
    refused(|path| edit(path, |attestation| attestation["binding"] = json!("other")), ".json: ", "binding");
    refused(|path| edit(path, |attestation| attestation["verdict"] = json!("block")), ".json: ", "verdict");
    refused(|path| edit(path, |attestation| attestation["lanes"][0]["status"] = json!("fail")), ".json: ", "verdict");
    refused(|path| edit(path, |attestation| attestation["attestor"] = json!(1)), ".json: ", "attestor");
    let beside = |path: &Path| path.with_extension("annotations.json");
    refused(|path| std::fs::write(beside(path), "[]").unwrap(), ".annotations.json: ", "no JSON object");
}

#[test]
fn all_of_them_are_named_at_once() {
    let (sandbox, path) = recorded();
    std::fs::write(&path, "").unwrap();
    std::fs::write(path.with_extension("annotations.json"), "").unwrap();
    sandbox.commit_all("next");
    sandbox.assize(&["run"]).assert().code(0);
    let (code, printed) = check(&sandbox);
    assert_eq!((code, printed.lines().count()), (Some(1), 3), "{printed}");
    assert!(printed.ends_with("1 entry is as recorded, 2 files are damaged\n"), "{printed}");
}
