//! The report for people.
#![expect(clippy::unwrap_used, reason = "tests say what went wrong by failing")]

use assize_compiler::parse_manifest;

fn report(source: &[u8]) -> String {
    parse_manifest(source).unwrap_err().render("REVIEW.md", source, false)
}

#[test]
fn a_file_with_many_problems() {
    let source = "---
kind: review
id: My_Repo
target: git-range
checks:
  - id: types
    kind: command
    run: pnpm check-types
    timoutMs: 600000
  - id: correctness
    kind: agent
    preset: kimi
    rubric: ./rubrics/correctness.md
    blockOn: hihg
    blocking: yes
  - id: format
    kind: command
    effects: true
bindings:
  local:
    checks: [typs, correctness, types, types]
---
";
    insta::assert_snapshot!("many", report(source.as_bytes()));
}

#[test]
fn not_yaml() {
    insta::assert_snapshot!("not-yaml", report(b"---\nkind: review\nrun: echo a: b\n---\n"));
    insta::assert_snapshot!("unclosed", report(b"---\nkind: review\n"));
    insta::assert_snapshot!("not-utf8", report(b"---\r\nkind: re\xffview\r\n---\r\n"));
}

#[test]
fn nothing_that_a_terminal_acts_on_is_printed() {
    let texts = [
        "---\nkind: review\nid: \"\\e[31mred\\a\"\n\"\\x9b31m\\u202e\": 1\n---\n",
        "---\nkind: review\nid: 'a\u{202e}b\u{2066}c\u{200b}d\u{feff}' # \u{2029}\n---\n",
        "---\nkind: review\nid: a\u{1b}]0;title\u{7}\r\n---\n",
        "\u{1b}[2J---\n",
        "---\u{1b}[2J\n",
        "---\n\tkind: \u{e0041}\n\u{85}---\n",
    ];
    for text in texts {
        let report = parse_manifest(text.as_bytes()).unwrap_err().render("REV\u{1b}[31mIEW.md", text.as_bytes(), false);
        let harmful: Vec<char> = report
            .chars()
            .filter(|one| {
                (one.is_control() && *one != '\n')
                    || matches!(one, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{e0041}')
            })
            .collect();
        assert!(harmful.is_empty(), "{harmful:?} in {report}");
    }
}

#[test]
fn long_lines_are_cut() {
    let source = format!(
        "---\nkind: review\n'{}': 1\nx: {{{}é: [1, {}]}}\n---\n",
        "k".repeat(300_000),
        "a: 1, ".repeat(9_000),
        "b, ".repeat(9_000)
    );
    for color in [false, true] {
        let report = parse_manifest(source.as_bytes()).unwrap_err().render("REVIEW.md", source.as_bytes(), color);
        assert!(!report.contains(":::"), "{report}");
    }
    let report = report(source.as_bytes());
    assert!(report.lines().all(|line| line.chars().count() < 400), "{report}");
    assert!(report.len() < 10_000);
}

#[test]
fn an_excerpt_of_a_long_line() {
    let source = "---
kind: review
id: r
target: git-range
checks:
  - {id: a, kind: command, run: 'a command that needs some more room than others', blockign: true, timeoutMs: soon}
---
";
    insta::assert_snapshot!("long-line", report(source.as_bytes()));
}

#[test]
fn a_report_of_another_source_does_no_harm() {
    let problems = parse_manifest("---\nkind: review\nid: Ünïcode\nzzz: ééé\n---\n".as_bytes()).unwrap_err();
    for source in
        ["", "é", "ééééééééééééééééééééééééééééééé", "\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n"]
    {
        assert!(!problems.render("x", source.as_bytes(), true).is_empty());
    }
    assert!(!problems.render("x", &[0xff; 100], false).is_empty());
}

#[test]
fn colours_are_asked_for() {
    let source = b"---\nkind: review\n---\n";
    let problems = parse_manifest(source).unwrap_err();
    assert!(problems.render("REVIEW.md", source, true).contains("\u{1b}["));
    assert!(!problems.render("REVIEW.md", source, false).contains('\u{1b}'));
}

#[test]
fn the_wire_form() {
    let problems = parse_manifest(b"---\nkind: review\nid: r\ntarget: git-range\nchekcs: []\n---\n").unwrap_err();
    insta::assert_json_snapshot!("wire", problems.into_vec());
}
