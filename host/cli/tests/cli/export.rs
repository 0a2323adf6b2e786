use serde_json::Value;

use crate::sandbox::Sandbox;

const CHECKS: &str = "checks:\n  - {id: a, kind: command, run: 'true'}\nverdict: {exportDir: .reviews}";

fn read(path: &str) -> Value {
    serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap()
}

#[test]
fn the_newest_attestation_of_head_goes_to_the_export_directory() {
    let sandbox = Sandbox::with_checks(CHECKS);
    let view = sandbox.json(&["run", "--json"]);
    let output = sandbox.assize(&["export"]).assert().code(0).get_output().clone();
    let path = String::from_utf8(output.stdout).unwrap();
    let head = sandbox.sha("HEAD");
    let expected = sandbox.root().join(format!(".reviews/sample-default-{}.json", head.get(..12).unwrap()));
    assert_eq!(std::fs::canonicalize(path.trim_end()).unwrap(), std::fs::canonicalize(expected).unwrap());
    assert_eq!(read(path.trim_end()), view["attestation"], "the attestation and nothing else");
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.starts_with("note: ") && said.contains("with the verdict pass"), "{said}");
    sandbox.assize(&["export", "--quiet"]).assert().code(0).stderr_eq("");
}

#[test]
fn a_run_or_a_range_can_be_named_and_a_path() {
    let sandbox = Sandbox::with_checks(CHECKS);
    let view = sandbox.json(&["run", "--json"]);
    let run = view["runId"].as_str().unwrap();
    let range = view["attestation"]["rangeSha"].as_str().unwrap();
    for args in [
        &["--run", run, "-o", "a.json"][..],
        &["--range", "origin/main..HEAD", "-o", "b.json"],
        &["--range", range, "--output", "new/c.json"],
    ] {
        let args: Vec<&str> = ["export", "--json"].iter().chain(args).copied().collect();
        let exported = sandbox.json(&args);
        assert_eq!((&exported["runId"], &exported["verdict"]), (&view["runId"], &view["verdict"]));
        assert_eq!(read(exported["path"].as_str().unwrap()), view["attestation"], "{args:?}");
    }
}

#[test]
fn what_is_not_there_and_what_cannot_be() {
    let sandbox = Sandbox::with_checks(CHECKS);
    sandbox.assize(&["export"]).assert().code(4).stdout_eq("");
    sandbox.assize(&["export", "--run", "review-x"]).assert().code(4);
    sandbox.assize(&["export", "--run", "review-x", "--range", "a..b"]).assert().code(64);
    sandbox.assize(&["export", "--range", "nonsense"]).assert().code(64);
    sandbox.assize(&["run"]).assert().code(0);
    sandbox.commit_all("another head");
    sandbox.assize(&["export"]).assert().code(4);

    let nowhere = Sandbox::with_checks("checks:\n  - {id: a, kind: command, run: 'true'}");
    nowhere.assize(&["run"]).assert().code(0);
    let output = nowhere.assize(&["export"]).assert().code(64).stdout_eq("").get_output().clone();
    assert!(String::from_utf8(output.stderr).unwrap().contains("exportDir"));
    nowhere.assize(&["export", "-o", "x.json"]).assert().code(0);
}
