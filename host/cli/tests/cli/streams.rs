//! Colours, and readers that have gone.

use std::io::Read as _;
use std::process::Stdio;

use crate::sandbox::Sandbox;

const CHECKS: &str = "checks:\n  - {id: a, kind: command, run: 'exit 1'}";

#[test]
fn a_reader_that_has_gone_changes_no_exit_status() {
    let sandbox = Sandbox::with_checks(CHECKS);
    for (args, code) in [
        (&["run"][..], 1),
        (&["run", "--json"], 1),
        (&["graph"], 0),
        (&["completions", "bash"], 0),
        (&["ledger", "list"], 0),
        (&["check"], 0),
    ] {
        let mut child = sandbox.assize_std(args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let mut said = String::new();
        child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(code), "{args:?}: {said}");
        assert!(!said.contains("panicked") && !said.contains("Broken pipe"), "{args:?}: {said}");
    }
}

#[test]
fn output_that_cannot_be_written_is_no_success() {
    let Ok(full) = std::fs::OpenOptions::new().write(true).open("/dev/full") else { return };
    let sandbox = Sandbox::with_checks(CHECKS);
    let output = sandbox.assize_std(&["graph"]).stdout(full).stderr(Stdio::piped()).spawn().unwrap();
    let output = output.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(3));
    assert!(String::from_utf8(output.stderr).unwrap().starts_with("error: cannot write to standard output"));
}

#[test]
fn colours_are_for_terminals_unless_asked_for() {
    let sandbox = Sandbox::with_checks(CHECKS);
    let coloured = |args: &[&str], variables: &[(&str, &str)]| {
        let mut command = sandbox.assize(args);
        for (name, value) in variables {
            command = command.env(name, value);
        }
        let output = command.output().unwrap();
        (output.stdout.contains(&0x1b), output.stderr.contains(&0x1b))
    };
    assert_eq!(coloured(&["run"], &[]), (false, false));
    assert_eq!(coloured(&["run", "--color", "always"], &[]), (true, true));
    assert_eq!(coloured(&["run", "--color=always"], &[("NO_COLOR", "1")]), (true, true));
    assert_eq!(coloured(&["run", "--color", "never"], &[]), (false, false));
    assert_eq!(coloured(&["--color", "always", "--help"], &[]), (true, false));
    assert_eq!(coloured(&["--color", "always", "nope"], &[]), (false, true));
    assert_eq!(coloured(&["--help"], &[]), (false, false));
}

#[test]
fn the_log_is_there_when_it_is_asked_for() {
    let sandbox = Sandbox::with_checks("checks:\n  - {id: a, kind: command, run: 'true'}");
    let said = |args: &[&str]| String::from_utf8(sandbox.assize(args).output().unwrap().stderr).unwrap();
    assert!(!said(&["run", "--no-cache"]).contains("merge-base"));
    let once = said(&["run", "--no-cache", "-v"]);
    assert!(once.contains("merge-base") && once.contains("step=lane-a"), "the first level is worth something: {once}");
    assert!(said(&["run", "--no-cache", "-vvv"]).lines().count() >= once.lines().count());
}

#[test]
fn documents_hold_nothing_that_misleads_whoever_looks_at_them() {
    // The check's text is taken as it is; what it would do to a terminal or a reader is written as escapes.
    let hostile = "\u{9b}31m \u{202e}\u{2066}x\u{2069}\u{2028}";
    let run = format!("\"echo {}\"", yaml_escapes(hostile));
    let sandbox = Sandbox::with_checks(&format!("checks:\n  - {{id: a, kind: command, run: {run}}}"));
    for args in [&["check", "--json"][..], &["graph", "--format", "json"], &["run", "--json", "--quiet"]] {
        let output = sandbox.assize(args).assert().code(0).get_output().clone();
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(
            !text.chars().any(|character| hostile.contains(character) && !character.is_ascii()),
            "{args:?}: {text}"
        );
        let value: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert!(value.to_string().contains(hostile), "the value stays the same: {text}");
    }
}

/// The characters as escapes of a double-quoted YAML scalar.
fn yaml_escapes(text: &str) -> String {
    text.chars().map(|character| format!("\\u{:04x}", u32::from(character))).collect()
}
