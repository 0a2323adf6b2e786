//! `assize run --export`.

use serde_json::Value;

use crate::sandbox::Sandbox;

const CHECKS: &str = "checks:\n  - {id: a, kind: command, run: 'touch ../ran'}\n";

#[test]
fn a_run_exports_what_it_came_to() {
    let sandbox = Sandbox::with_checks(&format!("{CHECKS}verdict: {{exportDir: .reviews}}"));
    let head = sandbox.sha("HEAD");
    let path = format!(".reviews/sample-default-{}.json", head.get(..12).unwrap());
    let read = || serde_json::from_slice::<Value>(&std::fs::read(sandbox.root().join(&path)).unwrap()).unwrap();

    let output = sandbox.assize(&["run", "--export"]).assert().code(0).get_output().clone();
    let stdout = String::from_utf8(output.stdout).unwrap();
    assert!(
        stdout.lines().last().unwrap().starts_with("exported:    ") && stdout.ends_with(&format!("{path}\n")),
        "{stdout}"
    );
    sandbox.assize(&["verify"]).assert().code(0);

    std::fs::remove_dir_all(sandbox.root().join(".reviews")).unwrap();
    let view = sandbox.json(&["run", "--export", "--json"]);
    assert_eq!(
        (view["cached"].as_bool(), &view["attestation"]),
        (Some(true), &read()),
        "a recorded verdict is exported too"
    );
}

#[test]
fn without_a_place_nothing_runs() {
    let sandbox = Sandbox::with_checks(CHECKS);
    let view = sandbox.json(&["run", "--export", "--json"]);
    assert_eq!((view["status"].as_str(), view["exitCode"].as_u64()), (Some("failed"), Some(64)), "{view}");
    let output = sandbox.assize(&["run", "--export"]).assert().code(64).stdout_eq("").get_output().clone();
    assert!(String::from_utf8(output.stderr).unwrap().contains("exportDir"));
    assert!(!sandbox.root().join("../ran").exists());
}

#[test]
fn a_run_whose_export_failed_is_no_success() {
    let sandbox = Sandbox::with_checks(&format!("{CHECKS}verdict: {{exportDir: README}}"));
    let output = sandbox.assize(&["run", "--export"]).assert().code(3).get_output().clone();
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(
        String::from_utf8(output.stdout).unwrap().contains("→ pass") && stderr.contains("cannot be exported to"),
        "{stderr}"
    );

    std::fs::remove_dir_all(sandbox.state()).unwrap();
    std::fs::write(sandbox.state(), "").unwrap();
    let output = sandbox.assize(&["run", "--export", "--headless"]).assert().code(3).get_output().clone();
    assert!(String::from_utf8(output.stderr).unwrap().contains("not recorded, so it is not exported"));
}
