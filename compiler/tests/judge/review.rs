//! The members of a review itself.

use crate::review;

const GOOD: &str = "kind: review\nid: r\ntarget: git-range\nchecks:\n- {id: a, kind: command, run: x}\n";

#[track_caller]
fn with(rest: &str, expect: &[&str]) {
    review(&format!("{GOOD}{rest}"), expect);
}

#[test]
fn the_least_that_is_a_review() {
    review(GOOD, &[]);
    review(
        "{\"kind\": \"review\", \"id\": \"r\", \"target\": \"git-range\", \"checks\": [{\"id\": \"a\", \"kind\": \"command\", \"run\": \"x\"}]}",
        &[],
    );
}

#[test]
fn everything_missing() {
    review(
        "{}",
        &["missing-field@2:1 kind", "missing-field@2:1 id", "missing-field@2:1 target", "missing-field@2:1 checks"],
    );
    review("kind: review", &["missing-field@2:1 id", "missing-field@2:1 target", "missing-field@2:1 checks"]);
    review("", &["not-a-mapping@2:1"]);
    review("# nothing", &["not-a-mapping@2:1"]);
    review("~", &["not-a-mapping@2:1"]);
    review("- a", &["not-a-mapping@2:1"]);
    review("text", &["not-a-mapping@2:1"]);
}

#[test]
fn kinds() {
    review("kind: review-pack\nid: X", &["wrong-kind@2:7 kind"]);
    review("kind: revew\nid: r\ntarget: git-range\nchecks: [{id: a, kind: command, run: x}]", &["bad-value@2:7 kind"]);
    review("kind: 5\nid: r\ntarget: git-range\nchecks: [{id: a, kind: command, run: x}]", &["wrong-type@2:7 kind"]);
}

#[test]
fn ids() {
    let id = |id: &str, expect: &[&str]| review(&GOOD.replace("id: r", &format!("id: {id}")), expect);
    id("a", &[]);
    id("a-", &[]);
    id("a--b9", &[]);
    id(&"a".repeat(64), &[]);
    id(&"a".repeat(65), &["bad-id@3:5 id"]);
    id("A", &["bad-id@3:5 id"]);
    id("9a", &["bad-id@3:5 id"]);
    id("a_b", &["bad-id@3:5 id"]);
    id("a/b", &["bad-id@3:5 id"]);
    id("''", &["bad-id@3:5 id"]);
    id("é", &["bad-id@3:5 id"]);
    id("9", &["wrong-type@3:5 id"]);
    id("true", &["wrong-type@3:5 id"]);
    id("on", &[]);
    id("[a]", &["wrong-type@3:5 id"]);
    id("", &["null-value@3:3 id"]);
}

#[test]
fn texts() {
    with("name: n\ndescription: ''", &[]);
    with("name: ''", &["bad-value@7:7 name"]);
    with("name: null", &["null-value@7:7 name"]);
    with("description: 5", &["wrong-type@7:14 description"]);
    with("description: ~", &["null-value@7:14 description"]);
    with("description: !!str 5", &[]);
    with("name: 014\ndescription: 1_000", &[]);
}

#[test]
fn targets() {
    let target = |target: &str, expect: &[&str]| review(&GOOD.replace("git-range", target), expect);
    target("{kind: git-range}", &[]);
    target("{kind: git-range, base: main}", &[]);
    target("{kind: git-range, base: ''}", &["bad-value@4:33 target.base"]);
    target("{kind: git-range, base: 5}", &["wrong-type@4:33 target.base"]);
    target("{kind: git-range, bse: main}", &["unknown-key@4:27 target.bse"]);
    target("{base: main}", &["missing-field@4:9 target.kind"]);
    target("{kind: tree}", &["bad-value@4:16 target.kind"]);
    target("git-rang", &["bad-value@4:9 target"]);
    target("5", &["wrong-type@4:9 target"]);
    target("[git-range]", &["wrong-type@4:9 target"]);
    target("~", &["null-value@4:9 target"]);
}

#[test]
fn unknown_keys() {
    with("naem: x", &["unknown-key@7:1 naem"]);
    with("version: 1.0.0\nprepare: []", &["unknown-key@7:1 version", "unknown-key@8:1 prepare"]);
    with("'a b': 1", &["unknown-key@7:1 [\"a b\"]"]);
}

#[test]
fn where_verdicts_go() {
    with("verdict: {}", &[]);
    with("verdict: {exportDir: .reviews}", &[]);
    with("verdict: {exportDir: a/../b/./c/}", &[]);
    with("verdict: {exportDir: ''}", &["bad-value@7:22 verdict.exportDir"]);
    with("verdict: {exportDir: /tmp}", &["escaping-path@7:22 verdict.exportDir"]);
    with("verdict: {exportDir: ../x}", &["escaping-path@7:22 verdict.exportDir"]);
    with("verdict: {exportDir: a/../../x}", &["escaping-path@7:22 verdict.exportDir"]);
    with("verdict: {dir: x}", &["unknown-key@7:11 verdict.dir"]);
    with("verdict: x", &["wrong-type@7:10 verdict"]);
    with("verdict:", &["null-value@7:8 verdict"]);
}

#[test]
fn everything_at_once_in_source_order() {
    review(
        "verdict: {exportDir: /x}\nid: R\nzzz: 1\nchecks:\n  - id: a\n    kind: command\n    timeoutMs: 1.5\n  - {kind: agent, id: a, preset: p, rubric: r, effects: true}\nkind: review",
        &[
            "missing-field@2:1 target",
            "escaping-path@2:22 verdict.exportDir",
            "bad-id@3:5 id",
            "unknown-key@4:1 zzz",
            "missing-field@6:5 checks[0].run",
            "bad-value@8:16 checks[0].timeoutMs",
            "duplicate-id@9:23 checks[1].id",
            "effects-not-allowed@9:57 checks[1].effects",
        ],
    );
}
