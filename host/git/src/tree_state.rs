//! What must not change while somebody only reads a work tree.

use std::ffi::OsStr;
use std::fs;
use std::io::Read as _;
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Path, PathBuf};

use assize_schemas::Sha256Hex;

use crate::command::{LONG, SHORT, argv};
use crate::{Git, GitError, Status};

/// The most of one changed file that is read, in bytes; its size and time tell the rest.
const CONTENT_LIMIT: u64 = 64 * 1024 * 1024;

/// The settings by which git decides whether a file of the work tree differs from the index.
const READING: &str = "^(filter\\.|core\\.(attributesfile|autocrlf|checkstat|eol|filemode|ignorecase|ignorestat|\
                       precomposeunicode|safecrlf|symlinks|trustctime|worktree)$)";

/// Named parts of a repository with a value each; a value is equal as long as the part has not changed.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct TreeSnapshot {
    /// `HEAD`, every ref below `refs/heads` and `refs/tags`, the index, the settings and attributes by which git
    /// reads files, and every tracked file that differs from the index, each with its value.
    pub parts: Vec<(String, String)>,
}

impl Git {
    /// Takes a snapshot of `HEAD`, branches, tags, index entries and the content of tracked files. Refs that follow a
    /// remote are left out: a fetch is nobody's fault.
    ///
    /// # Errors
    ///
    /// [`GitError`] when git cannot answer.
    pub async fn snapshot(&self) -> Result<TreeSnapshot, GitError> {
        let refs = argv!["for-each-ref", "--format=%(refname) %(objectname)", "refs/heads", "refs/tags"];
        let index = argv!["ls-files", "--stage", "-t", "-v", "-z"];
        let (status, refs, index, reading) =
            tokio::try_join!(self.status(), self.ask(&refs, LONG), self.ask(&index, LONG), self.reading())?;
        let head = status.head.as_ref().map_or("none", |head| head.as_str());
        let mut parts = vec![("HEAD".to_owned(), format!("{head} {}", status.branch))];
        for line in String::from_utf8_lossy(&refs.stdout).lines() {
            if let Some((name, object)) = line.split_once(' ') {
                parts.push((name.to_owned(), object.to_owned()));
            }
        }
        parts.push(("the index".to_owned(), Sha256Hex::of(&index.stdout).to_string()));
        parts.push(("how git reads files".to_owned(), reading));
        let root = self.directory().to_owned();
        let contents = tokio::task::spawn_blocking(move || contents(&root, &status))
            .await
            .map_err(|error| GitError::Io(error.into()))?;
        parts.extend(contents);
        Ok(TreeSnapshot { parts })
    }
}

impl Git {
    /// A value for what decides whether git takes a file of the work tree for changed: a filter or a switch that was set
    /// meanwhile can make it say that nothing is.
    async fn reading(&self) -> Result<String, GitError> {
        let attributes = argv!["rev-parse", "--path-format=absolute", "--git-path", "info/attributes"];
        let (settings, attributes) = tokio::try_join!(self.settings(READING), self.ask(&attributes, SHORT))?;
        let path = attributes.stdout.strip_suffix(b"\n").unwrap_or(&attributes.stdout);
        let path = PathBuf::from(OsStr::from_bytes(path));
        let content = tokio::task::spawn_blocking(move || content_of(&path)).await;
        let content = content.map_err(|error| GitError::Io(error.into()))?;
        Ok(Sha256Hex::of(format!("{settings:?} {content}").as_bytes()).to_string())
    }
}

/// The changed files with a value for what is in each: what git says of them, and a digest of their content.
fn contents(root: &Path, status: &Status) -> Vec<(String, String)> {
    let record = |record: &Vec<u8>| {
        let path = path_of(record);
        let content = content_of(&root.join(&path));
        (path.display().to_string(), format!("{} {content}", Sha256Hex::of(record)))
    };
    status.changes.iter().map(record).collect()
}

/// The path at the end of a porcelain v2 record: after 8 fields for an ordinary change, 10 for an unmerged one.
pub(crate) fn path_of(record: &[u8]) -> PathBuf {
    let fields = if record.starts_with(b"u ") { 10 } else { 8 };
    PathBuf::from(OsStr::from_bytes(record.splitn(fields + 1, |byte| *byte == b' ').last().unwrap_or_default()))
}

fn content_of(path: &Path) -> String {
    let Ok(metadata) = fs::symlink_metadata(path) else { return "gone".to_owned() };
    if metadata.is_symlink() {
        return fs::read_link(path).map_or_else(|_| "unread".to_owned(), |to| format!("-> {}", to.display()));
    }
    if !metadata.is_file() {
        return "no file".to_owned();
    }
    let mut bytes = Vec::new();
    let read = fs::File::open(path).and_then(|file| file.take(CONTENT_LIMIT).read_to_end(&mut bytes));
    let stamp = if metadata.len() > CONTENT_LIMIT { format!(" {:?}", metadata.modified().ok()) } else { String::new() };
    read.map_or_else(|_| "unread".to_owned(), |_| format!("{} {}{stamp}", metadata.len(), Sha256Hex::of(&bytes)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(record: &str, path: &str) {
        assert_eq!(path_of(record.as_bytes()), Path::new(path), "{record}");
    }

    #[test]
    fn paths_keep_their_blanks() {
        check("1 .M N... 100644 100644 100644 aaaa bbbb a b.txt", "a b.txt");
        check("u UU N... 100644 100644 100644 100644 a b c dir/x y", "dir/x y");
    }
}
