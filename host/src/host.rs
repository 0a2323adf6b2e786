//! The host.

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use assize_compiler::Resolved;
use assize_engine::StepGraph;
use assize_nodes::{NoReviewers, ReviewerHost};
use assize_store::StateFolder;
use tokio_util::sync::CancellationToken;

use crate::{
    CheckedSource, GraphRequest, HostError, HostSettings, Ledger, PrepareRecord, RunObserver, RunRequest, RunView,
};
use crate::{inspect, pipeline};

/// A host for reviews. Cheap to clone; one may serve many runs at once.
#[derive(Clone)]
pub struct Host {
    settings: Arc<HostSettings>,
    state: StateFolder,
    reviewers: Arc<dyn ReviewerHost>,
    prepare_record: Option<Arc<dyn PrepareRecord>>,
}

impl Host {
    /// A host with these settings. Nothing is read or written yet.
    #[must_use]
    pub fn new(settings: HostSettings) -> Self {
        let state = StateFolder::new(&settings.state);
        Self { settings: Arc::new(settings), state, reviewers: Arc::new(NoReviewers), prepare_record: None }
    }

    /// The host with a way to ask reviewers. Without one, and in a headless run, every agent lane is skipped.
    #[must_use]
    pub fn with_reviewers(mut self, reviewers: Arc<dyn ReviewerHost>) -> Self {
        self.reviewers = reviewers;
        self
    }

    /// The host with somebody who keeps a record of prepare checks. Without one none is kept.
    #[must_use]
    pub fn with_prepare_record(mut self, record: Arc<dyn PrepareRecord>) -> Self {
        self.prepare_record = Some(record);
        self
    }

    /// Who keeps a record of prepare checks.
    pub(crate) fn prepare_record(&self) -> Option<&Arc<dyn PrepareRecord>> {
        self.prepare_record.as_ref()
    }

    /// Who is asked in agent lanes.
    pub(crate) fn reviewers(&self) -> &Arc<dyn ReviewerHost> {
        &self.reviewers
    }

    /// What the host was made from.
    #[must_use]
    pub fn settings(&self) -> &HostSettings {
        &self.settings
    }

    /// The state folder.
    #[must_use]
    pub fn state(&self) -> &StateFolder {
        &self.state
    }

    /// Runs a review to its end and answers what came of it, whatever that is. `observer` learns of everything on
    /// the way; `cancel` ends the run, which then records nothing (rulings 14). When this returns, no work tree
    /// of a lane is left, and processes that lanes left behind are being ended.
    ///
    /// Needs a tokio runtime with I/O and time, of either flavour.
    pub async fn run(&self, request: RunRequest, observer: Arc<dyn RunObserver>, cancel: CancellationToken) -> RunView {
        pipeline::run(self, request, observer, cancel).await
    }

    /// Compiles a binding and runs nothing.
    ///
    /// Prepare checks hold their arguments with placeholders filled in; where the range cannot be resolved, the name
    /// of the base stands in for its commit. A manifest that is named needs no repository around it.
    ///
    /// # Errors
    ///
    /// [`HostError`] when there is no manifest, it is not right, or has no such binding.
    pub async fn graph(&self, request: &GraphRequest) -> Result<StepGraph, HostError> {
        inspect::graph(self, request).await
    }

    /// Reads a REVIEW.md or a pack and judges it. Without a path it is the one at the root of the repository around
    /// `cwd`, or in `cwd` itself where there is no repository; a directory means the REVIEW.md in it.
    ///
    /// # Errors
    ///
    /// [`HostError`] when there is nothing that can be read. What is wrong with its text is an answer, not an error.
    pub async fn check(&self, cwd: &Path, path: Option<&Path>) -> Result<CheckedSource, HostError> {
        inspect::check(self, cwd, path).await
    }

    /// Merges the packs of a manifest that was judged into it, and compiles every binding of what comes of it: what a
    /// run would refuse of the manifest is said here. `None` when the source is no manifest, or not a right one.
    ///
    /// # Errors
    ///
    /// [`HostError::Manifest`] with what is wrong with the packs or with placeholders.
    pub async fn resolve(&self, source: &CheckedSource) -> Result<Option<Resolved>, HostError> {
        inspect::resolve(self, source).await
    }

    /// What this host has recorded.
    #[must_use]
    pub fn ledger(&self) -> Ledger {
        Ledger::new(self.state.clone())
    }
}

impl fmt::Debug for Host {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Host").field("settings", &self.settings).finish_non_exhaustive()
    }
}
