//! Checks.

use crate::{checks, review};

#[track_caller]
fn command(rest: &str, expect: &[&str]) {
    checks(&format!("{{id: a, kind: command, run: x, {rest}}},\n{{id: b, kind: command, run: x}}"), expect);
}

#[track_caller]
fn agent(rest: &str, expect: &[&str]) {
    checks(&format!("{{id: a, kind: agent, preset: p, rubric: r, {rest}}},\n{{id: b, kind: command, run: x}}"), expect);
}

#[test]
fn lists_of_checks() {
    checks("", &["bad-value@2:50 checks"]);
    review("{kind: review, id: r, target: git-range, checks: {a: 1}}", &["wrong-type@2:50 checks"]);
    review("{kind: review, id: r, target: git-range, checks: ~}", &["null-value@2:50 checks"]);
    checks("a, 5, ~", &["wrong-type@3:1 checks[0]", "wrong-type@3:4 checks[1]", "null-value@3:7 checks[2]"]);
    checks(
        "{id: a, kind: command, run: x},\n{id: b, kind: command, run: y},\n{id: a, kind: command, run: z},\n{id: a, kind: command, run: z}",
        &["duplicate-id@5:6 checks[2].id", "duplicate-id@6:6 checks[3].id"],
    );
}

#[test]
fn kinds() {
    checks("{id: a, run: x}", &["missing-field@3:1 checks[0].kind"]);
    checks("{id: a, kind: comand, run: x}", &["bad-value@3:15 checks[0].kind"]);
    checks(
        "{id: a, kind: ~, run: x, zebra: 1}",
        &["null-value@3:15 checks[0].kind", "unknown-key@3:26 checks[0].zebra"],
    );
    checks("{}", &["missing-field@3:1 checks[0].id", "missing-field@3:1 checks[0].kind"]);
}

#[test]
fn command_checks() {
    command("", &[]);
    command("cwd: packages/a, blocking: true, timeoutMs: 1, effects: false, description: d", &[]);
    checks("{id: a, kind: command}", &["missing-field@3:1 checks[0].run"]);
    checks("{id: a, kind: command, run: ''}", &["bad-value@3:29 checks[0].run"]);
    checks("{id: a, kind: command, run: \"a\\0b\"}", &["bad-value@3:29 checks[0].run"]);
    checks("{id: a, kind: command, run: true}", &["wrong-type@3:29 checks[0].run"]);
    checks("{id: a, kind: command, run: \"true\"}", &[]);
    checks("{kind: command, run: x}", &["missing-field@3:1 checks[0].id"]);
    checks("{id: a/b, kind: command, run: x}", &["bad-id@3:6 checks[0].id"]);
    command("preset: p", &["unknown-key@3:32 checks[0].preset"]);
    command("blockOn: low", &["unknown-key@3:32 checks[0].blockOn"]);
    command("timeoutms: 1", &["unknown-key@3:32 checks[0].timeoutms"]);
    command("cwd: ''", &["bad-value@3:37 checks[0].cwd"]);
    command("cwd: /tmp", &["escaping-path@3:37 checks[0].cwd"]);
    command("cwd: ../other", &["escaping-path@3:37 checks[0].cwd"]);
    command("description: ''", &[]);
    command("description: 7", &["wrong-type@3:45 checks[0].description"]);
}

#[test]
fn truth_values() {
    for good in ["true", "false", "True", "FALSE", "!!bool true"] {
        command(&format!("blocking: {good}"), &[]);
    }
    for bad in ["yes", "no", "on", "1", "'true'", "tRUE"] {
        command(&format!("blocking: {bad}"), &["wrong-type@3:42 checks[0].blocking"]);
    }
    command("blocking: ~", &["null-value@3:42 checks[0].blocking"]);
    command("effects: yes", &["wrong-type@3:41 checks[0].effects"]);
}

#[test]
fn time_limits() {
    for good in ["1", "+1", "600000.0", "1e3", "1.5e1", "9007199254740991", "0x10", "0o17", "!!int 5", "!!float 5"] {
        command(&format!("timeoutMs: {good}"), &[]);
    }
    for bad in [
        "0",
        "-1",
        "1.5",
        "9007199254740992",
        "18446744073709551616",
        "1e400",
        ".inf",
        ".nan",
        "-.inf",
        "0xffffffffffffffffff",
        "0.0",
    ] {
        command(&format!("timeoutMs: {bad}"), &["bad-value@3:43 checks[0].timeoutMs"]);
    }
    for bad in ["'600'", "014", "1_000", "0b11", "1:30", "ten", "true", "[1]", "{a: 1}", "010.0", "01e3"] {
        command(&format!("timeoutMs: {bad}"), &["wrong-type@3:43 checks[0].timeoutMs"]);
    }
    command("timeoutMs: null", &["null-value@3:43 checks[0].timeoutMs"]);
}

#[test]
fn agent_checks() {
    agent("", &[]);
    agent("blockOn: medium, blocking: false, timeoutMs: 5, effects: false, description: d", &[]);
    checks("{id: a, kind: agent}", &["missing-field@3:1 checks[0].preset", "missing-field@3:1 checks[0].rubric"]);
    checks(
        "{id: a, kind: agent, preset: '', rubric: ''}",
        &["bad-value@3:30 checks[0].preset", "bad-value@3:42 checks[0].rubric"],
    );
    agent("run: x", &["unknown-key@3:44 checks[0].run"]);
    agent("cwd: x", &["unknown-key@3:44 checks[0].cwd"]);
    agent("blockOn: critical", &["bad-value@3:53 checks[0].blockOn"]);
    agent("blockOn: High", &["bad-value@3:53 checks[0].blockOn"]);
    agent("blockOn: 1", &["wrong-type@3:53 checks[0].blockOn"]);
    agent("effects: true", &["effects-not-allowed@3:53 checks[0].effects"]);
    agent("effects: 1", &["wrong-type@3:53 checks[0].effects"]);
    checks("{id: a, kind: agent, preset: p, rubric: ../outside.md}", &[]);
}

#[test]
fn stand_ins() {
    agent("fallbackPresets: []", &[]);
    agent("fallbackPresets: [q, s]", &[]);
    agent("fallbackPresets: [p]", &["fallback-repeats@3:62 checks[0].fallbackPresets[0]"]);
    agent("fallbackPresets: [q, q]", &["fallback-repeats@3:65 checks[0].fallbackPresets[1]"]);
    agent("fallbackPresets: q", &["wrong-type@3:61 checks[0].fallbackPresets"]);
    agent(
        "fallbackPresets: [q, '', 5]",
        &["bad-value@3:65 checks[0].fallbackPresets[1]", "wrong-type@3:69 checks[0].fallbackPresets[2]"],
    );
}

#[test]
fn the_implied_binding_needs_a_lane() {
    checks("{id: a, kind: command, run: x, effects: true}", &["no-lanes@2:50 checks"]);
    checks("{id: a, kind: command, run: x, blocking: false}", &["no-blocking-check@2:50 checks"]);
    checks(
        "{id: a, kind: command, run: x, effects: true},{id: b, kind: command, run: x, blocking: false}",
        &["no-blocking-check@2:50 checks"],
    );
    checks("{id: a, kind: command, run: x, effects: true},{id: b, kind: command, run: x}", &[]);
}
