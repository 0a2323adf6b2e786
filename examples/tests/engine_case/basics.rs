//! Every function, every kind of failure, every limit once.

use std::{
    process::Command,
    time::{Duration, Instant},
};

use serde_json::{Value, json};

use crate::cases::{ask, check, constant, send, steps};

#[test]
fn values_flow_along_references() {
    let list = json!([
        constant("one", &json!({"n": 1, "list": [1, 2.5]})),
        constant("literal", &json!("$steps.nobody")),
        {"id": "in", "kind": "transform", "fn": "input"},
        {"id": "get", "kind": "transform", "fn": "get", "ref": "$steps.one.list.1"},
        {"id": "whole", "kind": "transform", "fn": "sum", "refs": ["$steps.one.n", "$input.k"]},
        {"id": "sum", "kind": "transform", "fn": "sum", "refs": ["$steps.whole", "$steps.get"]},
    ]);
    let mut case = steps(&list);
    case["input"] = json!({"k": 40});
    case["graph"]["result"] = json!({"sum": "$steps.sum", "whole": "$steps.whole", "in": "$steps.in", "literal": ["$steps.literal"], "d": "$$x"});
    let output = json!({"sum": 43.5, "whole": 41, "in": {"k": 40}, "literal": ["$steps.nobody"], "d": "$x"});
    check(&case, &json!({"outcome": "ok", "output": output, "error": null}));
    check(
        &steps(&json!([constant("a", &json!(1)), {"id": "g", "kind": "transform", "fn": "get", "ref": "$steps.a.x"}])),
        &json!({"outcome": "failed", "class": "failed", "step": "g", "ran": ["a", "g"], "completed": ["a"]}),
    );
}

#[test]
fn graphs_that_make_no_sense_are_refused() {
    let invalid = |step: Value| json!({"outcome": "compile_error", "class": "invalid_graph", "step": step, "ran": [], "events": []});
    for (list, step) in [
        (json!([]), Value::Null),
        (json!([constant("a", &json!(1)), constant("a", &json!(1))]), json!("a")),
        (
            json!([{"id": "a", "kind": "transform", "fn": "get", "ref": "$steps.b"}, constant("b", &json!(1))]),
            json!("a"),
        ),
        (json!([{"id": "a", "kind": "transform", "fn": "get", "ref": "$HOME"}]), json!("a")),
        (json!([{"id": "a", "kind": "transform", "fn": "nonsense"}]), json!("a")),
        (json!([{"id": "a", "kind": "transform", "fn": "const", "value": 1, "extra": 2}]), json!("a")),
        (json!([{"id": "a", "kind": "transform", "fn": "input", "timeout_ms": 0}]), json!("a")),
        (json!([{"id": "a", "kind": "transform", "fn": "input", "timeout_ms": -1}]), json!("a")),
        (json!([{"id": "a", "kind": "transform", "fn": "input", "after": ["a"]}]), json!("a")),
        (json!([{"id": "a", "kind": "nonsense"}]), json!("a")),
        (json!([{"id": "a", "kind": "gate"}]), json!("a")),
        (json!([{"id": "a", "kind": "gate", "command": " "}]), json!("a")),
        (json!([{"id": "a", "kind": "parallel", "branches": []}]), json!("a")),
        (json!([{"id": "a", "kind": "parallel", "branches": [{"id": "x", "steps": []}], "fn": 1}]), json!("a")),
        (json!([{"kind": "gate"}]), Value::Null),
    ] {
        check(&steps(&list), &invalid(step));
    }
    let mut case = steps(&json!([constant("a", &json!(1))]));
    case["graph"]["result"] = json!("$steps.b");
    check(&case, &invalid(Value::Null));
    for kind in [
        "suspend",
        "approval",
        "tool",
        "branch",
        "map",
        "loop",
        "subworkflow",
        "agent",
        "group",
        "pipeline",
        "artifact",
    ] {
        let inside = json!([{"id": "p", "kind": "parallel", "branches": [{"id": "x", "steps": [{"id": "s", "kind": kind, "prompt": "?"}]}]}]);
        check(&steps(&inside), &json!({"outcome": "compile_error", "class": "unsupported", "step": "s"}));
    }
}

