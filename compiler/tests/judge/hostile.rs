//! Texts that are made to hurt: each ends in a clear error, soon and in bounded memory.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use assize_compiler::{MAX_SOURCE_BYTES, parse_manifest};

const GOOD: &str = "kind: review\nid: r\ntarget: git-range\nchecks:\n- {id: a, kind: command, run: x}\n";

/// The first problem's code. The bound is generous: it is there against hanging.
#[track_caller]
fn first(source: &[u8], expect: &str) {
    let begin = Instant::now();
    let problems = parse_manifest(source).unwrap_err();
    let report = problems.render("REVIEW.md", source, true);
    assert!(begin.elapsed() < Duration::from_secs(60), "took {:?}", begin.elapsed());
    assert!(report.len() < 200_000, "the report has {} bytes", report.len());
    assert_eq!(problems.iter().next().unwrap().code.as_str(), expect, "{}", problems.iter().next().unwrap());
}

fn fenced(yaml: &str) -> Vec<u8> {
    format!("---\n{yaml}\n---\n").into_bytes()
}

#[test]
fn sizes_and_bytes() {
    first(&vec![b'-'; 100 << 20], "too-large");
    first(b"", "no-frontmatter");
    first(b"---\nkind: re\0view\n---\n", "nul-byte");
    first(b"---\nkind: re\xffview\n---\n", "not-utf8");
    first(b"---js\nkind: review\n---\n", "bad-fence");
    first(b"---\nkind: review\n", "unclosed-frontmatter");
    first(&fenced("name: a\u{1b}[31mb"), "control-character");
    first(&fenced("name: 'a\u{7f}b'"), "control-character");
    first(&fenced("# \u{7}"), "control-character");
    first(&fenced("name: 'a\u{9b}b'"), "control-character");
}

#[test]
fn nesting() {
    first(&fenced(&"[".repeat(10_000)), "too-deep");
    first(&fenced(&"{a: ".repeat(10_000)), "too-deep");
    first(&fenced(&"{".repeat(100_000)), "too-deep");
    first(&fenced(&"- ".repeat(10_000)), "too-deep");
    first(&fenced(&"? ".repeat(10_000)), "too-deep");
    let mut deep = String::new();
    for depth in 0..1_000 {
        let _ = writeln!(deep, "{}a:", " ".repeat(depth));
    }
    first(&fenced(&deep), "too-deep");
}

#[test]
fn the_depth_is_bounded_exactly() {
    let nested = |depth: usize| fenced(&format!("{GOOD}name: {}{}", "[".repeat(depth), "]".repeat(depth)));
    first(&nested(63), "wrong-type");
    first(&nested(64), "too-deep");
    let blocks = |depth: usize| fenced(&format!("{GOOD}name:\n  {}x", "- ".repeat(depth)));
    first(&blocks(63), "wrong-type");
    first(&blocks(64), "too-deep");
    // Nesting through an alias counts.
    let alias = format!(
        "{GOOD}description: &d {}{}\nname: {}*d{}",
        "[".repeat(40),
        "]".repeat(40),
        "[".repeat(40),
        "]".repeat(40)
    );
    first(&fenced(&alias), "too-deep");
}

#[test]
fn aliases() {
    let mut bomb = String::from("a: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
    for level in 1..10 {
        let _ = writeln!(bomb, "b{level}: &a{level} [{}]", vec![format!("*a{}", level - 1); 10].join(", "));
    }
    first(&fenced(&bomb), "alias-bomb");
    let many = format!("a: &a {}\nb: [{}]", "x".repeat(100_000), vec!["*a"; 2_000].join(", "));
    first(&fenced(&many), "alias-bomb");
    // As many aliases as an honest manifest may want are fine.
    let mut honest = String::from(
        "kind: review\nid: r\ntarget: git-range\nchecks:\n- {id: c, kind: command, run: &run cargo test}\n",
    );
    for at in 0..10_000 {
        let _ = writeln!(honest, "- {{id: c{at}, kind: command, run: *run}}");
    }
    assert!(parse_manifest(&fenced(&honest)).is_ok());
}

#[test]
fn many_problems() {
    let fill = |line: &dyn Fn(usize) -> String| {
        let mut yaml = GOOD.to_owned();
        let mut at = 0;
        while yaml.len() < MAX_SOURCE_BYTES / 4 {
            yaml.push_str(&line(at));
            at += 1;
        }
        fenced(&yaml)
    };
    first(&fill(&|at| format!("k{at}: 1\n")), "unknown-key");
    first(&fill(&|_| "id: r\n".to_owned()), "duplicate-key");
    first(&fill(&|at| format!("- {{id: c{at}, kind: comand, rnu: x}}\n")), "bad-value");
    first(&fill(&|_| "- {id: a, kind: command, run: x}\n".to_owned()), "duplicate-id");
    let mut refs = fill(&|at| format!("- {{id: c{at}, kind: command, run: x}}\n"));
    refs.truncate(refs.len() / 2);
    refs.truncate(refs.iter().rposition(|byte| *byte == b'\n').unwrap() + 1);
    refs.extend_from_slice(b"bindings: {l: {checks: [");
    for at in 0..20_000 {
        refs.extend_from_slice(format!("d{at}, ").as_bytes());
    }
    refs.extend_from_slice(b"a]}}\n---\n");
    first(&refs, "unknown-check");
    // All on one line. What is missing of the whole is first in the text, where the whole begins.
    first(
        &fenced(&format!("{{{}}}", (0..20_000).map(|at| format!("k{at}: 1, ")).collect::<String>())),
        "missing-field",
    );
}

#[test]
fn honest_size_is_no_problem() {
    let mut yaml = String::from("kind: review\nid: r\ntarget: git-range\nchecks:\n");
    for at in 0..10_000 {
        let _ =
            write!(yaml, "  - id: c{at}\n    kind: command\n    run: cargo test -p part{at}\n    timeoutMs: 60000\n");
    }
    let checked = parse_manifest(&fenced(&yaml)).unwrap();
    assert_eq!(checked.manifest().checks.len(), 10_000);
    assert_eq!(checked.manifest().bindings[0].checks.len(), 10_000);
}

#[test]
fn a_report_says_how_many_more() {
    let yaml: String = (0..5_000).map(|at| format!("k{at}: 1\n")).collect();
    let source = fenced(&yaml);
    let problems = parse_manifest(&source).unwrap_err();
    assert_eq!(problems.count(), 5_004);
    let report = problems.render("REVIEW.md", &source, false);
    assert!(report.ends_with("… and 4904 more\n"), "{}", &report[report.len() - 100..]);
}
