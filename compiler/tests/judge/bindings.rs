//! Bindings and the rules between them and the checks.

use crate::review;

/// `bindings` begins at line 8.
#[track_caller]
fn bindings(bindings: &str, expect: &[&str]) {
    review(
        &format!(
            "kind: review\nid: r\ntarget: git-range\nchecks:\n- {{id: fix, kind: command, run: x, effects: true}}\n- {{id: types, kind: command, run: x}}\n- {{id: style, kind: command, run: x, blocking: false}}\nbindings: {bindings}"
        ),
        expect,
    );
}

#[test]
fn shapes() {
    bindings("{}", &[]);
    bindings("{local: {checks: [types]}}", &[]);
    bindings("{local: {on: pre-push, prepare: [fix], checks: [types, style], quorum: all-blocking-pass}}", &[]);
    bindings("~", &["null-value@9:11 bindings"]);
    bindings("[]", &["wrong-type@9:11 bindings"]);
    bindings("{local: }", &["null-value@9:17 bindings.local"]);
    bindings("{local: {}}", &["missing-field@9:19 bindings.local.checks"]);
    bindings("{local: {checks: []}}", &["bad-value@9:28 bindings.local.checks"]);
    bindings("{local: {checks: types}}", &["wrong-type@9:28 bindings.local.checks"]);
    bindings("{local: {checks: [types], on: ''}}", &["bad-value@9:41 bindings.local.on"]);
    bindings("{local: {checks: [types], prepare: ~}}", &["null-value@9:46 bindings.local.prepare"]);
    bindings("{local: {checks: [types], quorum: majority}}", &["bad-value@9:45 bindings.local.quorum"]);
    bindings("{local: {checks: [types], when: x}}", &["unknown-key@9:37 bindings.local.when"]);
    bindings("{Local: {checks: [types]}}", &["bad-id@9:12 bindings.Local"]);
    bindings("{a.b: {checks: [types]}}", &["bad-id@9:12 bindings[\"a.b\"]"]);
    bindings("{on: {on: on, checks: [types]}}", &[]);
}

#[test]
fn refs() {
    bindings("{l: {checks: [type]}}", &["unknown-check@9:25 bindings.l.checks[0]"]);
    bindings(
        "{l: {checks: [types, Types, 5]}}",
        &["bad-ref@9:32 bindings.l.checks[1]", "wrong-type@9:39 bindings.l.checks[2]"],
    );
    bindings("{l: {checks: [types, types]}}", &["duplicate-ref@9:32 bindings.l.checks[1]"]);
    bindings("{l: {prepare: [fix, fix], checks: [types]}}", &["duplicate-ref@9:31 bindings.l.prepare[1]"]);
    bindings("{l: {prepare: [types], checks: [types]}}", &["not-effects@9:26 bindings.l.prepare[0]"]);
    bindings("{l: {checks: [fix, types]}}", &["effects-in-checks@9:25 bindings.l.checks[0]"]);
    bindings("{l: {checks: [style]}}", &["no-blocking-check@9:24 bindings.l.checks"]);
    bindings("{l: {checks: [org/x, types]}}", &["unknown-check@9:25 bindings.l.checks[0]"]);
    bindings(
        "{l: {prepare: [nope], checks: [style, nope]}}",
        &["unknown-check@9:26 bindings.l.prepare[0]", "unknown-check@9:49 bindings.l.checks[1]"],
    );
    bindings("{l: {checks: [a/b/c]}}", &["bad-ref@9:25 bindings.l.checks[0]"]);
}

#[test]
fn a_check_that_is_wrong_itself_is_not_told_twice() {
    review(
        "kind: review\nid: r\ntarget: git-range\nchecks:\n- {id: a, kind: command}\n- {id: b, kind: what}\nbindings: {l: {prepare: [b], checks: [a, b]}}",
        &["missing-field@6:3 checks[0].run", "bad-value@7:17 checks[1].kind"],
    );
    review("kind: review\nid: r\ntarget: git-range\nbindings: {l: {checks: [a]}}", &["missing-field@2:1 checks"]);
}
