//! Why there is no trailer.

use assize_git::GitError;

use crate::{HostError, HostErrorKind};

/// Why there is no trailer.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TrailerError {
    /// The repository or the ledger could not be read.
    #[error("{}", .0.report())]
    Host(#[from] HostError),
    /// Git takes no line with that name for a trailer.
    #[error("{gate:?} cannot name a gate in a trailer: git reads only letters, digits and dashes there")]
    Gate {
        /// The name.
        gate: String,
    },
    /// The ledger has no such run.
    #[error("there is no review to take a trailer from: {0}")]
    NoRun(String),
    /// The run is about another repository.
    #[error("that run is about {found}, and this repository is {here}")]
    Elsewhere {
        /// The run's repository.
        found: String,
        /// This repository.
        here: String,
    },
    /// Several reviewers answered, and none was named.
    #[error("{run_id} has several agent lanes: {}", lanes.join(", "))]
    SeveralLanes {
        /// The run.
        run_id: String,
        /// Its agent lanes.
        lanes: Vec<String>,
    },
    /// The lane that was named is no agent lane of the run.
    #[error("{lane:?} is no agent lane of {run_id}; those are: {}", if lanes.is_empty() { "none".to_owned() } else { lanes.join(", ") })]
    NoSuchLane {
        /// The run.
        run_id: String,
        /// What was named.
        lane: String,
        /// Its agent lanes.
        lanes: Vec<String>,
    },
    /// The review found something that blocks.
    #[error("{run_id} blocks, so there is no trailer: {reason}")]
    Blocked {
        /// The run.
        run_id: String,
        /// What blocks.
        reason: String,
    },
    /// The review, or its connection with this commit, could not be established.
    #[error("{run_id} establishes nothing, so there is no trailer: {reason}")]
    Incomplete {
        /// The run.
        run_id: String,
        /// What is missing.
        reason: String,
    },
}

impl From<GitError> for TrailerError {
    fn from(error: GitError) -> Self {
        Self::Host(error.into())
    }
}

impl TrailerError {
    /// The exit status: 1 blocked, 2 incomplete, 4 no such run, 64 for a request that cannot be right, otherwise 3.
    #[must_use]
    pub fn exit_code(&self) -> u8 {
        match self {
            Self::Blocked { .. } => 1,
            Self::Incomplete { .. } => 2,
            Self::NoRun(_) => 4,
            Self::Gate { .. } | Self::Elsewhere { .. } | Self::SeveralLanes { .. } | Self::NoSuchLane { .. } => 64,
            Self::Host(error) if error.kind() == HostErrorKind::Usage => 64,
            Self::Host(_) => 3,
        }
    }
}
