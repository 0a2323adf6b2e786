//! A host for tests: a directory that plays a repository, and a reviewer that does what it is told.

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use assize_nodes::{HostError, Repository, ReviewRequest, ReviewerHost, TreeState, Workspace};
use assize_schemas::{CheckRef, FrozenTarget, LaneOutcome};
use async_trait::async_trait;
use futures::future::BoxFuture;
use tokio_util::sync::CancellationToken;

use crate::common::target;

/// A directory that plays a repository.
#[derive(Default)]
pub(crate) struct FakeRepository {
    pub(crate) root: PathBuf,
    pub(crate) freezes: AtomicUsize,
    pub(crate) freeze_error: Option<&'static str>,
    /// The lane that gets no workspace.
    pub(crate) no_workspace_for: Option<&'static str>,
    /// What `moved_since` answers: `Err` is a text too.
    pub(crate) moved: Option<Result<&'static str, &'static str>>,
    /// What HEAD is at the first look and at later ones; an error when there are no more.
    pub(crate) heads: Mutex<Vec<&'static str>>,
}

impl FakeRepository {
    pub(crate) fn at(root: &Path) -> Self {
        Self { root: root.to_owned(), heads: Mutex::new(vec!["1", "1"]), ..Self::default() }
    }
}

#[async_trait]
impl Repository for FakeRepository {
    fn root(&self) -> &Path {
        &self.root
    }

    async fn freeze(&self, base: &str) -> Result<FrozenTarget, HostError> {
        assert_eq!(base, "origin/main");
        self.freezes.fetch_add(1, Ordering::Relaxed);
        match self.freeze_error {
            Some(text) => Err(HostError::new(text).with_code("no-merge-base")),
            None => Ok(target()),
        }
    }

    async fn workspace(&self, lane: &CheckRef, _target: &FrozenTarget) -> Result<Workspace, HostError> {
        if self.no_workspace_for == Some(lane.as_str()) {
            return Err(HostError::new("no room on the disk"));
        }
        Ok(Workspace::shared(&self.root))
    }

    async fn moved_since(&self, _target: &FrozenTarget) -> Result<Option<String>, HostError> {
        match self.moved {
            None => Ok(None),
            Some(Ok(text)) => Ok(Some(text.to_owned())),
            Some(Err(text)) => Err(HostError::new(text)),
        }
    }

    async fn tree_state(&self, _workspace: &Workspace) -> Result<TreeState, HostError> {
        let mut heads = self.heads.lock().unwrap();
        if heads.is_empty() {
            return Err(HostError::new("git is gone"));
        }
        Ok(TreeState::new().with("HEAD", heads.remove(0)))
    }
}

type Reviewer = dyn Fn(ReviewRequest, CancellationToken) -> BoxFuture<'static, LaneOutcome> + Send + Sync;

/// A reviewer that does what it is told.
pub(crate) struct FakeReviewers(Box<Reviewer>);

impl FakeReviewers {
    pub(crate) fn new<F: Future<Output = LaneOutcome> + Send + 'static>(
        review: impl Fn(ReviewRequest, CancellationToken) -> F + Send + Sync + 'static,
    ) -> Self {
        Self(Box::new(move |request, cancel| Box::pin(review(request, cancel))))
    }
}

#[async_trait]
impl ReviewerHost for FakeReviewers {
    async fn review(&self, request: ReviewRequest, cancel: CancellationToken) -> LaneOutcome {
        (self.0)(request, cancel).await
    }
}
