//! What the nodes need of a host that can ask agent reviewers.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use assize_schemas::{AgentCheck, ComposedFrom, FrozenTarget, LaneOutcome, ReviewId, Stopped};
use async_trait::async_trait;
use tokio_util::sync::CancellationToken;

use crate::{LineSink, RunProcesses};

/// A host's way to ask agent reviewers (AIP-62, "Reviewer sessions").
#[async_trait]
pub trait ReviewerHost: Send + Sync {
    /// Asks the reviewer of one lane and says what came of it. Whatever goes wrong is an outcome too
    /// ([`LaneOutcome::Skipped`]), never a pass: only a well-formed verdict file of this attempt may become
    /// [`LaneOutcome::Reported`] (rulings 37).
    ///
    /// `cancel` fires when the lane's time is up or the run is cancelled. The session has to be ended then; the
    /// lane settles by itself shortly after, whether or not this future has answered.
    async fn review(&self, request: ReviewRequest, cancel: CancellationToken) -> LaneOutcome;

    /// What people should know before any reviewer of this host is asked, such as a protection that this system does
    /// not have. A host says it once a run that asks reviewers.
    fn caveat(&self) -> Option<String> {
        None
    }
}

/// What a reviewer is to go by, as it was when the run began.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RubricText {
    /// The path as the check declares it.
    pub declared: String,
    /// What the file held: the bytes that the attestation records the digest of.
    pub bytes: Arc<[u8]>,
}

/// Everything a lane knows that a reviewer session needs. Rubric bases, presets, prompts and the place of the verdict
/// file are the host's.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct ReviewRequest {
    /// The run.
    pub run_id: String,
    /// The manifest's id.
    pub review_id: ReviewId,
    /// The check.
    pub check: AgentCheck,
    /// The frozen range.
    pub target: FrozenTarget,
    /// An earlier review that passed for this check up to a head in between: only what came after that head is to be
    /// reviewed (AIP-62, "Composition").
    pub prior: Option<ComposedFrom>,
    /// What the reviewer is to go by, where the host has read it already.
    pub rubric: Option<RubricText>,
    /// The root of the tree the session works in.
    pub root: PathBuf,
    /// Folders outside `root` that the repository in it is made of: where git keeps its objects and refs.
    pub git_folders: Vec<PathBuf>,
    /// The processes of the run, for a host whose reviewers are commands: they are then bounded and cleaned up like
    /// those of command lanes.
    pub processes: Option<RunProcesses>,
    /// The time limit of the whole lane, retries and stand-ins included.
    pub timeout: Duration,
    /// Takes what the reviewer is at, for people who watch.
    pub progress: LineSink,
}

impl ReviewRequest {
    /// A request for `check` over `target`, to be carried out in the tree at `root`; the time limit is the check's,
    /// and nobody watches.
    #[must_use]
    pub fn new(
        run_id: impl Into<String>,
        review_id: ReviewId,
        check: AgentCheck,
        target: FrozenTarget,
        root: impl Into<PathBuf>,
    ) -> Self {
        let timeout = Duration::from_millis(check.timeout_ms);
        Self {
            run_id: run_id.into(),
            review_id,
            check,
            target,
            prior: None,
            rubric: None,
            root: root.into(),
            git_folders: Vec::new(),
            processes: None,
            timeout,
            progress: LineSink::silent(),
        }
    }

    /// Where the commits begin that are to be reviewed: at the head of the earlier review if there is one, else at the
    /// base of the range.
    #[must_use]
    pub fn reviewed_from(&self) -> &str {
        self.prior.as_ref().map_or(self.target.base_sha.as_str(), |prior| &prior.head_sha)
    }
}

/// What an agent lane says on a host without reviewers.
pub const NO_REVIEWER_HOST: &str = "no reviewer host: this run asks no agents";

/// A host without reviewers: every agent lane is `skipped`, so that the verdict is incomplete at best.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoReviewers;

#[async_trait]
impl ReviewerHost for NoReviewers {
    async fn review(&self, request: ReviewRequest, _cancel: CancellationToken) -> LaneOutcome {
        LaneOutcome::Skipped(Stopped {
            error: NO_REVIEWER_HOST.to_owned(),
            preset: request.check.preset,
            ..Stopped::default()
        })
    }
}
