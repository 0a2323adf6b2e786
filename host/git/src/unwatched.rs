//! Files that git was told not to look at.

use std::collections::HashSet;
use std::ffi::OsStr;
use std::fs::File;
use std::io::{ErrorKind, Read as _};
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Path, PathBuf};

use crate::command::{Call, LONG, SHORT, argv};
use crate::index_file::may_hold_marks;
use crate::tree_state::path_of;
use crate::{Git, GitError, Status};

/// The most that is read of an index, in bytes. About a larger one git is asked.
const INDEX_LIMIT: u64 = 256 * 1024 * 1024;
/// What `git ls-files -v` puts before a file that is not to be looked at in the work tree.
const SKIPPED: u8 = b'S';

/// A tracked file that git was told not to look at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Unwatched {
    /// From the root of the work tree.
    path: PathBuf,
    /// Whether it is marked `skip-worktree`, and not only `assume-unchanged`.
    skipped: bool,
}

impl Git {
    /// The tracked files that are marked `assume-unchanged` or `skip-worktree`.
    pub(crate) async fn unwatched(&self) -> Result<Vec<Unwatched>, GitError> {
        let root = self.directory().to_owned();
        let none = tokio::task::spawn_blocking(move || is_unmarked(&root)).await;
        if none.map_err(|error| GitError::Io(error.into()))? {
            return Ok(Vec::new());
        }
        let answer = self.ask(&argv!["ls-files", "-v", "-z"], LONG).await?;
        Ok(answer.stdout.split(|byte| *byte == 0).filter_map(unwatched).collect())
    }

    /// What the work tree looks like with those files looked at as well.
    ///
    /// In a sparse checkout it is no change that a file is not there.
    pub(crate) async fn seen_whole(&self, plain: Status, unwatched: &[Unwatched]) -> Result<Status, GitError> {
        let sparse = self.setting("core.sparseCheckout").await?.is_some_and(|value| is_true(&value));
        let root = self.directory();
        let looked_at: Vec<&OsStr> = unwatched
            .iter()
            .filter(|file| !(sparse && file.skipped && is_absent(&root.join(&file.path))))
            .map(|file| file.path.as_os_str())
            .collect();
        if looked_at.is_empty() {
            return Ok(plain);
        }
        let answer = self.ask(&argv!["rev-parse", "--path-format=absolute", "--git-path", "index"], SHORT).await?;
        let index = PathBuf::from(OsStr::from_bytes(answer.stdout.strip_suffix(b"\n").unwrap_or(&answer.stdout)));
        // On a copy: the marks are the person's. Beside the index, so that the rest of a split one is found.
        let copied = tokio::task::spawn_blocking(move || copied(&index)).await;
        let (folder, copy) = copied.map_err(|error| GitError::Io(error.into()))?.map_err(GitError::Io)?;
        let paths = looked_at.join(OsStr::new("\0"));
        for mark in ["--no-assume-unchanged", "--no-skip-worktree"] {
            let command = argv!["-c", "core.splitIndex=false", "update-index", mark, "-z", "--stdin"];
            self.demand(Call::new(&command, SHORT).input(paths.as_bytes()).index(&copy)).await?;
        }
        let mut whole = self.status_on(&copy).await?;
        drop(tokio::task::spawn_blocking(move || folder.close()).await);
        let known: HashSet<&[u8]> = plain.changes.iter().map(Vec::as_slice).collect();
        whole.hidden =
            whole.changes.iter().filter(|record| !known.contains(record.as_slice())).map(|r| path_of(r)).collect();
        Ok(whole)
    }
}

/// Whether the index is certain to have no marked entry. Blocks the thread.
fn is_unmarked(root: &Path) -> bool {
    let Some(index) = index_below(root) else { return false };
    let mut bytes = Vec::new();
    let read = File::open(index).and_then(|file| file.take(INDEX_LIMIT).read_to_end(&mut bytes));
    read.is_ok() && !may_hold_marks(&bytes)
}

/// The index of the work tree at `root`, where `.git` is the git folder or names it.
fn index_below(root: &Path) -> Option<PathBuf> {
    let dot_git = root.join(".git");
    if dot_git.is_dir() {
        return Some(dot_git.join("index"));
    }
    let mut text = Vec::new();
    File::open(&dot_git).ok()?.take(64 * 1024).read_to_end(&mut text).ok()?;
    let named = text.strip_prefix(b"gitdir: ")?.strip_suffix(b"\n")?;
    Some(root.join(OsStr::from_bytes(named)).join("index"))
}

/// One record of `git ls-files -v`: a letter, lower case for `assume-unchanged`, a blank and the path.
fn unwatched(record: &[u8]) -> Option<Unwatched> {
    let (letter, path) = record.split_first()?;
    let path = PathBuf::from(OsStr::from_bytes(path.strip_prefix(b" ")?));
    let skipped = letter.to_ascii_uppercase() == SKIPPED;
    (skipped || letter.is_ascii_lowercase()).then_some(Unwatched { path, skipped })
}

/// A copy of an index in a folder of its own beside it, which goes with the value.
fn copied(index: &Path) -> std::io::Result<(tempfile::TempDir, PathBuf)> {
    let beside = index.parent().ok_or(ErrorKind::NotFound)?;
    let folder = tempfile::Builder::new().prefix("assize-index-").tempdir_in(beside)?;
    let copy = folder.path().join("index");
    std::fs::copy(index, &copy)?;
    Ok((folder, copy))
}

fn is_absent(path: &Path) -> bool {
    std::fs::symlink_metadata(path)
        .is_err_and(|error| matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory))
}

/// How git reads a switch. One without a value is on.
fn is_true(value: &str) -> bool {
    let named = ["true", "yes", "on", ""].iter().any(|word| word.eq_ignore_ascii_case(value));
    named || value.parse::<i64>().is_ok_and(|number| number != 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(record: &str, expect: Option<(&str, bool)>) {
        let found = unwatched(record.as_bytes());
        assert_eq!(
            found.as_ref().map(|file| (file.path.to_str().unwrap_or_default(), file.skipped)),
            expect,
            "{record}"
        );
    }

    #[test]
    fn letters() {
        check("H a b", None);
        check("h a b", Some(("a b", false)));
        check("S x", Some(("x", true)));
        check("s x", Some(("x", true)));
        check("M x", None);
        check("", None);
        check("h", None);
    }

    #[test]
    fn switches() {
        for (value, on) in [("true", true), ("On", true), ("", true), ("1", true), ("false", false), ("0", false)] {
            assert_eq!(is_true(value), on, "{value}");
        }
    }
}
