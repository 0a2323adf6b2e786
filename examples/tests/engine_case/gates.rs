//! Gates: their words, their ends, their reports.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::cases::{answers, ask, check, fail, get, mark, parallel, refused, sh, step_with, steps, with};

#[test]
fn gates_take_their_words_as_they_stand() {
    let said = |args: Value| ask(&steps(&json!([{"id": "g", "kind": "gate", "command": "printf", "args": args}])));
    let report = |text: &str| said(json!(["\"%s\"", text]))["output"]["report"].clone();
    for text in ["$HOME", "$input", "$$", "$steps.nobody", "${TOOL} run", "*", "; exit 3", "é"] {
        assert_eq!(report(text), text);
    }
    // The first argument too, where a reference would have been looked for.
    let first = json!([{"id": "g", "kind": "gate", "command": "sh", "args": ["-c", "$HOMELESS echo 123"]}]);
    answers(&steps(&first), json!({"ok": true, "exitCode": 0, "report": 123}));
    for (script, report) in [
        ("true", Value::Null),
        ("printf '\\n \\t'", Value::Null),
        ("echo true", json!(true)),
        ("echo null", Value::Null),
        ("echo '[1]'; echo '[2]'", Value::Null),
        ("echo '{\"a\":1}' >&2", Value::Null),
        ("printf '\\377'", Value::Null),
        ("printf '\"x'", Value::Null),
        ("cat; echo '\"end of input\"'", json!("end of input")),
    ] {
        answers(&steps(&json!([sh("g", script)])), json!({"ok": true, "exitCode": 0, "report": report}));
    }
    // What a gate reports can be referred to.
    let read = json!([sh("g", "echo '{\"n\": [4]}'"), get("n", "$steps.g.report.n.0")]);
    answers(&steps(&read), json!(4));
    for bad in [
        json!({"args": "x"}),
        json!({"args": [1]}),
        json!({"command": ""}),
        json!({"command": "\t"}),
        json!({"command": ["true"]}),
        json!({"retries": 1}),
    ] {
        let mut gate = sh("g", "true");
        for (name, value) in bad.as_object().expect("an object") {
            gate[name] = value.clone();
        }
        refused(&steps(&json!([gate])), "g");
    }
}

#[test]
fn gates_fail_by_what_happened_to_them() {
    let failing = |gate: Value, class: &str| {
        check(
            &steps(&json!([gate, mark("after", 0)])),
            &json!({"outcome": "failed", "class": class, "step": "g", "log": [], "ran": ["g"]}),
        );
    };
    failing(sh("g", "exit 1"), "exit");
    failing(sh("g", "echo '{\"ok\": true}'; exit 7"), "exit");
    failing(sh("g", "kill -9 $$"), "exit");
    failing(sh("g", "no-such-command-here"), "exit");
    failing(json!({"id": "g", "kind": "gate", "command": "no-such-command-here"}), "spawn");
    failing(json!({"id": "g", "kind": "gate", "command": "/"}), "spawn");
    failing(json!({"id": "g", "kind": "gate", "command": "true", "cwd": "/no/such/folder"}), "spawn");
    failing(json!({"id": "g", "kind": "gate", "command": "a\u{0}b"}), "spawn");
    failing(step_with(sh("g", "sleep 60; exit 3"), "timeout_ms", json!(80)), "timeout");
    failing(step_with(sh("g", "trap 'exit 0' TERM; sleep 60 & wait"), "timeout_ms", json!(80)), "timeout");
    let message = ask(&steps(&json!([sh("g", "exit 42")])))["error"]["message"].clone();
    assert!(message.as_str().is_some_and(|text| text.contains("exitCode 42")), "{message}");
}

#[test]
fn a_gate_that_is_stopped_was_cancelled_whatever_it_says() {
    let begin = Instant::now();
    for script in [
        "sleep 60",
        "trap 'exit 3' TERM; sleep 60 & wait",
        "trap 'echo {}; exit 0' TERM; sleep 60 & wait",
        "trap '' TERM; sleep 60",
        "exec yes",
    ] {
        check(
            &with(steps(&json!([sh("g", script), mark("after", 0)])), "cancel_at_ms", json!(150)),
            &json!({"outcome": "cancelled", "class": "cancelled", "step": null, "ran": ["g"], "completed": [], "log": [],
                "events": ["run.started", "step.started", "step.failed", "run.cancelled"]}),
        );
        // A sibling's failure stops it too, and stays the answer.
        let beside = steps(&json!([parallel("p", &[json!([sh("g", script)]), json!([fail("f", 150)])])]));
        check(&beside, &json!({"outcome": "failed", "class": "failed", "step": "f", "completed": []}));
    }
    assert!(begin.elapsed() < Duration::from_secs(50), "no gate was waited for to its end");
    // It is asked before it is killed, and may put things in order.
    let folder = tempfile::tempdir().expect("a folder");
    let script = "trap 'echo tidy > left; exit 0' TERM; sleep 60 & wait";
    let gate = step_with(sh("g", script), "cwd", json!(folder.path()));
    check(&with(steps(&json!([gate])), "cancel_at_ms", json!(300)), &json!({"outcome": "cancelled"}));
    assert_eq!(std::fs::read_to_string(folder.path().join("left")).ok().as_deref(), Some("tidy\n"));
}

#[test]
fn report_files_are_read_beside_the_gate() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::create_dir(folder.path().join("sub")).expect("it is ours");
    std::fs::write(folder.path().join("good.json"), " {\"n\": 1}\n").expect("it is ours");
    std::fs::write(folder.path().join("bad.json"), "{").expect("it is ours");
    let gate = |report: &str, script: &str| {
        steps(&json!([step_with(step_with(sh("g", script), "cwd", json!(folder.path())), "report", json!(report))]))
    };
    let output = |report: Value| json!({"ok": true, "exitCode": 0, "report": report});
    answers(&gate("good.json", "true"), output(json!({"n": 1})));
    answers(&gate("sub/../good.json", "echo text"), output(json!({"n": 1})));
    answers(&gate(&folder.path().join("good.json").display().to_string(), "true"), output(json!({"n": 1})));
    answers(&gate("good.json", "echo 2"), output(json!(2)));
    for nothing in ["bad.json", "missing.json", "sub", "", "/dev/zero"] {
        answers(&gate(nothing, "true"), output(Value::Null));
    }
    answers(&gate("new.json", "echo '[3]' > new.json"), output(json!([3])));
}
