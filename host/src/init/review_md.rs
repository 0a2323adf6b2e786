//! The REVIEW.md that is written for a project.

use std::path::Path;

use crate::init::project::{Project, ProjectCheck};
use crate::init::{CI_BINDING, LOCAL_BINDING, RUBRIC, yaml};

/// How long a project's tests may take, in milliseconds.
const TEST_TIMEOUT_MS: u64 = 1_800_000;

/// The manifest for a project in a folder of the given name.
pub(super) fn review_md(root: &Path, base: &str, project: &Project, ci: bool) -> String {
    let checks = project.checks.iter().map(check_text).collect::<String>();
    let ids: Vec<_> = ["whitespace"].into_iter().chain(project.checks.iter().map(|check| check.id)).collect();
    let ids = ids.join(", ");
    let ci_binding =
        if ci { format!("  {CI_BINDING}:\n    on: pull_request\n    checks: [{ids}]\n") } else { String::new() };
    format!(
        "---
kind: review
id: {id}
target:
  kind: git-range
  base: {base}
checks:
  - id: whitespace
    kind: command
    run: {whitespace}
    timeoutMs: 60000
    description: No trailing blanks and no conflict markers in the range.
{checks}  # A reviewer: name the preset of one that your host asks, take the marks away, and add `correctness` to a binding.
  # - id: correctness
  #   kind: agent
  #   preset: NAME
  #   rubric: ./{RUBRIC}
  #   blockOn: high
bindings:
  {LOCAL_BINDING}:
    on: pre-push
    checks: [{ids}]
{ci_binding}# Where `assize run --export` puts what was attested, for CI to verify:
# verdict:
#   exportDir: .reviews
---

# How this repository is reviewed

The checks above run at every push, each on its own; a change passes when all of them do. `assize run` runs them now,
`assize graph` shows them.
",
        id = review_id(root),
        base = yaml::scalar(base),
        whitespace = yaml::command("git diff --check {base} {head}"),
    )
}

fn check_text(check: &ProjectCheck) -> String {
    format!(
        "  - id: {}\n    kind: command\n    run: {}\n    timeoutMs: {TEST_TIMEOUT_MS}\n    description: {}\n",
        check.id,
        yaml::command(&check.run),
        check.description,
    )
}

/// An id from the name of the repository's folder.
pub(super) fn review_id(root: &Path) -> String {
    let name = root.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
    nearest_id(&name).unwrap_or_else(|| "review".to_owned())
}

/// The nearest id to a text: runs of what cannot be in one become a dash. `None` when nothing is left.
pub(super) fn nearest_id(text: &str) -> Option<String> {
    let mut id = String::new();
    for character in text.chars() {
        if character.is_ascii_lowercase() || (character.is_ascii_digit() && !id.is_empty()) {
            id.push(character);
        } else if !id.is_empty() && !id.ends_with('-') {
            id.push('-');
        }
    }
    let id: String = id.chars().take(assize_schemas::MAX_ID_CHARS).collect();
    let id = id.trim_end_matches('-');
    (!id.is_empty()).then(|| id.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(name: &str, expect: &str) {
        assert_eq!(review_id(&Path::new("/srv").join(name)), expect, "{name:?}");
    }

    #[test]
    fn ids() {
        check("my-repo", "my-repo");
        check("My Repo!", "my-repo");
        check("2fast", "fast");
        check("a__b--c", "a-b-c");
        check("größe", "gr-e");
        check("---", "review");
        check("12", "review");
        check("日本", "review");
        check(&"x".repeat(80), &"x".repeat(64));
        assert_eq!(review_id(Path::new("/")), "review");
    }
}
