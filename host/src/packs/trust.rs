//! Whether a pack is part of the reviewed content.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt as _;
use std::path::Path;

use assize_git::GitProgram;

use crate::packs::GitCall;

/// The most that is read of git's answer, in bytes: one path.
const LIMIT: usize = 64 * 1024;

/// Whether `file`, the real path of a pack's REVIEW.md, lies in the repository and is tracked there (AIP-62, "Pack
/// trust"). Whatever cannot be established is no trust.
pub(super) async fn is_tracked(program: &GitProgram, repository: &Path, file: &Path) -> bool {
    let Ok(repository) = repository.canonicalize() else { return false };
    let Ok(inner) = file.strip_prefix(&repository) else { return false };
    // A folder may be called `:(top)x` or `packs/*`: no character of the path means anything (rulings 20), and what git
    // then names must be this path, not one that happens to match.
    let listed = GitCall::at(program, &repository)
        .global([OsStr::new("--literal-pathspecs")])
        .words(&["ls-files", "-z", "--error-unmatch", "--"])
        .command([inner.as_os_str()])
        .ask(LIMIT)
        .await;
    listed.is_ok_and(|listed| {
        // A path in the middle of a merge is listed once for each side.
        let mut paths = listed.split(|byte| *byte == 0).filter(|path| !path.is_empty()).peekable();
        paths.peek().is_some() && paths.all(|path| path == inner.as_os_str().as_bytes())
    })
}
