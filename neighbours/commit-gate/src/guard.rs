//! The rubric guard: a change cannot be judged by a rubric that it changes itself.

use std::collections::HashSet;
use std::ffi::OsString;
use std::os::unix::ffi::{OsStrExt as _, OsStringExt as _};
use std::path::{Path, PathBuf};

use crate::documents::Document;
use crate::git::{Git, GitError, STAGED, names};

/// The rubrics that the index changes, relative to the root of the work tree, in the order of `documents`. Those
/// outside the work tree can never be staged.
///
/// # Errors
///
/// [`GitError`] when there is no work tree, or the index cannot be read.
pub(crate) fn staged_rubrics(documents: &[Document]) -> Result<Vec<PathBuf>, GitError> {
    let root = root()?;
    let inside: Vec<(&Path, Vec<&Path>)> = documents
        .iter()
        .filter_map(|document| {
            let relative = |path| Path::strip_prefix(path, &root).ok();
            let links: Vec<&Path> = document.links.iter().filter_map(|link| relative(link)).collect();
            let own = relative(&document.path);
            let name = own.or_else(|| links.first().copied())?;
            Some((name, own.into_iter().chain(links).collect()))
        })
        .collect();
    if inside.is_empty() {
        return Ok(Vec::new());
    }
    let list = Git::call(&STAGED).ask()?;
    let staged: HashSet<&[u8]> = names(&list).collect();
    let hit = |path: &Path| {
        // What is staged in the place of a folder on the way is a submodule, and the rubric in it.
        path.ancestors().any(|path| staged.contains(path.as_os_str().as_bytes()))
    };
    let rubrics = inside.into_iter().filter_map(|(name, paths)| {
        let changed = paths.into_iter().find(|path| hit(path))?;
        Some(if hit(name) { name } else { changed }.to_owned())
    });
    Ok(rubrics.collect())
}

/// The root of the work tree, links resolved where they can be.
fn root() -> Result<PathBuf, GitError> {
    let mut bytes = Git::call(&["rev-parse", "--show-toplevel"]).ask()?;
    if bytes.last() == Some(&b'\n') {
        bytes.pop();
    }
    let root = PathBuf::from(OsString::from_vec(bytes));
    Ok(root.canonicalize().unwrap_or(root))
}
