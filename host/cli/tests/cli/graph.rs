use std::os::unix::fs::symlink;

use crate::sandbox::Sandbox;

const CHECKS: &str = "checks:\n  - {id: gen, kind: command, run: 'make gen', effects: true}\n  \
    - {id: a, kind: command, run: 'true'}\n  - {id: b, kind: command, run: 'false', blocking: false}\n\
    bindings:\n  local: {prepare: [gen], checks: [a, b]}\n  quick: {checks: [a]}";

#[test]
fn every_format_shows_every_step() {
    let sandbox = Sandbox::with_checks(CHECKS);
    for (format, begins) in [
        ("text", "review-sample-local"),
        ("json", "{\"schema\":\"assize.graph/v1\""),
        ("dot", ""),
        ("mermaid", ""),
        ("svg", "<svg "),
    ] {
        let output =
            sandbox.assize(&["graph", "--binding", "local", "--format", format]).assert().code(0).stderr_eq("");
        let text = String::from_utf8(output.get_output().stdout.clone()).unwrap();
        assert!(text.starts_with(begins) && text.ends_with('\n'), "{format}: {text}");
        for step in ["gen", "freeze", "lanes", "verdict"] {
            assert!(text.contains(step), "{format} lacks {step}: {text}");
        }
    }
    let document = sandbox.json(&["graph", "--binding", "quick", "--format", "json"]);
    assert_eq!(document["id"], "review-sample-quick");
    assert_eq!(document["manifest"], false);
}

#[test]
fn nothing_is_run_or_recorded() {
    let sandbox = Sandbox::with_checks("checks:\n  - {id: a, kind: command, run: 'touch ran'}");
    sandbox.assize(&["graph"]).assert().code(0);
    assert!(!sandbox.root().join("ran").exists() && !sandbox.state().exists());
}

#[test]
fn an_ambiguous_or_unknown_binding_is_named() {
    let sandbox = Sandbox::with_checks(CHECKS);
    for args in [&["graph"][..], &["graph", "--binding", "lokal"], &["run"], &["run", "--binding", "lokal"]] {
        let output = sandbox.assize(args).assert().code(3).stdout_eq("").get_output().clone();
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.contains("local") && said.contains("quick"), "{args:?}: {said}");
    }
}

#[test]
fn a_file_is_written_whole_and_nothing_else_is_touched() {
    let sandbox = Sandbox::with_checks(CHECKS);
    let svg = |name: &str| sandbox.assize(&["graph", "--binding", "quick", "--format", "svg", "-o", name]).assert();
    svg("graph.svg").code(0).stdout_eq("");
    let first = std::fs::read(sandbox.root().join("graph.svg")).unwrap();
    assert!(first.starts_with(b"<svg "));
    svg("graph.svg").code(0);
    assert_eq!(std::fs::read(sandbox.root().join("graph.svg")).unwrap(), first);

    sandbox.write("precious", "keep me");
    symlink("precious", sandbox.root().join("link.svg")).unwrap();
    svg("link.svg").code(3);
    svg(".git").code(3);
    svg("no/such/folder/graph.svg").code(3);
    assert_eq!(std::fs::read_to_string(sandbox.root().join("precious")).unwrap(), "keep me");
    assert!(sandbox.root().join("link.svg").is_symlink());

    let dash = sandbox.assize(&["graph", "--binding", "quick", "-o", "-"]).output().unwrap();
    assert!(!dash.stdout.is_empty() && !sandbox.root().join("-").exists());
}
