//! Cases in, answers out.

use std::{io::Write, process::Stdio};

use serde_json::{Value, json};

use crate::programs::{lines, program};

/// Sends lines as they are; gives the answers.
pub(crate) fn send(input: &str) -> Vec<Value> {
    let mut child = program("engine-case")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("it was built beside this test");
    let mut stdin = child.stdin.take().expect("it is piped");
    let text = input.to_owned();
    let writer = std::thread::spawn(move || stdin.write_all(text.as_bytes()));
    let output = child.wait_with_output().expect("it ends");
    writer.join().expect("no panic").expect("it reads everything");
    assert!(output.status.success());
    lines(&output.stdout).iter().map(|line| serde_json::from_str(line).expect("an answer is JSON")).collect()
}

pub(crate) fn ask(case: &Value) -> Value {
    let mut answers = send(&format!("{case}\n"));
    assert_eq!(answers.len(), 1);
    let answer = answers.remove(0);
    let terminal = |name: &&Value| ["run.completed", "run.failed", "run.cancelled"].iter().any(|end| **name == *end);
    let events = answer["events"].as_array().expect("events are a list");
    if answer["outcome"] != "compile_error" {
        assert_eq!(events.iter().filter(terminal).count(), 1, "{answer}");
        assert!(events.last().as_ref().is_some_and(terminal), "{answer}");
    }
    answer
}

pub(crate) fn steps(steps: &Value) -> Value {
    json!({"graph": {"id": "g", "steps": steps}})
}

/// The parts of an answer that do not depend on time, as far as `expect` names them.
pub(crate) fn check(case: &Value, expect: &Value) {
    let answer = ask(case);
    let mut got = json!({});
    for name in expect.as_object().expect("an object").keys() {
        got[name] = match name.as_str() {
            "class" => answer["error"]["class"].clone(),
            "step" => answer["error"]["step"].clone(),
            _ => answer[name].clone(),
        };
    }
    assert_eq!(got, *expect, "{case}\n{answer}");
}

pub(crate) fn constant(id: &str, value: &Value) -> Value {
    json!({"id": id, "kind": "transform", "fn": "const", "value": value})
}

pub(crate) fn mark(id: &str, after_ms: u64) -> Value {
    json!({"id": id, "kind": "transform", "fn": "mark", "name": id, "after_ms": after_ms})
}

pub(crate) fn get(id: &str, reference: &str) -> Value {
    json!({"id": id, "kind": "transform", "fn": "get", "ref": reference})
}

pub(crate) fn held(id: &str) -> Value {
    json!({"id": id, "kind": "transform", "fn": "block_until_dropped"})
}

pub(crate) fn fail(id: &str, after_ms: u64) -> Value {
    json!({"id": id, "kind": "transform", "fn": "fail", "message": "no", "after_ms": after_ms})
}

pub(crate) fn sleep(id: &str, ms: u64) -> Value {
    json!({"id": id, "kind": "transform", "fn": "sleep", "ms": ms, "value": id})
}

pub(crate) fn sh(id: &str, script: &str) -> Value {
    json!({"id": id, "kind": "gate", "command": "sh", "args": ["-c", script]})
}

/// A `parallel` step with a branch for each list, called `b0`, `b1` and so on.
pub(crate) fn parallel(id: &str, branches: &[Value]) -> Value {
    let branches: Vec<Value> =
        branches.iter().enumerate().map(|(n, steps)| json!({"id": format!("b{n}"), "steps": steps})).collect();
    json!({"id": id, "kind": "parallel", "branches": branches})
}

pub(crate) fn with(mut case: Value, member: &str, value: Value) -> Value {
    case[member] = value;
    case
}

pub(crate) fn graph_with(mut case: Value, member: &str, value: Value) -> Value {
    case["graph"][member] = value;
    case
}

pub(crate) fn step_with(mut step: Value, member: &str, value: Value) -> Value {
    step[member] = value;
    step
}

pub(crate) fn refused(case: &Value, step: impl Into<Value>) {
    let class = json!({"outcome": "compile_error", "class": "invalid_graph", "step": step.into(), "ran": [], "log": [], "events": []});
    check(case, &class);
}

pub(crate) fn answers(case: &Value, output: impl Into<Value>) {
    check(case, &json!({"outcome": "ok", "output": output.into(), "error": null}));
}
