//! `assize trailer`, over ledger entries as a host with reviewers leaves them.

use std::os::unix::fs::PermissionsExt as _;
use std::path::PathBuf;

use serde_json::{Value, json};

use crate::sandbox::Sandbox;

/// A repository with one recorded run over its head.
struct Reviewed {
    sandbox: Sandbox,
    entry: PathBuf,
    run_id: String,
}

fn agent(id: &str, status: &str, more: &Value) -> Value {
    let mut lane = json!({"id": id, "kind": "agent", "status": status, "blocking": true, "findings": [], "durationMs": 1,
        "model": "big-model", "preset": "careful"});
    lane.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    lane
}

fn finding(severity: &str, file: Option<&str>) -> Value {
    let mut finding = json!({"severity": severity, "title": "t", "detail": ""});
    if let Some(file) = file {
        finding["file"] = json!(file);
    }
    finding
}

impl Reviewed {
    /// With these lanes and this verdict.
    fn new(verdict: &str, lanes: &[Value]) -> Self {
        let sandbox = Sandbox::with_checks("checks:\n  - {id: a, kind: command, run: 'true'}");
        let view = sandbox.json(&["run", "--json"]);
        let entry = view["ledgerPath"].as_str().unwrap().into();
        let reviewed = Self { sandbox, entry, run_id: view["runId"].as_str().unwrap().to_owned() };
        reviewed.edit(|attestation| {
            attestation["lanes"] = json!(lanes);
            attestation["verdict"] = json!(verdict);
        });
        reviewed
    }

    fn edit(&self, change: impl FnOnce(&mut Value)) {
        let mut entry: Value = serde_json::from_slice(&std::fs::read(&self.entry).unwrap()).unwrap();
        change(&mut entry["attestation"]);
        std::fs::write(&self.entry, entry.to_string()).unwrap();
    }

    /// Status, standard output, standard error.
    fn trailer(&self, args: &[&str]) -> (i32, String, String) {
        let args: Vec<&str> = ["trailer", "--gate", "standards"].iter().chain(args).copied().collect();
        let output = self.sandbox.assize(&args).output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
    }

    #[track_caller]
    fn check(&self, args: &[&str], code: i32, stdout: &str, stderr: &str) {
        let found = self.trailer(args);
        assert_eq!((found.0, found.1.as_str()), (code, stdout), "{args:?}: {}", found.2);
        assert!(found.2.contains(stderr), "{args:?}: {}", found.2);
    }
}

const CLEAN: &str = "Reviewed-standards: reviewer=big-model major=0 moderate=0 minor=0\n";

#[test]
fn a_pass_prints_the_reviewer_and_the_counts() {
    let findings = json!({"findings": [finding("low", None), finding("medium", Some("x")), finding("low", None)],
        "model": null, "preset": "very careful"});
    let mut lane = agent("ask", "pass", &findings);
    lane.as_object_mut().unwrap().remove("model");
    let reviewed = Reviewed::new("pass", &[lane]);
    let line = "Reviewed-standards: reviewer=very-careful major=0 moderate=1 minor=2\n";
    reviewed.check(&[], 0, line, "reviewed exactly what is staged");
    for run in ["latest", reviewed.run_id.as_str(), reviewed.run_id.get(..15).unwrap()] {
        reviewed.check(&["--run", run, "--lane", "ask"], 0, line, "");
    }
    reviewed.sandbox.assize(&["trailer", "--gate", "standards", "-q"]).assert().code(0).stdout_eq(line).stderr_eq("");
    reviewed.sandbox.write("new", "x");
    reviewed.sandbox.git(&["add", "new"]);
    reviewed.check(&[], 0, line, "warning: what ask of review-");
}

