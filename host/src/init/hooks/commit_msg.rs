//! The hook that wants a review's verdict on every commit.

use crate::init::hooks::script::{BEGIN, END, HookScript};

/// What stands above the gates.
const ABOUT: &str = "\
# Written by `assize init --commit-gate`, and yours from here on: a later init leaves it as it is. First the rubrics of
# all gates, then the gates in the order of their reviews; the first that fails ends the hook. A change of a rubric goes
# past it, in a commit of its own: `git commit --no-verify`.
";
/// Without the program nothing can be said of a commit.
const PRESENT: &str = "\
if ! command -v git-agent-verdict >/dev/null 2>&1; then
  echo 'git-agent-verdict is not on the PATH, so nobody can tell whether this commit was reviewed.' >&2
  echo 'Install it with assize, or commit without it: git commit --no-verify' >&2
  exit 1
fi
";
/// Gives what stands below the block its turn, in a process of its own: whatever it does and however it ends, the gates
/// come after it, and judge the message that it leaves. The child knows itself by its parent's number.
const BELOW_FIRST: &str = "\
if [ -n \"${ASSIZE_COMMIT_GATE-}\" ]; then
  if [ \"$ASSIZE_COMMIT_GATE\" != \"$PPID\" ]; then
    echo 'ASSIZE_COMMIT_GATE is set, and only this hook may set it.' >&2
    exit 1
  fi
  unset ASSIZE_COMMIT_GATE
else
  # What stands below the block comes first, so that the gates judge the message as it will be.
  ASSIZE_COMMIT_GATE=$$ \"$0\" \"$@\" || exit $?
";
const BELOW_DONE: &str = "  exit 0\nfi\n";

/// The hook that wants verdicts. `readme` tells whether there is a README.md for the gate of prose to be about.
pub(in crate::init) fn commit_msg(readme: bool) -> HookScript {
    let calls = calls(if readme { "README.md" } else { "'*.md'" });
    let lines = |indent: &str, message: &str, end: &str| -> String {
        calls.iter().map(|call| format!("{indent}{}{end}\n", call.replace("{}", message))).collect()
    };
    let gates = lines("", "\"$1\"", " || exit $?");
    let by_hand = format!("{BEGIN}\n{ABOUT}{PRESENT}{gates}{END}\n");
    HookScript {
        name: "commit-msg",
        calls: &["git-agent-verdict", "git agent-verdict"],
        whole: format!("#!/bin/sh\n{by_hand}"),
        block: format!(
            "{BEGIN}\n{ABOUT}{PRESENT}{BELOW_FIRST}{}{BELOW_DONE}{END}\n",
            lines("  ", "\"$1\"", " || exit $?")
        ),
        by_hand,
        place: "last",
        is_kept: true,
        chained: "what was in it runs before the gates, which judge the message that it leaves",
        made: Some("commit the rubrics alone, past the gates: git commit --no-verify"),
        lines: gates,
        lefthook: format!(
            "commit-msg:\n  commands:\n    commit-gate:\n      run: |\n        set -e\n{}",
            lines("        ", "{1}", "")
        ),
    }
}

/// The calls, with `{}` for the message.
fn calls(prose: &str) -> [String; 4] {
    let docs = ["docs/repo-standards.md", "docs/annotation-guide.md", "docs/communication-style.md"];
    let [standards, annotations, style] = docs.map(|doc| format!("--doc {doc}"));
    [
        format!("git-agent-verdict --rubric-guard {standards} {annotations} {style}"),
        format!("git-agent-verdict {{}} standards {standards} --path ."),
        format!("git-agent-verdict {{}} annotations --per-file {annotations} --path ."),
        format!("git-agent-verdict {{}} prose {style} --path {prose}"),
    ]
}
