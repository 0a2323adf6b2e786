//! Projects that are built with make.

use crate::init::project::ProjectCheck;
use crate::init::project::find::Root;

/// The names make looks for, in its order.
const NAMES: &[&str] = &["GNUmakefile", "makefile", "Makefile"];

/// The check that runs the target people test with, when there is one.
pub(super) fn make_check(root: &Root) -> Option<ProjectCheck> {
    let text = NAMES.iter().find(|name| root.has(name)).map(|name| root.text(name))?;
    if has_target(&text, "test") {
        Some(ProjectCheck::new("make-test", "make test", "The target \"test\" is made."))
    } else if has_target(&text, "check") {
        Some(ProjectCheck::new("make-check", "make check", "The target \"check\" is made."))
    } else {
        None
    }
}

/// Whether a rule of the Makefile makes `target`.
fn has_target(text: &str, target: &str) -> bool {
    text.lines().any(|line| {
        let Some((targets, rest)) = line.split_once(':') else { return false };
        // An assignment: `test := x`, `test ::= x`.
        let assigns = rest.trim_start_matches(':').starts_with('=') || targets.contains('=');
        !assigns && !line.starts_with(['\t', ' ', '#']) && targets.split_whitespace().any(|name| name == target)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expect: bool) {
        assert_eq!(has_target(text, "test"), expect, "{text:?}");
    }

    #[test]
    fn targets() {
        for text in ["test:\n\tcargo test\n", "all test: build\n", "test : x", "test:: x"] {
            check(text, true);
        }
        for text in ["", "tests:\n", "test = x\n", "test := x", "\ttest: x", "# test: x", ".PHONY: test", "x: test"] {
            check(text, false);
        }
    }
}
