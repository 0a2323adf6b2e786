//! The hook that reviews what is pushed.

use crate::init::hooks::script::HookScript;

/// The block, for a shell that knows POSIX. It stands before everything else in a hook, so that nothing there can end
/// the hook before it, and it leaves the list of refs on standard input to what follows, which may read it as before.
const BLOCK: &str = r#"# >>> assize >>>
# Written by `assize init`: reviews what is pushed. It stands first, so that nothing below ends the hook before it.
# `git push --no-verify` pushes without it; to switch it off, take the block out.
if ! command -v assize >/dev/null 2>&1; then
  echo 'assize is not on the PATH, so this push cannot be reviewed.' >&2
  echo 'Install it, or push without a review: git push --no-verify' >&2
  exit 1
fi
assize_refs=$(cat)
printf '%s\n' "$assize_refs" | assize hook pre-push "$@" || exit $?
if [ -n "$assize_refs" ]; then
  exec <<ASSIZE_REFS
$assize_refs
ASSIZE_REFS
else
  exec </dev/null
fi
unset assize_refs
# <<< assize <<<
"#;

/// The hook that reviews what is pushed.
pub(in crate::init) fn pre_push() -> HookScript {
    HookScript {
        name: "pre-push",
        calls: &["assize hook pre-push"],
        whole: format!("#!/bin/sh\n{BLOCK}"),
        block: BLOCK.to_owned(),
        by_hand: BLOCK.to_owned(),
        place: "first",
        is_kept: false,
        chained: "what was in it runs after the review, with the same arguments and standard input",
        made: None,
        lines: "assize hook pre-push \"$@\"\n".to_owned(),
        lefthook:
            "pre-push:\n  commands:\n    assize:\n      run: assize hook pre-push {1} {2}\n      use_stdin: true\n"
                .to_owned(),
    }
}
