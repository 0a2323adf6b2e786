//! `assize plumbing` against the conformance vectors in `vectors/plumbing`.
//!
//! A file of vectors is named after its operation and holds one case a line: `ask`, the question, and what must come
//! back. That is `ok`, the exact value; `err`, the code, with `paths`, those of the problems, where they matter;
//! `problemPaths` or `problemCodes`, those of the problems in an `ok`; `failureCodes`, those of the failures of a ledger, with its
//! `warnings` and `checkpoint` where they matter; or `usable`, the answer of a rule whose reason is free text.
//!
//! The binary is the one that cargo built beside this test (`assize_tests::binary`).
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use assize_tests::binary;
use serde_json::{Value, json};

/// Every operation that has vectors.
const OPERATIONS: &[&str] = &[
    "manifest",
    "pack",
    "binding",
    "resolve-packs",
    "compile",
    "placeholders",
    "canonical-json",
    "attestation-digests",
    "range-sha",
    "pack-digest",
    "repo-remote",
    "repo-slug",
    "git-pack-ref",
    "fold",
    "verdict-file",
    "lane-result",
    "attestation-build",
    "attestation-shape",
    "attestation-verify",
    "cache-rule",
    "compose-rule",
    "workflow-id",
    "time-budget",
    "base32",
    "payload-digest",
    "dsse-pae",
    "dsse-sign",
    "effect-id",
    "effect-id-read",
    "effect-index-name",
    "effect-validate",
    "effect-ledger-verify",
    "effect-lookup",
    "effect-verifier-decide",
    "agentgit-env-digest",
    "agentgit-attestation-sign",
    "agentgit-attestation-verify",
    "agentgit-policy",
    "agentgit-decide",
];

fn vectors() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("vectors/plumbing")
}

fn plumbing(op: &str) -> Command {
    let mut command = Command::new(binary("assize"));
    // Nothing but the question may matter: there is no home, no path and no repository here.
    command.args(["plumbing", op]).env_clear().current_dir("/").stdin(Stdio::piped()).stdout(Stdio::piped());
    command
}

/// The exit status and the answers to the given lines.
fn ask(op: &str, lines: &[u8]) -> (i32, Vec<Value>) {
    let mut child = plumbing(op).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let lines = lines.to_owned();
    let writer = std::thread::spawn(move || stdin.write_all(&lines));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    (output.status.code().unwrap(), text.lines().map(|line| serde_json::from_str(line).unwrap()).collect())
}

fn members(problems: &Value, name: &str) -> Value {
    problems.as_array().unwrap().iter().map(|problem| problem[name].clone()).collect()
}

fn holds(case: &Value, answer: &Value) -> bool {
    if let Some(expect) = case.get("ok") {
        return *answer == json!({ "ok": expect });
    }
    if let Some(code) = case.get("err") {
        let failure = &answer["err"];
        let problems = &failure["problems"];
        return failure["code"] == *code
            && failure["message"].is_string()
            && problems.as_array().is_some_and(|problems| !problems.is_empty())
            && case.get("paths").is_none_or(|paths| members(problems, "path") == *paths);
    }
    if let Some(paths) = case.get("problemPaths") {
        return members(&answer["ok"]["problems"], "path") == *paths;
    }
    if let Some(codes) = case.get("problemCodes") {
        return members(&answer["ok"]["problems"], "code") == *codes;
    }
    if let Some(codes) = case.get("failureCodes") {
        let report = &answer["ok"];
        let same = |name: &str| case.get(name).is_none_or(|expect| report[name] == *expect);
        return members(&report["failures"], "code") == *codes && same("warnings") && same("checkpoint");
    }
    let answer = answer["ok"].as_object().unwrap();
    answer["usable"] == case["usable"] && answer.contains_key("reason") != answer["usable"].as_bool().unwrap()
}

#[test]
fn vectors_hold() {
    let mut files: Vec<_> = std::fs::read_dir(vectors()).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let mut seen = Vec::new();
    for file in files {
        let op = file.file_stem().unwrap().to_str().unwrap().to_owned();
        let text = std::fs::read_to_string(&file).unwrap();
        let cases: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let questions: String = cases.iter().map(|case| format!("{}\n", case["ask"])).collect();
        let (code, answers) = ask(&op, questions.as_bytes());
        assert_eq!((code, answers.len()), (0, cases.len()), "{op}");
        for (case, answer) in cases.iter().zip(&answers) {
            assert!(holds(case, answer), "{op}: {case} got {answer}");
        }
        seen.push(op);
    }
    for op in OPERATIONS {
        assert!(seen.iter().any(|seen| seen == op), "{op} has no vectors");
    }
}

#[test]
fn a_line_that_is_not_json_is_answered_and_the_rest_goes_on() {
    let lines = b"{\"timeoutMs\":1}\nnonsense\n\n\xff\n{\"timeoutMs\":900000}\r\n{\"timeoutMs\":75000}";
    let (code, answers) = ask("time-budget", lines);
    assert_eq!(code, 3);
    let found: Vec<_> =
        answers.iter().map(|answer| answer.get("ok").unwrap_or(&answer["err"]["code"]).clone()).collect();
    assert_eq!(Value::from(found), json!([1, "not-json", "not-json", "not-json", 12, 1]));
}

