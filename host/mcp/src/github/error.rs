//! Why GitHub could not be asked.

use serde::Serialize;

/// Why GitHub could not be asked, or did not know.
#[derive(Debug, Clone, thiserror::Error)]
#[non_exhaustive]
pub(crate) enum GitHubError {
    /// There is no `gh`.
    #[error("the gh command is not on the path: install it from https://cli.github.com and run `gh auth login`")]
    Unavailable,
    /// `gh` did not do it.
    #[error("gh could not ask for {path}: {message}")]
    Failed {
        /// What was asked for.
        path: String,
        /// What it said.
        message: String,
    },
    /// The repository is not on GitHub.
    #[error("{remote} is not a repository on github.com")]
    UnsupportedRemote {
        /// The repository.
        remote: String,
    },
    /// There is no pull request.
    #[error("{repository} has no pull request with the commit {commit}")]
    NoPullRequest {
        /// The repository.
        repository: String,
        /// The commit.
        commit: String,
    },
}

/// The same for programs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub(crate) enum GitHubTrouble {
    #[serde(rename = "gh_unavailable")]
    Unavailable,
    #[serde(rename = "gh_failed")]
    Failed,
    #[serde(rename = "unsupported_remote")]
    UnsupportedRemote,
    #[serde(rename = "no_pr")]
    NoPullRequest,
}

impl GitHubError {
    /// The same for programs.
    pub(crate) fn trouble(&self) -> GitHubTrouble {
        match self {
            Self::Unavailable => GitHubTrouble::Unavailable,
            Self::Failed { .. } => GitHubTrouble::Failed,
            Self::UnsupportedRemote { .. } => GitHubTrouble::UnsupportedRemote,
            Self::NoPullRequest { .. } => GitHubTrouble::NoPullRequest,
        }
    }
}
