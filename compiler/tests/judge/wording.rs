//! What messages say, where it is easy to say it wrongly.

use std::fmt::Write as _;

use assize_compiler::{DocumentKind, parse_manifest, parse_pack};

/// The problem at `path`, as one line.
#[track_caller]
fn told(yaml: &str, path: &str, expect: &str) {
    let problems = parse_manifest(format!("---\n{yaml}\n---\n").as_bytes()).unwrap_err();
    let found: Vec<String> = problems
        .iter()
        .filter(|problem| problem.path == path)
        .map(|problem| format!("{} ({})", problem.message, problem.suggestion.as_deref().unwrap_or("no help")))
        .collect();
    assert_eq!(found, [expect], "{problems}");
}

const ONE: &str = "kind: review\nid: r\ntarget: git-range\nchecks:\n- {id: a, kind: command, run: x}\n";

#[test]
fn truth_values() {
    let check = |value: &str| format!("{ONE}- {{id: b, kind: command, run: x, effects: {value}}}");
    let expected = "expected `true` or `false`, found the text";
    told(&check("yes"), "checks[1].effects", &format!("{expected} `yes` (write `true`)"));
    told(&check("'yes'"), "checks[1].effects", &format!("{expected} `yes` (write `true`, without quotes)"));
    told(&check("\"false\""), "checks[1].effects", &format!("{expected} `false` (write `false`, without quotes)"));
}

#[test]
fn texts_in_place_of_lists() {
    let bindings = |binding: &str| format!("{ONE}bindings: {{b: {binding}}}");
    let refs = "expected a list of check refs, found the text";
    told(&bindings("{prepare: a, checks: [a]}"), "bindings.b.prepare", &format!("{refs} `a` (write `[a]`)"));
    told(&bindings("{checks: 'a, b'}"), "bindings.b.checks", &format!("{refs} `a, b` (write `[a, b]`)"));
    let by_line = "write a list: one entry a line, each after `- `";
    told(&bindings("{checks: 'a: b'}"), "bindings.b.checks", &format!("{refs} `a: b` ({by_line})"));
    told(
        &format!("{ONE}- {{id: b, kind: agent, preset: p, rubric: r, fallbackPresets: q}}"),
        "checks[1].fallbackPresets",
        "expected a list of texts, found the text `q` (write `[q]`)",
    );
}

#[test]
fn each_check_is_named_once() {
    told(
        &format!("{ONE}- {{id: a, kind: command, run: x}}\nbindings: {{b: {{checks: [zebra]}}}}"),
        "bindings.b.checks[0]",
        "no check is called `zebra`; there is `a` (no help)",
    );
}

#[test]
fn the_kind_is_told_whatever_else_is_wrong() {
    let many: String = (0..3_000).fold(String::new(), |mut text, at| {
        let _ = writeln!(text, "k{at}: 1");
        text
    });
    for (kind, code) in [("kind: reveiw", "bad-value"), ("kind: 1", "wrong-type"), ("", "missing-field")] {
        let source = format!("---\n{many}{kind}\n---\n");
        let problems = parse_manifest(source.as_bytes()).unwrap_err();
        let told: Vec<&str> =
            problems.iter().filter(|one| one.path == "kind").map(|problem| problem.code.as_str()).collect();
        assert_eq!(told, [code], "{kind}");
        assert_eq!(problems.iter().count(), 1_000);
        assert_eq!(problems.count(), 3_004, "{kind}");
        assert_eq!(problems.kind(), None);
        // Apart from it the first thousand of the text.
        let last = problems.iter().rfind(|problem| problem.code.as_str() == "unknown-key").unwrap();
        assert_eq!(last.path, format!("k{}", 1_000 - 5), "{kind}");
    }
    // Nothing is held against a pack that is only wrong in a review.
    let source = format!("---\n{many}kind: review-pack\n---\n");
    let problems = parse_manifest(source.as_bytes()).unwrap_err();
    assert_eq!(problems.iter().map(|problem| problem.code.as_str()).collect::<Vec<_>>(), ["wrong-kind"]);
    assert_eq!(problems.kind(), Some(DocumentKind::ReviewPack));
    assert_eq!(parse_pack(source.as_bytes()).unwrap_err().count(), 3_003);
}

#[test]
fn what_a_file_says_that_it_is() {
    let kind = |source: &str| parse_manifest(source.as_bytes()).unwrap_err().kind();
    assert_eq!(kind("---\nkind: review\n---\nkind: review-pack\n"), Some(DocumentKind::Review));
    assert_eq!(kind("---\nid: x\n---\nkind: review-pack\n"), None);
    assert_eq!(kind("---\nkind: review-pack\nid: [\n---\n"), Some(DocumentKind::ReviewPack));
    assert_eq!(kind("kind: review-pack\n"), None);
}