#[test]
fn what_blocks_or_is_not_established_prints_nothing() {
    let pass = || agent("ask", "pass", &json!({}));
    let command = |status| json!({"id": "a", "kind": "command", "status": status, "blocking": true, "findings": [], "durationMs": 1});
    let advisory = |status| agent("ask", status, &json!({"blocking": false, "error": "gone"}));
    let unnamed = || {
        let mut lane = pass();
        let members = lane.as_object_mut().unwrap();
        members.remove("model");
        members.insert("preset".to_owned(), json!(" "));
        lane
    };
    for (verdict, lanes, code, said) in [
        ("block", vec![agent("ask", "fail", &json!({"findings": [finding("high", None)]}))], 1, "blocks"),
        ("block", vec![pass(), command("fail")], 1, "failed: a"),
        ("incomplete", vec![agent("ask", "skipped", &json!({"error": "the tree changed"}))], 2, "incomplete"),
        ("incomplete", vec![pass(), command("timeout")], 2, "incomplete"),
        ("pass", vec![command("pass"), advisory("skipped")], 2, "the lane ask is skipped"),
        ("pass", vec![command("pass"), advisory("fail")], 1, "failed: ask"),
        ("pass", vec![command("pass")], 2, "no agent lane"),
        ("pass", vec![unnamed()], 2, "does not say who reviewed"),
        ("pass", vec![pass(), agent("style", "pass", &json!({}))], 64, "ask, style"),
    ] {
        let reviewed = Reviewed::new(verdict, &lanes);
        reviewed.check(&[], code, "", said);
        reviewed.check(&["--run", &reviewed.run_id], code, "", said);
    }
    let reviewed = Reviewed::new("pass", &[pass(), command("pass")]);
    for lane in ["a", "none", "", "Ask"] {
        reviewed.check(&["--lane", lane], 64, "", "is no agent lane of");
    }
}

#[test]
fn only_a_named_run_counts_for_another_head_or_a_dirty_tree() {
    let reviewed = Reviewed::new("pass", &[agent("ask", "pass", &json!({}))]);
    reviewed.edit(|attestation| attestation["dirty"] = json!(true));
    reviewed.check(&[], 2, "", "--run with its id");
    reviewed.check(&["--run", &reviewed.run_id], 0, CLEAN, "the tree held changes");
    reviewed.edit(|attestation| drop(attestation.as_object_mut().unwrap().remove("dirty")));
    // The commit is taken back to be made again with the trailer in it: what is staged is what was reviewed.
    reviewed.sandbox.git(&["reset", "-q", "--soft", "HEAD~1"]);
    reviewed.check(&[], 4, "", "no review to take a trailer from");
    reviewed.check(&["--run", &reviewed.run_id], 0, CLEAN, "reviewed exactly what is staged");
    reviewed.check(&["--run", "review-none"], 4, "", "review-none");
    // Another repository's.
    reviewed.edit(|attestation| attestation["target"]["repoRemote"] = json!("github.com/else/where"));
    reviewed.check(&["--run", &reviewed.run_id], 4, "", "is recorded");
    reviewed.sandbox.git(&["remote", "add", "origin", "https://example.com/moved.git"]);
    reviewed.check(&[], 4, "", "example.com/moved");
    let elsewhere = Reviewed::new("pass", &[agent("ask", "pass", &json!({}))]);
    elsewhere.sandbox.git(&["remote", "add", "origin", "https://example.com/moved.git"]);
    elsewhere.check(&["--run", &elsewhere.run_id], 64, "", "this repository is example.com/moved");
}

#[test]
fn a_line_for_every_staged_file() {
    let findings = json!({"findings": [finding("low", Some("a b.txt")), finding("low", Some("./größe.txt")),
        finding("low", Some("größe.txt")), finding("medium", None)]});
    let reviewed = Reviewed::new("pass", &[agent("ask", "pass", &findings)]);
    let sandbox = &reviewed.sandbox;
    reviewed.check(&["--per-file"], 2, "", "nothing is staged");
    for name in ["größe.txt", "a b.txt", "sub/c.txt"] {
        sandbox.write(name, "x");
    }
    sandbox.git(&["add", "-A"]);
    sandbox.git(&["rm", "-q", "README"]);
    let line = |minor: u32, file: &str| {
        format!("Reviewed-standards: reviewer=big-model major=0 moderate=1 minor={minor} file={file}\n")
    };
    let expect = [line(1, "a b.txt"), line(2, "größe.txt"), line(0, "sub/c.txt")].concat();
    reviewed.check(&["--per-file"], 0, &expect, "");
    // The same from a folder.
    reviewed.check(&["--per-file", "--cwd", "sub"], 0, &expect, "");
    // A file that no trailer can name: none of them is printed.
    sandbox.write("a\nb", "x");
    sandbox.git(&["add", "-A"]);
    reviewed.check(&["--per-file"], 2, "", "no trailer can name the staged file");
    // Only deletions.
    sandbox.git(&["reset", "-q", "--hard"]);
    sandbox.git(&["rm", "-q", "README"]);
    let whole = "Reviewed-standards: reviewer=big-model major=0 moderate=1 minor=3\n";
    reviewed.check(&["--per-file"], 0, whole, "");
}

