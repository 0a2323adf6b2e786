//! Moving a branch, and the work trees that have it checked out.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStringExt as _;
use std::path::PathBuf;

use assize_schemas::Sha;

use crate::command::{Call, LONG, SHORT, argv};
use crate::{Git, GitError};

impl Git {
    /// The commit of the branch `refs/heads/<name>`; `None` when there is no such branch.
    ///
    /// # Errors
    ///
    /// [`GitError`] when git cannot answer.
    pub async fn branch(&self, name: &str) -> Result<Option<Sha>, GitError> {
        self.object(&format!("refs/heads/{name}^{{commit}}")).await
    }

    /// A commit of `tree` on `parents`, in the name of the person that git knows here. No ref refers to it.
    ///
    /// # Errors
    ///
    /// [`GitError::Failed`], for one when git does not know who works here.
    pub async fn commit_tree(&self, tree: &Sha, parents: &[&Sha], message: &str) -> Result<Sha, GitError> {
        let mut command = argv!["commit-tree", tree.as_str()].to_vec();
        for parent in parents {
            command.extend(argv!["-p", parent.as_str()]);
        }
        command.extend(argv!["-F", "-"]);
        let answer = self.demand(Call::new(&command, SHORT).input(message.as_bytes())).await?;
        Sha::parse(answer.text()?).map_err(|_| answer.unexpected())
    }

    /// Moves the branch `refs/heads/<name>` from `from` to `to`; `false` when it is not at `from` any more.
    ///
    /// # Errors
    ///
    /// [`GitError`] when git refuses although the branch is where it was.
    pub async fn move_branch(&self, name: &str, from: &Sha, to: &Sha, why: &str) -> Result<bool, GitError> {
        let branch = format!("refs/heads/{name}");
        let command = argv!["update-ref", "-m", why, &branch, to.as_str(), from.as_str()];
        let answer = self.call(&command, SHORT).await?;
        if answer.status == Some(0) {
            return Ok(true);
        }
        match self.branch(name).await? {
            Some(now) if now == *from => Err(answer.failure(self.directory())),
            _ => Ok(false),
        }
    }

    /// The roots of the work trees that have the branch `refs/heads/<name>` checked out.
    ///
    /// # Errors
    ///
    /// [`GitError`] when git cannot answer.
    pub async fn work_trees_on(&self, name: &str) -> Result<Vec<PathBuf>, GitError> {
        let answer = self.ask(&argv!["worktree", "list", "--porcelain", "-z"], LONG).await?;
        let branch = format!("branch refs/heads/{name}");
        let (mut found, mut root) = (Vec::new(), None);
        for line in answer.stdout.split(|byte| *byte == 0) {
            if let Some(path) = line.strip_prefix(b"worktree ") {
                root = Some(PathBuf::from(OsString::from_vec(path.to_vec())));
            } else if line == branch.as_bytes() {
                found.extend(root.take());
            }
        }
        Ok(found)
    }

    /// Brings this work tree, which has `from` checked out and nothing else in its tracked files, to `to`. Files that
    /// are not tracked and stand in the way are not touched: the call fails instead, as it does for tracked ones that
    /// have changed. With `only_ask` nothing is written.
    ///
    /// # Errors
    ///
    /// [`GitError::Failed`] with what stands in the way.
    pub async fn step_work_tree(&self, from: &Sha, to: &Sha, only_ask: bool) -> Result<(), GitError> {
        let mut command = argv!["read-tree", "-m", "-u"].to_vec();
        if only_ask {
            command.push(OsStr::new("--dry-run"));
        }
        command.extend(argv![from.as_str(), to.as_str()]);
        // What git remembers of the files may be out of date although they are the same.
        let refresh = argv!["update-index", "-q", "--refresh"];
        drop(self.call(&refresh, SHORT).await?);
        self.ask(&command, SHORT).await.map(drop)
    }

    /// Who works here, as git would write it into a commit: `Name <address>`. `None` when git does not know.
    ///
    /// # Errors
    ///
    /// [`GitError`] when git cannot be asked.
    pub async fn committer(&self) -> Result<Option<String>, GitError> {
        let answer = self.call(&argv!["var", "GIT_COMMITTER_IDENT"], SHORT).await?;
        if answer.status != Some(0) {
            return Ok(None);
        }
        let text = String::from_utf8_lossy(&answer.stdout).into_owned();
        Ok(text.rfind('>').and_then(|end| text.get(..=end)).map(str::to_owned))
    }
}
