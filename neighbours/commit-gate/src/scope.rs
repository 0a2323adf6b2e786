//! What a gate is about.

use std::ffi::OsString;

use crate::git::{Git, GitError, STAGED, names};

/// Characters that make a pathspec more than the name of a file or folder.
const MAGIC: &[u8] = b"*?[:";

/// The pathspecs that are plain names of nothing: git tracks no such path, and none is being deleted. Each is a
/// mistake, since its gate would be skipped for ever.
///
/// # Errors
///
/// [`GitError`] when git does not take a pathspec.
pub(crate) fn untracked(paths: &[OsString]) -> Result<Vec<OsString>, GitError> {
    let literal = |path: &&OsString| !path.as_encoded_bytes().iter().any(|byte| MAGIC.contains(byte));
    let literals: Vec<&OsString> = paths.iter().filter(literal).collect();
    // One question covers them all; only when something is amiss are they asked for one by one.
    if literals.is_empty() || Git::call(&["ls-files", "-z", "--error-unmatch"]).paths(&literals).holds()? {
        return Ok(Vec::new());
    }
    let mut untracked = Vec::new();
    for path in literals {
        let known = !Git::call(&["ls-files", "-z"]).paths([path]).ask()?.is_empty() || is_staged([path])?;
        if !known {
            untracked.push(path.clone());
        }
    }
    Ok(untracked)
}

/// Whether anything in these paths is staged, deletions included.
///
/// # Errors
///
/// [`GitError`] when the index cannot be compared.
pub(crate) fn is_staged<'a>(paths: impl IntoIterator<Item = &'a OsString>) -> Result<bool, GitError> {
    Ok(!Git::call(&STAGED).paths(paths).ask()?.is_empty())
}

/// The staged files in these paths, by their names from the root of the work tree, without those that are deleted. So
/// one that was moved is there by its new name.
///
/// # Errors
///
/// [`GitError`] when the index cannot be compared.
pub(crate) fn staged_files(paths: &[OsString]) -> Result<Vec<Vec<u8>>, GitError> {
    let list = Git::call(&STAGED).and("--diff-filter=d").paths(paths).ask()?;
    Ok(names(&list).map(<[u8]>::to_vec).collect())
}