#[test]
fn every_line_has_an_answer() {
    let good = steps(&json!([constant("a", &json!(1))]));
    let deep = "[".repeat(100_000);
    let answers = send(&format!("not json\n{good}\n{deep}\n{{\"graph\": 1}}\n\n{{\"grahp\": {{}}}}\n{good}"));
    let outcomes: Vec<&Value> = answers.iter().map(|answer| &answer["outcome"]).collect();
    assert_eq!(outcomes, ["compile_error", "ok", "compile_error", "compile_error", "compile_error", "ok"]);
}

#[test]
fn branches_overlap_and_are_bounded() {
    let sleep = |id: &str, ms: u64| json!({"id": id, "kind": "transform", "fn": "sleep", "ms": ms, "value": id});
    let branches = json!([
        {"id": "x", "steps": [sleep("x1", 300)]},
        {"id": "y", "steps": [sleep("y1", 10), sleep("y2", 10)]},
    ]);
    let mut case = steps(&json!([{"id": "p", "kind": "parallel", "branches": branches}]));
    check(
        &case,
        &json!({"output": {"x": "x1", "y": "y2"}, "ran": ["p", "x1", "y1", "y2"], "completed": ["y1", "y2", "x1", "p"], "max_in_flight": 2}),
    );
    case["max_concurrency"] = json!(1);
    check(&case, &json!({"ran": ["p", "x1", "y1", "y2"], "completed": ["x1", "y1", "y2", "p"], "max_in_flight": 1}));
}

#[test]
fn failures_keep_class_and_step_and_stop_the_siblings() {
    let beside = |step: Value| {
        let block = json!({"id": "held", "kind": "transform", "fn": "block_until_dropped"});
        let branches = json!([{"id": "x", "steps": [block]}, {"id": "y", "steps": [step]}]);
        let mark = json!({"id": "after", "kind": "transform", "fn": "mark", "name": "after"});
        steps(&json!([{"id": "p", "kind": "parallel", "branches": branches}, mark]))
    };
    for (step, class) in [
        (json!({"id": "s", "kind": "transform", "fn": "fail", "message": "no", "after_ms": 5}), "failed"),
        (json!({"id": "s", "kind": "transform", "fn": "fail", "message": "no"}), "failed"),
        (json!({"id": "s", "kind": "transform", "fn": "panic", "message": "ouch"}), "panic"),
        (json!({"id": "s", "kind": "transform", "fn": "panic", "message": "ouch", "after_ms": 5}), "panic"),
        (json!({"id": "s", "kind": "transform", "fn": "sleep", "ms": 60_000, "timeout_ms": 20}), "timeout"),
        (json!({"id": "s", "kind": "gate", "command": "sh", "args": ["-c", "exit 3"]}), "exit"),
        (json!({"id": "s", "kind": "gate", "command": "/no/such/program"}), "spawn"),
        (json!({"id": "s", "kind": "gate", "command": "sleep", "args": ["60"], "timeout_ms": 50}), "timeout"),
    ] {
        check(
            &beside(step),
            &json!({"outcome": "failed", "class": class, "step": "s", "log": ["dropped:held"], "ran": ["p", "held", "s"], "completed": []}),
        );
    }
}

