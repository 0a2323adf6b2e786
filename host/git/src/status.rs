//! What differs from the commit that is checked out.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use assize_schemas::Sha;

use crate::command::{Answer, Call, LONG, argv};
use crate::{Git, GitError};

/// What one look at a work tree tells.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Status {
    /// The commit that is checked out; `None` on a branch without a commit.
    pub head: Option<Sha>,
    /// The full line git gives for the branch, `(detached)` for none.
    pub branch: String,
    /// The records of tracked files that differ from the commit, as `git status --porcelain=v2` writes them.
    pub changes: Vec<Vec<u8>>,
    /// Those of the changed files that a plain `git status` does not show, because somebody marked them
    /// `assume-unchanged` or `skip-worktree`.
    pub hidden: Vec<PathBuf>,
}

impl Status {
    /// Whether tracked files have changes that are not committed.
    #[must_use]
    pub fn is_dirty(&self) -> bool {
        !self.changes.is_empty()
    }
}

/// Submodules count unless the only thing new in them is untracked, whatever a committed `.gitmodules` asks for.
pub(crate) fn status_command() -> [&'static OsStr; 8] {
    argv![
        "status",
        "--porcelain=v2",
        "--branch",
        "-z",
        "--no-ahead-behind",
        "--no-renames",
        "--untracked-files=no",
        "--ignore-submodules=untracked",
    ]
}

impl Git {
    /// Looks at the work tree: what is checked out, and what tracked files differ from it, those included that git was
    /// told not to look at. To be called at the root of the work tree. Takes no lock.
    ///
    /// # Errors
    ///
    /// [`GitError`] when git cannot answer.
    pub async fn status(&self) -> Result<Status, GitError> {
        let command = status_command();
        let (answer, unwatched) = tokio::try_join!(self.ask(&command, LONG), self.unwatched())?;
        let plain = read(&answer)?;
        if unwatched.is_empty() { Ok(plain) } else { self.seen_whole(plain, &unwatched).await }
    }

    /// The same on another index.
    pub(crate) async fn status_on(&self, index: &Path) -> Result<Status, GitError> {
        let command = status_command();
        read(&self.demand(Call::new(&command, LONG).index(index)).await?)
    }
}

fn read(answer: &Answer) -> Result<Status, GitError> {
    let (mut head, mut branch, mut changes) = (None, None, Vec::new());
    for record in answer.stdout.split(|byte| *byte == 0).filter(|record| !record.is_empty()) {
        let Some(header) = record.strip_prefix(b"# ") else {
            changes.push(record.to_vec());
            continue;
        };
        let header = String::from_utf8_lossy(header);
        match header.split_once(' ') {
            Some(("branch.oid", "(initial)")) => head = Some(None),
            Some(("branch.oid", sha)) => head = Some(Some(Sha::parse(sha).map_err(|_| answer.unexpected())?)),
            Some(("branch.head", name)) => branch = Some(name.to_owned()),
            _ => {}
        }
    }
    match (head, branch) {
        (Some(head), Some(branch)) => Ok(Status { head, branch, changes, hidden: Vec::new() }),
        _ => Err(answer.unexpected()),
    }
}
