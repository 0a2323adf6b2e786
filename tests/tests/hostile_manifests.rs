//! Manifests that want to hurt: each ends in a clear error, quickly.

use assize_tests::Sandbox;

fn check(name: &str, source: impl AsRef<[u8]>, says: &str) {
    let sandbox = Sandbox::with_base();
    sandbox.write("REVIEW.md", source);
    sandbox.commit_all("hostile");
    for args in [&["check"][..], &["run"], &["graph"]] {
        let outcome = sandbox.assize(args);
        assert_eq!(outcome.code, 3, "{name} {args:?}: {}", outcome.stderr);
        assert!(outcome.stderr.to_lowercase().contains(says), "{name} {args:?} lacks {says:?}: {}", outcome.stderr);
        assert!(outcome.stderr.len() < 64 * 1024, "{name} {args:?} says too much");
        assert!(!outcome.stderr.contains('\u{1b}'), "{name} {args:?} lets an escape through");
    }
}

fn fenced(frontmatter: &str) -> String {
    format!("---\n{frontmatter}\n---\n")
}

#[test]
fn alias_bomb() {
    let mut bomb = String::from("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
    for level in 1..12 {
        let previous = format!("*a{}", level - 1);
        bomb += &format!("a{level}: &a{level} [{}]\n", vec![previous; 10].join(", "));
    }
    check("alias bomb", fenced(&bomb), "alias");
}

#[test]
fn deep_nesting() {
    check("10,000 brackets", fenced(&format!("kind: {}", "[".repeat(10_000))), "deep");
    check("10,000 braces", fenced(&format!("kind: {}", "{".repeat(10_000))), "deep");
}

#[test]
fn duplicate_keys() {
    check("duplicate", fenced("kind: review\nkind: review\nid: a\ntarget: git-range\nchecks: []"), "duplicate");
}

#[test]
fn a_huge_file() {
    let mut huge = b"---\nkind: review\n# ".to_vec();
    huge.resize(100 << 20, b'x');
    check("100 MB", huge, "large");
}

#[test]
fn bytes_that_are_no_text() {
    check("NUL", b"---\nkind: \0review\n---\n", "nul");
    check("UTF-8", b"---\nkind: \xff\xfe\n---\n", "utf-8");
}

#[test]
fn fences() {
    check("javascript", "---js\nkind: review\n---\n", "---");
    check("unclosed", "---\nkind: review\nid: a\n", "---");
    check("none", "kind: review\n", "---");
    check("late", "\n---\nkind: review\n---\n", "---");
}

#[test]
fn escapes_in_what_is_quoted() {
    check("escape", fenced("kind: review\nid: \"\\e[31mred\"\ntarget: git-range\nchecks: []"), "id");
    check("raw escape", "---\nkind: review\nid: a\u{1b}[31m\n---\n", "error");
}

#[test]
fn crlf_and_a_byte_order_mark_are_read() {
    let sandbox = Sandbox::with_base();
    sandbox.write(
        "REVIEW.md",
        "\u{feff}---\r\nkind: review\r\nid: a\r\ntarget: git-range\r\nchecks:\r\n  - {id: t, kind: command, run: 'true'}\r\n---\r\nbody\r\n",
    );
    sandbox.commit_all("crlf");
    let outcome = sandbox.assize(&["run"]);
    assert_eq!(outcome.code, 0, "{outcome:?}");
}
