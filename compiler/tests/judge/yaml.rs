//! The YAML itself.

use crate::review;

const GOOD: &str = "kind: review\nid: r\ntarget: git-range\nchecks:\n- {id: a, kind: command, run: x}\n";

#[track_caller]
fn with(rest: &str, expect: &[&str]) {
    review(&format!("{GOOD}{rest}"), expect);
}

#[test]
fn keys() {
    with("id: q", &["duplicate-key@7:1 id"]);
    review(&GOOD.replace("run: x", "run: x, run: y"), &["duplicate-key@6:34 checks[0].run"]);
    with("bindings: {l: {checks: [a], checks: [a]}}", &["duplicate-key@7:29 bindings.l.checks"]);
    with("bindings: {l: {checks: [a]}, l: {checks: [a]}}", &["duplicate-key@7:30 bindings.l"]);
    with("description: {a: {b: 1, b: 2}}", &["wrong-type@7:14 description", "duplicate-key@7:25 description.a.b"]);
    with("'id': q", &["duplicate-key@7:1 id"]);
    with("<<: {name: x}", &["merge-key@7:1 <<"]);
    with("1: x", &["non-string-key@7:1"]);
    with("true: x", &["non-string-key@7:1"]);
    with("~: x", &["non-string-key@7:1"]);
    with("'1': x", &["unknown-key@7:1 1"]);
    with("[a]: x", &["non-string-key@7:1"]);
    with("? {a: b}\n: x", &["non-string-key@7:3"]);
    with("? name\n: x", &[]);
    with("verdict: {1.5: x, ~: y}", &["non-string-key@7:11 verdict", "non-string-key@7:19 verdict"]);
}

#[test]
fn tags() {
    with("name: !foo bar", &["unknown-tag@7:12 name"]);
    with("name: !!binary aGk=", &["unknown-tag@7:16 name"]);
    with("name: !!timestamp 2026-01-01", &["unknown-tag@7:19 name"]);
    with("name: !!str 5", &[]);
    with("name: ! 5", &[]);
    with("name: !!int x", &["unknown-tag@7:13 name"]);
    with("verdict: !!map {}", &[]);
    with("verdict: !!seq {}", &["unknown-tag@7:16 verdict"]);
    with("verdict: !foo {}", &["unknown-tag@7:15 verdict"]);
}

#[test]
fn documents() {
    with("...\nname: x", &["second-document@8:1"]);
    with("--- x", &["second-document@7:1"]);
    with("...\n# a comment", &[]);
    with("name: [", &["yaml@7:7"]);
    with("name: a: b", &["yaml@7:8"]);
    with("name: 'a", &["yaml@7:7"]);
    with("name: *x", &["yaml@7:7"]);
    with("name: @x", &["yaml@7:7"]);
    with("\tname: x", &["yaml@7:2"]);
    with("%YAML 1.2", &["yaml@7:1"]);
}

#[test]
fn aliases() {
    review(
        "kind: review\nid: r\ntarget: git-range\nchecks:\n- &a {id: a, kind: command, run: &run x}\n- {id: b, kind: command, run: *run}\nbindings: {l: {checks: &l [a, b]}, m: {checks: *l}}",
        &[],
    );
    with("name: &a [*a]", &["recursive-alias@7:11"]);
    with("verdict: &v {exportDir: /x}\nname: *v", &["wrong-type@7:13 name", "escaping-path@7:25 verdict.exportDir"]);
    review(
        "kind: review\nid: r\ntarget: git-range\nchecks:\n- &a {id: a, kind: command, run: x}\n- *a",
        &["duplicate-id@6:11 checks[1].id"],
    );
    with("? &k name\n: x\nverdict: {*k : y}", &["unknown-key@7:6 verdict.name"]);
}

#[test]
fn line_ends_and_marks() {
    for source in [
        "\u{feff}---\r\nkind: review\r\nid: r\r\ntarget: git-range\r\nchecks:\r\n- {id: a, kind: command, run: x}\r\n---\r\nbody\r\n",
        "---  \nkind: review\nid: r\ntarget: git-range\nchecks:\n- {id: a, kind: command, run: x}\n---\t\nbody",
    ] {
        let checked = assize_compiler::parse_manifest(source.as_bytes()).unwrap();
        assert_eq!(checked.manifest().body.trim_end(), "body");
        assert_eq!(checked.manifest().id.as_str(), "r");
    }
    let problems = assize_compiler::parse_manifest("---\r\nkind: review\r\nid: R\r\n---\r\n".as_bytes()).unwrap_err();
    assert_eq!(crate::listed(&problems)[2], "bad-id@3:5 id");
}

#[test]
fn columns_count_characters() {
    with("name: {é漢🦀: 1, b: R}", &["wrong-type@7:7 name"]);
    with(
        "verdict: {\"é漢🦀\": 1, exportDir: /x}",
        &["unknown-key@7:11 verdict.é漢🦀", "escaping-path@7:32 verdict.exportDir"],
    );
}

/// The help of the first problem.
#[track_caller]
fn help(yaml: &str, expect: &str) {
    let problems = assize_compiler::parse_manifest(format!("---\n{yaml}\n---\n").as_bytes()).unwrap_err();
    let first = problems.iter().next().unwrap();
    let help = first.suggestion.as_deref().unwrap_or_default();
    assert!(help.contains(expect), "{first}\nof\n{yaml}");
}

#[test]
fn the_help_fits_the_mistake() {
    let (quotes, spaces, aligned, closed) = ("needs quotes", "no tab there", "equally far", "counterpart");
    help("kind: review\n\tid: x", spaces);
    help("checks:\n\t- a", spaces);
    help("checks:\n  - id: a\n    kind: command\n   run: x", aligned);
    help("checks:\n  - id: a\n    kind: command\n     run: x", aligned);
    help("a:\n  b: 1\n c: 2", aligned);
    help("kind: review\n  id: x", aligned);
    help("name: a: b", quotes);
    help("name: @a", quotes);
    help("checks: [a, b", closed);
    help("name: \"a", closed);
}