#[test]
fn json_that_is_refused_is_still_an_answer() {
    let lines = b"{\"timeoutMs\":1,\"timeoutMs\":2}\n[]\nnull\n{\"timeoutMs\":1e400}\n";
    let (code, answers) = ask("time-budget", lines);
    assert_eq!(code, 0);
    let codes: Vec<_> = answers.iter().map(|answer| answer["err"]["code"].clone()).collect();
    assert_eq!(Value::from(codes), json!(["duplicate-key", "bad-member", "bad-member", "number-out-of-range"]));
}

#[test]
fn an_answer_is_one_line_to_every_reader() {
    let text = "a\u{85}b\u{2028}c\u{2029}d";
    let output = {
        let mut child = plumbing("repo-slug").spawn().unwrap();
        writeln!(child.stdin.take().unwrap(), "{}", json!({ text: 1 })).unwrap();
        String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap()
    };
    assert!(!output.contains(['\u{85}', '\u{2028}', '\u{2029}']), "{output}");
    let (_, answers) = ask("canonical-json", format!("{}\n", json!({ "text": json!(text).to_string() })).as_bytes());
    assert_eq!(answers[0]["ok"]["canonical"], json!(format!("\"{text}\"")));
}

#[test]
fn an_operation_that_does_not_exist_is_a_usage_error() {
    let output = plumbing("no-such-thing").stdin(Stdio::null()).output().unwrap();
    assert_eq!(output.status.code(), Some(64));
    assert!(output.stdout.is_empty());
}

#[test]
fn no_lines_no_answers() {
    assert_eq!(ask("fold", b""), (0, Vec::new()));
}

#[test]
fn ten_thousand_lines_in_order() {
    let lines: String = (1..=10_000).map(|number| format!("{{\"timeoutMs\":{}}}\n", number * 75_000)).collect();
    let (code, answers) = ask("time-budget", lines.as_bytes());
    assert_eq!(code, 0);
    assert!(answers.iter().enumerate().all(|(index, answer)| answer["ok"] == json!(index + 1)));
    assert_eq!(answers.len(), 10_000);
}

#[test]
fn each_answer_comes_before_the_next_question() {
    let mut child = plumbing("repo-slug").spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    for name in ["a", "b"] {
        writeln!(stdin, "{}", json!({ "repoRemote": name })).unwrap();
        let mut line = String::new();
        stdout.read_line(&mut line).unwrap();
        assert_eq!(line, format!("{}\n", json!({ "ok": name })));
    }
    drop(stdin);
    assert!(child.wait().unwrap().success());
}

/// Every failure that a verification of an effect ledger can end in (effect ledger, section 2.8).
const LEDGER_FAILURES: &[&str] = &[
    "keyring-missing",
    "keyring-untrusted",
    "keyring-schema-invalid",
    "keyring-scope-mismatch",
    "keyring-duplicate-keyid",
    "keyring-keyid-mismatch",
    "keyring-unrotated-key",
    "keyring-rotation-sequence",
    "keyring-rotation-chain",
    "keyring-rotation-window",
    "keyring-rotation-prior-signature",
    "keyring-rotation-successor-signature",
    "segment-line-malformed",
    "segment-line-schema-invalid",
    "statement-malformed",
    "statement-not-canonical",
    "statement-schema-invalid",
    "writer-mismatch",
    "seq-mismatch",
    "chain-broken",
    "scope-mismatch",
    "subject-mismatch",
    "effect-id-mismatch",
    "record-hash-mismatch",
    "unknown-keyid",
    "signature-invalid",
    "key-window",
    "segment-torn",
    "index-key-missing",
    "index-key-malformed",
    "index-entry-malformed",
    "index-name-mismatch",
    "index-dangling",
    "index-segment-mismatch",
    "index-missing",
    "checkpoint-schema-invalid",
    "checkpoint-scope-mismatch",
    "checkpoint-writers-unsorted",
    "checkpoint-segment-path",
    "checkpoint-root-mismatch",
    "checkpoint-keyring-mismatch",
    "checkpoint-unknown-keyid",
    "checkpoint-signature-invalid",
    "checkpoint-key-window",
    "checkpoint-sequence-gap",
    "checkpoint-chain-broken",
    "sink-checkpoint-schema-invalid",
    "sink-checkpoint-scope-mismatch",
    "sink-checkpoint-writers-unsorted",
    "sink-checkpoint-segment-path",
    "sink-checkpoint-root-mismatch",
    "sink-checkpoint-keyring-mismatch",
    "sink-checkpoint-unknown-keyid",
    "sink-checkpoint-signature-invalid",
    "sink-checkpoint-key-window",
    "checkpoint-divergence",
    "checkpoint-sink-behind",
    "checkpoint-sink-missing",
    "segment-missing",
    "segment-truncated",
    "checkpoint-head-mismatch",
];

/// The vectors of `effect-ledger-verify` are the ledger's tamper matrix: each damage is there, and nothing unheard of.
#[test]
fn every_failure_of_a_ledger_has_a_vector() {
    let file = BufReader::new(std::fs::File::open(vectors().join("effect-ledger-verify.jsonl")).unwrap());
    let seen: std::collections::BTreeSet<String> = file
        .lines()
        .map(|line| serde_json::from_str::<Value>(&line.unwrap()).unwrap())
        .flat_map(|case| case["failureCodes"].as_array().cloned().unwrap_or_default())
        .map(|code| code.as_str().unwrap().to_owned())
        .collect();
    assert_eq!(seen, LEDGER_FAILURES.iter().map(|code| (*code).to_owned()).collect());
}
