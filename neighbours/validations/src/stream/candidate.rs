//! What landing a proposal now would make.

use std::path::PathBuf;

use assize_git::{GitError, Merged, PlainGitDir, Ref};
use assize_schemas::Sha;

use super::{Stream, StreamError};

/// What landing a proposal would make of the stream as it is now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidate {
    /// The commit that the stream is at.
    pub head: Sha,
    /// The commit that is proposed.
    pub proposal: Sha,
    /// How it would land.
    pub landing: Landing,
}

/// How a proposal would land.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Landing {
    /// It is in the stream already. The tree is the stream's.
    Nothing(Sha),
    /// The stream moves on to the proposal itself. The tree is the proposal's.
    FastForward(Sha),
    /// By a merge commit with this tree.
    Merge(Sha),
    /// Not at all: these paths are in conflict.
    Conflict(Vec<PathBuf>),
}

impl Candidate {
    /// The candidate tree; `None` for a conflict.
    #[must_use]
    pub fn tree(&self) -> Option<&Sha> {
        match &self.landing {
            Landing::Nothing(tree) | Landing::FastForward(tree) | Landing::Merge(tree) => Some(tree),
            Landing::Conflict(_) => None,
        }
    }
}

impl Stream {
    /// What landing `proposal` would make of the stream as it is now. Nothing is checked out, and no ref is written.
    ///
    /// # Errors
    ///
    /// [`StreamError`]. Whatever is not certainly a tree or a conflict is an error.
    pub async fn candidate(&self, proposal: &str) -> Result<Candidate, StreamError> {
        let head = self.head().await?;
        let proposal = self.proposed(proposal).await?;
        self.candidate_of(head, proposal).await
    }

    pub(crate) async fn candidate_of(&self, head: Sha, proposal: Sha) -> Result<Candidate, StreamError> {
        let landing = if self.git.is_ancestor(&Ref::from(&proposal), &Ref::from(&head)).await? {
            Landing::Nothing(self.git.tree_of(&head).await?)
        } else if self.git.is_ancestor(&Ref::from(&head), &Ref::from(&proposal)).await? {
            Landing::FastForward(self.git.tree_of(&proposal).await?)
        } else {
            self.merge(&head, &proposal).await?
        };
        Ok(Candidate { head, proposal, landing })
    }

    async fn merge(&self, head: &Sha, proposal: &Sha) -> Result<Landing, StreamError> {
        if self.shared.path.join("shallow").exists() {
            // What is cut off could hold a newer common ancestor, and the merge would be another one.
            let (base, head) = (head.to_string(), proposal.to_string());
            return Err(GitError::Shallow { base, head, boundary: None }.into());
        }
        let scratch = self.repository.scratch(&self.temporary)?;
        let plain = PlainGitDir::make(&scratch.path().join("git"), &self.shared.path, &self.shared.object_format)?;
        Ok(match self.git.merged(&plain, head, proposal).await? {
            Merged::Tree(tree) => Landing::Merge(tree),
            Merged::Conflict(paths) => Landing::Conflict(paths),
        })
    }
}
