//! What the next command does about what a killed one left.

use std::path::PathBuf;

use assize_git::{Git, Ref};
use assize_schemas::Sha;

use super::{Stream, StreamError};
use crate::repository::PendingLanding;

/// What was found and put in order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tidied {
    /// Temporary folders that could not be removed.
    pub left: Vec<PathBuf>,
    /// Whether a landing was found that was begun and not ended.
    pub landing: bool,
    /// Work trees of the stream that are not in step with it and could not be brought along.
    pub behind: Vec<PathBuf>,
}

impl Stream {
    /// Removes the temporary folders of commands that were killed, and makes the audit log tell whether a landing that was
    /// begun happened. To be called by every command before it does its own work.
    ///
    /// # Errors
    ///
    /// [`StreamError`] when it cannot be told what happened.
    pub async fn tidy(&self) -> Result<Tidied, StreamError> {
        let mut tidied = Tidied::default();
        if !self.repository.is_there() {
            return Ok(tidied);
        }
        tidied.left = self.repository.sweep()?;
        if self.repository.pending_landing()?.is_none() {
            return Ok(tidied);
        }
        // Somebody may be at it just now; then it is over when the right to write is ours.
        let writing = self.writing().await?;
        let Some(pending) = self.repository.pending_landing()? else { return Ok(tidied) };
        let happened = happened(&self.git, &pending).await?;
        if happened {
            tidied.behind = self.catch_up(&pending).await?;
        }
        self.repository.end_landing(&writing, &pending, happened)?;
        tidied.landing = true;
        Ok(tidied)
    }

    /// Brings the work trees along that the killed command did not come to.
    async fn catch_up(&self, pending: &PendingLanding) -> Result<Vec<PathBuf>, StreamError> {
        let mut behind = Vec::new();
        let (Ok(from), Ok(to)) = (Sha::parse(pending.from.as_str()), Sha::parse(pending.commit.as_str())) else {
            return Ok(behind);
        };
        // Later landings bring along from where they found it; then this one has no part in it any more.
        if self.git.branch(&pending.stream).await? != Some(to.clone()) {
            return Ok(behind);
        }
        for path in self.git.work_trees_on(&pending.stream).await? {
            let here = self.git.at(&path);
            let in_step = !path.is_dir() || here.status().await.is_ok_and(|status| !status.is_dirty());
            if !in_step && here.step_work_tree(&from, &to, false).await.is_err() {
                behind.push(path);
            }
        }
        Ok(behind)
    }
}

/// Whether the branch moved: it is at the commit, or went on from there.
async fn happened(git: &Git, pending: &PendingLanding) -> Result<bool, StreamError> {
    let Some(now) = git.branch(&pending.stream).await? else { return Ok(false) };
    if now.as_str() == pending.commit {
        return Ok(true);
    }
    if now.as_str() == pending.from {
        return Ok(false);
    }
    match Sha::parse(pending.commit.as_str()) {
        Ok(commit) => Ok(git.is_ancestor(&Ref::from(&commit), &Ref::from(&now)).await?),
        Err(_) => Ok(false),
    }
}
