//! `--report` of `run` and of `ledger show`.

use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::sandbox::Sandbox;

const PASS: &str = "checks:\n  - {id: a, kind: command, run: 'echo ran >> ../ran'}\n";
const BLOCK: &str = "checks:\n  - {id: a, kind: command, run: 'echo \"<b>said</b>\"; exit 3'}\n";

/// The reports of every format below `out` in the repository.
const ALL: [&str; 10] = [
    "--report",
    "out/r.html",
    "--report",
    "out/r.sarif",
    "--report",
    "out/r.xml",
    "--report",
    "out/r.json",
    "--report",
    "out/r.md",
];

fn with_reports<'a>(command: &[&'a str]) -> Vec<&'a str> {
    command.iter().chain(&ALL).copied().collect()
}

fn read(sandbox: &Sandbox, path: &str) -> String {
    std::fs::read_to_string(sandbox.root().join(path)).unwrap()
}

fn json(sandbox: &Sandbox, path: &str) -> Value {
    serde_json::from_str(&read(sandbox, path)).unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

#[test]
fn every_format_is_written_whatever_the_verdict() {
    for (checks, code, verdict) in [
        (PASS, 0, "pass"),
        (BLOCK, 1, "block"),
        ("checks:\n  - {id: a, kind: command, run: 'sleep 60', timeoutMs: 50}", 2, "incomplete"),
    ] {
        let sandbox = Sandbox::with_checks(checks);
        let output = sandbox.assize(&with_reports(&["run"])).assert().code(code).get_output().clone();
        let stdout = text(&output.stdout);
        assert_eq!(stdout.matches("report:      out/r.").count(), 5, "{stdout}");
        let document = json(&sandbox, "out/r.json");
        assert_eq!(
            (document["schema"].as_str(), document["verdict"].as_str()),
            (Some("assize.report/v1"), Some(verdict))
        );
        assert_eq!(document["timeline"][0]["id"], "a", "{document}");
        assert_eq!(json(&sandbox, "out/r.sarif")["runs"][0]["properties"]["verdict"], verdict);
        assert!(read(&sandbox, "out/r.html").contains(&format!("<title>{verdict}: sample/default</title>")));
        assert!(read(&sandbox, "out/r.xml").contains(&format!("value=\"{verdict}\"")));
        assert!(read(&sandbox, "out/r.md").starts_with("## "));
        let left: Vec<PathBuf> =
            std::fs::read_dir(sandbox.root().join("out")).unwrap().map(|entry| entry.unwrap().path()).collect();
        assert_eq!(left.len(), 5, "nothing else is left behind: {left:?}");
    }
}

#[test]
fn a_recorded_verdict_is_reported_too() {
    let sandbox = Sandbox::with_checks(PASS);
    sandbox.assize(&["run"]).assert().code(0);
    sandbox.assize(&["run", "--report", "cached.json"]).assert().code(0);
    let cached = json(&sandbox, "cached.json");
    assert_eq!((cached["cached"].as_bool(), cached["timeline"].as_array()), (Some(true), None));
    assert_eq!(read(&sandbox, "../ran"), "ran\n", "it ran once");
    assert!(cached["graph"].is_object() && cached["lanes"][0]["command"].is_string());

    sandbox.assize(&["ledger", "show", "latest", "--report", "shown.json"]).assert().code(0);
    let shown = json(&sandbox, "shown.json");
    assert_eq!(shown["attestation"], cached["attestation"]);
    assert_eq!((&shown["graph"], &shown["manifest"]), (&cached["graph"], &"REVIEW.md".into()));

    // The graph is that of the recorded manifest or none.
    sandbox.write("REVIEW.md", "---\nkind: review\nid: other\ntarget: git-range\nchecks: []\n---\n");
    let output = sandbox
        .assize(&["ledger", "show", "latest", "--json", "--report", "later.json"])
        .assert()
        .code(0)
        .get_output()
        .clone();
    assert_eq!(json(&sandbox, "later.json")["graph"], Value::Null);
    assert_eq!(text(&output.stdout).lines().count(), 1, "the document alone is on standard output");
}

#[test]
fn what_a_report_says_can_be_carried_out() {
    let sandbox = Sandbox::with_checks(PASS);
    sandbox.assize(&["run", "--report", "r.json"]).assert().code(0);
    let commands = json(&sandbox, "r.json")["verify"]["commands"].clone();
    let commands: Vec<&str> = commands.as_array().unwrap().iter().map(|command| command.as_str().unwrap()).collect();
    assert_eq!(commands.len(), 2);
    for command in commands {
        // The key of a test is trusted by nobody, so the second would ask for too much.
        let command = command.replace(" --require-signed", "");
        let output = sandbox.with_assize_on_the_path("sh", &["-ec", &command]).output().unwrap();
        assert!(output.status.success(), "{command}: {}", text(&output.stderr));
    }
}

#[test]
fn a_format_nobody_knows_is_a_usage_error_before_anything_runs() {
    let sandbox = Sandbox::with_checks(PASS);
    for name in ["report.pdf", "report", "-", ".html", ""] {
        let output =
            sandbox.assize(&["run", "--report", "ok.html", "--report", name]).assert().code(64).get_output().clone();
        assert!(
            text(&output.stderr).contains(".html, .sarif, .xml (JUnit), .json or .md") || name.is_empty(),
            "{name:?}"
        );
    }
    sandbox.assize(&["ledger", "show", "latest", "--report", "report.pdf"]).assert().code(64);
    assert!(!sandbox.root().join("../ran").exists() && !sandbox.root().join("ok.html").exists());
}

#[test]
fn a_report_that_cannot_be_written_loses_no_verdict() {
    let sandbox = Sandbox::with_checks(PASS);
    std::fs::create_dir(sandbox.root().join("r.html")).unwrap();
    sandbox.write("file", "");
    std::os::unix::fs::symlink(sandbox.root().join("file"), sandbox.root().join("link.md")).unwrap();
    let args = ["run", "--report", "r.html", "--report", "file/r.json", "--report", "link.md", "--report", "fine.xml"];
    let output = sandbox.assize(&args).assert().code(3).get_output().clone();
    let (stdout, stderr) = (text(&output.stdout), text(&output.stderr));
    assert!(stdout.contains("→ pass") && stdout.contains("report:      fine.xml"), "{stdout}");
    assert!(stderr.contains("r.html") && stderr.contains("repository/file") && stderr.contains("link.md"), "{stderr}");
    assert!(stderr.contains("the verdict is recorded: `assize ledger show review-"), "{stderr}");
    assert_eq!(read(&sandbox, "file"), "", "no link is followed");
    sandbox.assize(&["ledger", "show", "latest"]).assert().code(0);

    let sandbox = Sandbox::with_checks(BLOCK);
    std::fs::create_dir(sandbox.root().join("r.html")).unwrap();
    sandbox.assize(&["run", "--report", "r.html"]).assert().code(1);
}

#[test]
fn without_a_verdict_there_is_no_report() {
    let sandbox = Sandbox::with_checks(PASS);
    sandbox.assize(&["run", "--report", "old.html"]).assert().code(0);
    let old = read(&sandbox, "old.html");
    for args in [vec!["run", "--base", "nope"], vec!["run", "--binding", "nope"], vec!["run", "--export"]] {
        let args: Vec<&str> = args.into_iter().chain(["--report", "old.html", "--report", "new.json"]).collect();
        let output = sandbox.assize(&args).output().unwrap();
        assert!(matches!(output.status.code(), Some(3 | 64)), "{args:?}");
        let stderr = text(&output.stderr);
        assert!(
            stderr.contains("no report was written") && stderr.contains("old.html is from an earlier run"),
            "{stderr}"
        );
    }
    assert_eq!(read(&sandbox, "old.html"), old);
    assert!(!sandbox.root().join("new.json").exists());
}

/// A reviewer's findings, put into a recorded entry by hand: lines of code come from the reviewed commit.
#[test]
fn findings_show_the_lines_they_are_about() {
    let sandbox = Sandbox::with_checks(PASS);
    sandbox.write("src/a.rs", "one\ntwo <b>\nthree\n");
    sandbox.commit_all("code");
    let view = sandbox.json(&["run", "--json"]);
    let path = Path::new(view["ledgerPath"].as_str().unwrap());
    let mut entry: Value = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
    entry["attestation"]["lanes"][0]["findings"] = serde_json::json!([
        { "severity": "low", "title": "odd", "detail": "", "file": "src/a.rs", "line": 2 },
        { "severity": "low", "title": "outside", "detail": "", "file": "../state/keys/x", "line": 1 },
    ]);
    std::fs::write(path, entry.to_string()).unwrap();
    sandbox.write("src/a.rs", "changed since\n");
    sandbox.assize(&["ledger", "show", "latest", "--report", "r.json", "--report", "r.html"]).assert().code(0);
    let excerpts = json(&sandbox, "r.json")["excerpts"].clone();
    assert_eq!(
        excerpts,
        serde_json::json!([{ "lane": 0, "finding": 0, "firstLine": 1, "lines": ["one", "two <b>", "three"] }])
    );
    let page = read(&sandbox, "r.html");
    assert!(page.contains("<mark>two &lt;b&gt;</mark>") && page.contains("src/a.rs:2"), "{page}");
}
