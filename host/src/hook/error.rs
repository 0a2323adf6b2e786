//! Why a push cannot be reviewed.

use assize_git::GitError;

/// Why a push cannot be reviewed. The hook then refuses the push.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PrePushError {
    /// A line of the list of refs is not what git writes there.
    #[error("the list of pushed refs holds a line that is not understood: {line:?}")]
    NotUnderstood {
        /// The line.
        line: String,
    },
    /// There is nothing to review the branches against.
    #[error(
        "nothing is known of {remote} to review {} against. Either name the commit that the review begins at \
         (AGENTPROTO_REVIEW_BASE=<commit> git push ...), or push without a review (git push --no-verify)",
        branches.join(", ")
    )]
    NoBase {
        /// The branches, as the remote names them.
        branches: Vec<String>,
        /// The remote.
        remote: String,
        /// The same push with a base for its reviews, and then without a review; known where the history is.
        again: Option<[String; 2]>,
    },
    /// The base that was given can name no commit.
    #[error("AGENTPROTO_REVIEW_BASE cannot be used")]
    BadBase(#[source] GitError),
    /// Git could not answer.
    #[error(transparent)]
    Git(#[from] GitError),
}

impl PrePushError {
    /// What the person can do about it.
    #[must_use]
    pub fn fix(&self) -> Option<String> {
        match self {
            Self::NoBase { again: Some([reviewed, unreviewed]), .. } => {
                Some(format!("{reviewed} (reviews all but the first commit), or {unreviewed}"))
            }
            Self::NoBase { again: None, .. } => {
                Some("AGENTPROTO_REVIEW_BASE=<commit>, or git push --no-verify".to_owned())
            }
            Self::BadBase(_) => Some("AGENTPROTO_REVIEW_BASE with a commit or a branch".to_owned()),
            Self::Git(error) => error.fix(),
            Self::NotUnderstood { .. } => None,
        }
    }
}
