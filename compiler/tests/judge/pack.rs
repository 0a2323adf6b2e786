//! Packs.

use crate::pack;

const GOOD: &str = "kind: review-pack\nid: p\nversion: 1.0.0\nchecks:\n- {id: a, kind: agent, rubric: r.md}\n";

#[test]
fn the_members_of_a_pack() {
    pack(GOOD, &[]);
    pack(&format!("{GOOD}description: d"), &[]);
    pack(
        "{}",
        &["missing-field@2:1 kind", "missing-field@2:1 id", "missing-field@2:1 version", "missing-field@2:1 checks"],
    );
    pack("kind: review", &["wrong-kind@2:7 kind"]);
    pack(&GOOD.replace("1.0.0", "1.0"), &["wrong-type@4:10 version"]);
    pack(&GOOD.replace("1.0.0", "v1.0.0"), &["bad-version@4:10 version"]);
    pack(&GOOD.replace("1.0.0", "1.0.0-rc.1+build"), &[]);
    for key in ["name", "target", "bindings", "prepare", "verdict", "uses"] {
        pack(&format!("{GOOD}{key}: x"), &[&format!("unknown-key@7:1 {key}")]);
    }
}

#[test]
fn the_checks_of_a_pack() {
    let checks = |checks: &str, expect: &[&str]| {
        pack(&format!("{{kind: review-pack, id: p, version: 1.0.0, checks: [\n{checks}\n]}}"), expect);
    };
    checks("", &["bad-value@2:52 checks"]);
    checks("{id: a, kind: command, run: x}, {id: b, kind: agent, rubric: r, preset: p}", &[]);
    checks("{id: a, kind: command, run: x}, {id: a, kind: agent, rubric: r}", &["duplicate-id@3:38 checks[1].id"]);
    checks("{id: a, kind: command, run: x, effects: false}", &[]);
    checks("{id: a, kind: command, run: x, effects: true}", &["effects-not-allowed@3:41 checks[0].effects"]);
    checks("{id: a, kind: agent, rubric: r, effects: true}", &["effects-not-allowed@3:42 checks[0].effects"]);
    checks("{id: a, kind: agent, rubric: r, fallbackPresets: [q]}", &["unknown-key@3:50 checks[0].fallbackPresets"]);
    checks("{id: a, kind: agent}", &["missing-field@3:1 checks[0].rubric"]);
    checks("{id: a, kind: agent, rubric: ''}", &["bad-value@3:30 checks[0].rubric"]);
    checks("{id: a, kind: command, run: x, blocking: false}", &[]);
}