#[test]
fn runs_are_limited_cancelled_and_dropped() {
    let block =
        || steps(&json!([constant("a", &json!(1)), {"id": "held", "kind": "transform", "fn": "block_until_dropped"}]));
    let seen = |outcome: &str, class: &str| json!({"outcome": outcome, "class": class, "step": null, "log": ["dropped:held"], "ran": ["a", "held"], "completed": ["a"]});
    let mut case = block();
    case["graph"]["timeout_ms"] = json!(30);
    check(&case, &seen("failed", "timeout"));
    let mut case = block();
    case["cancel_at_ms"] = json!(30);
    check(&case, &seen("cancelled", "cancelled"));
    let mut case = block();
    case["drop_at_ms"] = json!(30);
    check(&case, &seen("cancelled", "cancelled"));
    let mut case = block();
    case["graph"]["max_steps"] = json!(1);
    check(&case, &json!({"outcome": "failed", "class": "limit", "ran": [], "log": []}));
    // Nothing of a cancelled run writes later.
    let mark = json!({"id": "m", "kind": "transform", "fn": "mark", "name": "late", "after_ms": 100});
    let mut case = steps(&json!([mark]));
    case["cancel_at_ms"] = json!(10);
    case["settle_ms"] = json!(200);
    check(
        &case,
        &json!({"outcome": "cancelled", "log": [], "events": ["run.started", "step.started", "step.failed", "run.cancelled"]}),
    );
}

#[test]
fn gates_report_in_json() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("report.json"), r#"{"from": "file"}"#).expect("it is ours");
    let gate = |script: &str| {
        let args = json!(["-c", script]);
        steps(
            &json!([{"id": "g", "kind": "gate", "command": "sh", "args": args, "cwd": folder.path(), "report": "report.json"}]),
        )
    };
    for (script, report) in [
        (r#"echo '  {"from": "stdout"} '"#, json!({"from": "stdout"})),
        ("echo 17", json!(17)),
        ("echo text; echo 17", json!({"from": "file"})),
        ("cat", json!({"from": "file"})),
    ] {
        check(&gate(script), &json!({"outcome": "ok", "output": {"ok": true, "exitCode": 0, "report": report}}));
    }
    let plain = steps(&json!([{"id": "g", "kind": "gate", "command": "printf", "args": ["%s", "$input $$"]}]));
    check(&plain, &json!({"output": {"ok": true, "exitCode": 0, "report": null}}));
    let message = ask(&gate("echo why >&2; exit 3"))["error"]["message"].clone();
    assert_eq!(message, "`sh` ended with exitCode 3: why");
    let message = ask(&gate("kill -9 $$"))["error"]["message"].clone();
    assert_eq!(message, "`sh` ended with exitCode 128 (signal 9)");
}

#[test]
fn gates_leave_nothing_behind_and_wait_for_nothing_that_was() {
    let begin = Instant::now();
    let folder = tempfile::tempdir().expect("a folder");
    let name = |n: u32| folder.path().join(n.to_string()).display().to_string();
    let gate = |n: u32, end: &str| {
        // The child in the background holds the pipe and leaves its number.
        let script = format!("sleep 600 & echo $! > '{}'; {end}", name(n));
        json!({"id": format!("g{n}"), "kind": "gate", "command": "sh", "args": ["-c", script]})
    };
    check(&steps(&json!([gate(1, "exit 0")])), &json!({"outcome": "ok"}));
    let mut slow = gate(2, "wait");
    slow["timeout_ms"] = json!(300);
    check(&steps(&json!([slow])), &json!({"outcome": "failed", "class": "timeout", "step": "g2"}));
    let mut case = steps(&json!([gate(3, "wait")]));
    case["cancel_at_ms"] = json!(300);
    check(&case, &json!({"outcome": "cancelled"}));
    let mut case = steps(&json!([gate(4, "wait")]));
    case["drop_at_ms"] = json!(300);
    check(&case, &json!({"outcome": "cancelled"}));
    for n in 1..=4 {
        let number = std::fs::read_to_string(name(n)).expect("the script wrote it");
        let alive = || {
            let state = Command::new("ps").args(["-o", "stat=", "-p", number.trim()]).output().expect("ps");
            let state = String::from_utf8_lossy(&state.stdout).trim().to_owned();
            !state.is_empty() && !state.starts_with('Z')
        };
        let until = Instant::now() + Duration::from_secs(10);
        while alive() {
            assert!(Instant::now() < until, "the child of gate {n} is alive");
            std::thread::sleep(Duration::from_millis(10));
        }
    }
    assert!(begin.elapsed() < Duration::from_secs(60));
}
