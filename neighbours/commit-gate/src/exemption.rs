//! Messages that git writes itself, or that will be folded into another commit: they carry no verdict.

use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt as _;
use std::path::Path;

use crate::git::{Git, GitError};

/// Whether the message needs no verdict.
///
/// # Errors
///
/// [`GitError`] when git cannot say where it notes what it is in the middle of.
pub(crate) fn is_exempt(message: &str) -> Result<bool, GitError> {
    let Some(subject) = subject(message) else { return Ok(false) };
    if subject.starts_with("fixup!") || subject.starts_with("squash!") {
        return Ok(true);
    }
    // Anybody can write these words; git's own note says whether they are true.
    if subject.starts_with("Merge ") {
        return is_under_way("MERGE_HEAD");
    }
    if subject.starts_with("Revert ") {
        return is_under_way("REVERT_HEAD");
    }
    Ok(false)
}

/// The first line that is neither blank nor a comment.
fn subject(message: &str) -> Option<&str> {
    message.lines().find(|line| !line.trim().is_empty() && !line.starts_with('#'))
}

fn is_under_way(note: &str) -> Result<bool, GitError> {
    let mut path = Git::call(&["rev-parse", "--git-path", note]).ask()?;
    if path.last() == Some(&b'\n') {
        path.pop();
    }
    Ok(Path::new(&OsString::from_vec(path)).exists())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(message: &str, expect: Option<&str>) {
        assert_eq!(subject(message), expect, "{message:?}");
    }

    #[test]
    fn the_subject() {
        check("one\ntwo\n", Some("one"));
        check("\n  \n# note\n\nfixup! one\n", Some("fixup! one"));
        check(" # not a comment\n", Some(" # not a comment"));
        check("#1\r\ntwo\r\n", Some("two"));
        check("", None);
        check("# a\n\t\n", None);
    }
}