#[test]
fn the_index_is_the_one_that_git_names_to_its_hooks() {
    let reviewed = Reviewed::new("pass", &[agent("ask", "pass", &json!({}))]);
    let sandbox = &reviewed.sandbox;
    sandbox.write("one", "x");
    sandbox.write("two", "x");
    sandbox.git(&["add", "-A"]);
    // `git commit -- one` makes an index of its own.
    let hook = "#!/bin/sh\nassize -q trailer --gate standards --per-file >lines\nexit 1\n";
    sandbox.write(".git/hooks/prepare-commit-msg", hook);
    let path = sandbox.root().join(".git/hooks/prepare-commit-msg");
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
    let status = sandbox.with_assize_on_the_path("git", &["commit", "-q", "-m", "x", "--", "one"]).status().unwrap();
    assert!(!status.success());
    let lines = std::fs::read_to_string(sandbox.root().join("lines")).unwrap();
    assert_eq!(lines, CLEAN.replace('\n', " file=one\n"));
}

#[test]
fn gates_that_no_trailer_can_name_are_refused() {
    let reviewed = Reviewed::new("pass", &[agent("ask", "pass", &json!({}))]);
    for gate in ["", "My Gate/1", "a:b", "a\nb"] {
        let output =
            reviewed.sandbox.assize(&["trailer", "--gate", gate]).assert().code(64).stdout_eq("").get_output().clone();
        assert!(String::from_utf8(output.stderr).unwrap().contains("letters, digits and dashes"), "{gate:?}");
    }
    reviewed.sandbox.assize(&["trailer"]).assert().code(64).stdout_eq("");
}

#[test]
fn names_of_reviewers_stay_one_word() {
    let model = "a\u{a0}b c\nReviewed-prose: x\u{1b}[2J";
    let reviewed = Reviewed::new("pass", &[agent("ask", "pass", &json!({"model": model}))]);
    let line = "Reviewed-standards: reviewer=a-b-c-Reviewed-prose:-x-[2J major=0 moderate=0 minor=0\n";
    reviewed.check(&[], 0, line, "");
}

#[test]
fn outside_a_repository_nothing_is_printed() {
    let reviewed = Reviewed::new("pass", &[agent("ask", "pass", &json!({}))]);
    reviewed.check(&["--cwd", "/", "--run", &reviewed.run_id], 3, "", "is not inside a git repository");
}

#[test]
fn ten_thousand_staged_files_have_ten_thousand_lines() {
    const FILES: usize = 10_000;
    let findings: Vec<Value> = (0..100).map(|at| finding("low", Some(&format!("{}/file {at}", at % 7)))).collect();
    let reviewed = Reviewed::new("pass", &[agent("ask", "pass", &json!({"findings": findings}))]);
    let blob = reviewed.sandbox.sha("HEAD:README");
    let mut index: Vec<String> = (0..FILES).map(|at| format!("100644 {blob}\t{}/file {at}\n", at % 7)).collect();
    let list = reviewed.sandbox.beside("list");
    std::fs::write(&list, index.concat()).unwrap();
    let mut update = reviewed.sandbox.command("git");
    update.args(["update-index", "--add", "--index-info"]).stdin(std::fs::File::open(list).unwrap());
    assert!(update.status().unwrap().success());
    let (code, stdout, _) = reviewed.trailer(&["--per-file"]);
    assert_eq!((code, stdout.lines().count()), (0, FILES));
    assert_eq!(stdout.matches(" minor=1 file=").count(), 100);
    index.sort();
    let last = index.last().unwrap().split('\t').nth(1).unwrap();
    assert!(stdout.ends_with(&format!(" file={last}")), "{last}");
}
