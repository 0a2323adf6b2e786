//! What a REVIEW.md may say, case by case: each case is a text and the problems that it must give, in order.
#![expect(clippy::unwrap_used, reason = "tests say what went wrong by failing")]

mod bindings;
mod checks;
mod hostile;
mod pack;
mod review;
mod uses;
mod wording;
mod yaml;

use assize_compiler::{Problems, parse_manifest, parse_pack};

/// The problems as `code@line:column path`.
fn listed(problems: &Problems) -> Vec<String> {
    problems
        .iter()
        .map(|problem| {
            let (line, column) = (problem.line().unwrap(), problem.column().unwrap());
            format!("{}@{line}:{column} {}", problem.code, problem.path).trim_end().to_owned()
        })
        .collect()
}

/// Judges `yaml` as the frontmatter of a review; line 1 is the fence, so the first line of `yaml` is line 2.
#[track_caller]
fn review(yaml: &str, expect: &[&str]) {
    let source = format!("---\n{yaml}\n---\n");
    match parse_manifest(source.as_bytes()) {
        Ok(_) => assert!(expect.is_empty(), "expected {expect:?} of\n{yaml}"),
        Err(problems) => assert_eq!(listed(&problems), expect, "{problems}\nof\n{yaml}"),
    }
}

/// Judges `yaml` as the frontmatter of a pack.
#[track_caller]
fn pack(yaml: &str, expect: &[&str]) {
    let source = format!("---\n{yaml}\n---\n");
    match parse_pack(source.as_bytes()) {
        Ok(_) => assert!(expect.is_empty(), "expected {expect:?} of\n{yaml}"),
        Err(problems) => assert_eq!(listed(&problems), expect, "{problems}\nof\n{yaml}"),
    }
}

/// Judges a review whose `checks` are `checks`, from line 3 on, followed by `rest`.
#[track_caller]
fn checks(checks: &str, expect: &[&str]) {
    review(&format!("{{kind: review, id: r, target: git-range, checks: [\n{checks}\n]}}"), expect);
}
