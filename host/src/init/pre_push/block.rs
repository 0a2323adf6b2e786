//! What is written into a hook.

/// The first line of the block.
pub(super) const BEGIN: &str = "# >>> assize >>>";
/// The last line of the block.
pub(super) const END: &str = "# <<< assize <<<";
/// What the block calls, and what a hook that was written by hand calls.
pub(super) const CALL: &str = "assize hook pre-push";

/// The block, for a shell that knows POSIX. It stands before everything else in a hook, so that nothing there can end
/// the hook before it, and it leaves the list of refs on standard input to what follows, which may read it as before.
pub(super) const BLOCK: &str = r#"# >>> assize >>>
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

/// A hook that holds nothing else.
pub(super) fn whole_hook() -> String {
    format!("#!/bin/sh\n{BLOCK}")
}
