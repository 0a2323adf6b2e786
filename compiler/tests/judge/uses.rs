//! Imported packs: what can be judged before they are resolved.

use crate::review;

/// `uses` begins at line 6, what follows at line 7.
#[track_caller]
fn uses(uses: &str, rest: &str, expect: &[&str]) {
    review(
        &format!(
            "kind: review\nid: r\ntarget: git-range\nchecks: [{{id: a, kind: command, run: x}}, {{id: adv, kind: command, run: x, blocking: false}}]\nuses: {uses}\n{rest}"
        ),
        expect,
    );
}

const LOCAL: &str = "bindings: {l: {checks: [a]}}";

#[track_caller]
fn entry(entry: &str, expect: &[&str]) {
    uses(&format!("[{{{entry}}}]"), LOCAL, expect);
}

#[test]
fn entries() {
    uses("[]", "", &[]);
    entry("pack: ./p, as: org", &[]);
    entry(
        "pack: '@o/p', as: org, checks: [], preset: p, fallbackPresets: [q], overrides: {}, allowCommands: true",
        &[],
    );
    entry("", &["missing-field@6:8 uses[0].pack", "missing-field@6:8 uses[0].as"]);
    entry("pack: ./p, as: Org", &["bad-id@6:24 uses[0].as"]);
    entry("pack: '', as: org", &["bad-value@6:15 uses[0].pack"]);
    entry("pack: a b, as: org", &["bad-pack-ref@6:15 uses[0].pack"]);
    entry("pack: git+ssh://h/r#0123456789abcdef0123456789abcdef01234567, as: org", &["bad-pack-ref@6:15 uses[0].pack"]);
    entry("pack: 'git+https://h/r#main', as: org", &["bad-pack-ref@6:15 uses[0].pack"]);
    entry("pack: git+https://h/r#0123456789abcdef0123456789abcdef01234567, as: org", &[]);
    entry("pack: ./p, as: org, checks: [x, x]", &["duplicate-ref@6:41 uses[0].checks[1]"]);
    entry("pack: ./p, as: org, checks: [a/b]", &["bad-id@6:38 uses[0].checks[0]"]);
    entry("pack: ./p, as: org, allowCommands: yes", &["wrong-type@6:44 uses[0].allowCommands"]);
    entry("pack: ./p, as: org, preset: p, fallbackPresets: [p]", &["fallback-repeats@6:58 uses[0].fallbackPresets[0]"]);
    entry("pack: ./p, as: org, fallbackPresets: [p, p]", &["fallback-repeats@6:50 uses[0].fallbackPresets[1]"]);
    entry("pack: ./p, as: org, alow: 1", &["unknown-key@6:29 uses[0].alow"]);
    entry("pack: ./p, as: org, checks: ~", &["null-value@6:37 uses[0].checks"]);
    uses("{}", LOCAL, &["wrong-type@6:7 uses"]);
    uses("[{pack: ./p, as: o}, {pack: ./p, as: o}]", LOCAL, &["duplicate-namespace@6:44 uses[1].as"]);
}

#[test]
fn overrides() {
    entry(
        "pack: ./p, as: o, overrides: {x: {blockOn: low, blocking: false, timeoutMs: 5, preset: p, fallbackPresets: [q]}}",
        &[],
    );
    entry("pack: ./p, as: o, overrides: {x: {}}", &[]);
    entry("pack: ./p, as: o, overrides: {x: ~}", &["null-value@6:42 uses[0].overrides.x"]);
    entry("pack: ./p, as: o, overrides: []", &["wrong-type@6:38 uses[0].overrides"]);
    entry("pack: ./p, as: o, overrides: {X: {}}", &["bad-id@6:39 uses[0].overrides.X"]);
    entry("pack: ./p, as: o, overrides: {x: {run: y}}", &["unknown-key@6:43 uses[0].overrides.x.run"]);
    entry("pack: ./p, as: o, overrides: {x: {timeoutMs: 0}}", &["bad-value@6:54 uses[0].overrides.x.timeoutMs"]);
    entry("pack: ./p, as: o, checks: [x], overrides: {y: {}}", &["unselected-override@6:52 uses[0].overrides.y"]);
    entry(
        "pack: ./p, as: o, overrides: {x: {preset: p, fallbackPresets: [p]}}",
        &["fallback-repeats@6:72 uses[0].overrides.x.fallbackPresets[0]"],
    );
}

#[test]
fn bindings_with_packs() {
    uses("[{pack: ./p, as: o}]", "", &["bindings-required@2:1 bindings"]);
    uses("[{pack: ./p, as: o}]", "bindings: {}", &["bindings-required@7:11 bindings"]);
    uses("[{pack: ./p, as: o}]", "bindings: {l: {checks: [o/x]}}", &[]);
    uses("[{pack: ./p, as: o}]", "bindings: {l: {checks: [adv, o/x]}}", &[]);
    uses("[{pack: ./p, as: o}]", "bindings: {l: {checks: [q/x]}}", &["unknown-namespace@7:25 bindings.l.checks[0]"]);
    uses("[{pack: ./p, as: o}]", "bindings: {l: {checks: [b, o/x]}}", &["unknown-check@7:25 bindings.l.checks[0]"]);
    uses(
        "[{pack: ./p, as: o}]",
        "bindings: {l: {prepare: [a], checks: [o/x]}}",
        &["not-effects@7:26 bindings.l.prepare[0]"],
    );
    uses("[{pack: ./p, as: o}]", "bindings: {l: {checks: [adv]}}", &["no-blocking-check@7:24 bindings.l.checks"]);
    uses("[{pack: ./p, as: o}]", "bindings: {l: {checks: [o/x, o/x]}}", &["duplicate-ref@7:30 bindings.l.checks[1]"]);
    // A namespace that could not be read may be the one that is meant.
    uses("[{pack: ./p}]", "bindings: {l: {checks: [o/x]}}", &["missing-field@6:8 uses[0].as"]);
}
