//! Repositories, a host, and somebody who listens.

use std::fs;
use std::ops::{Deref, DerefMut};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use assize_host::{Host, HostSettings, LedgerFilter, RunEvent, RunObserver, RunRequest, RunView};
use assize_schemas::{LaneResult, LaneStatus};
use assize_scratch::Scratch;
use serde_json::Value;
use tokio_util::sync::CancellationToken;

/// How long anything may take before a test counts as hanging.
pub(crate) const LONG: Duration = Duration::from_secs(60);

/// A repository with a state folder beside it.
pub(crate) struct Scene(Scratch);

impl Deref for Scene {
    type Target = Scratch;

    fn deref(&self) -> &Scratch {
        &self.0
    }
}

impl DerefMut for Scene {
    fn deref_mut(&mut self) -> &mut Scratch {
        &mut self.0
    }
}

impl Scene {
    /// A repository at `repo` whose `origin/main` is its first commit, with a REVIEW.md of these checks.
    pub(crate) fn new(checks: &str) -> Self {
        let scene = Self::bare_of_commits("repo", "sha1");
        scene.commit("file", "one\n");
        scene.git(&["update-ref", "refs/remotes/origin/main", "HEAD"]);
        scene.review(checks);
        scene
    }

    /// A repository without a commit.
    pub(crate) fn bare_of_commits(name: &str, format: &str) -> Self {
        Self(Scratch::of_format(name, format))
    }

    /// Commits a REVIEW.md whose default binding is these checks, written as YAML list items.
    pub(crate) fn review(&self, checks: &str) {
        self.manifest(&format!("checks:\n{checks}"));
    }

    /// Commits a REVIEW.md with these members besides kind, id and target.
    pub(crate) fn manifest(&self, members: &str) {
        self.commit("REVIEW.md", &format!("---\nkind: review\nid: demo\ntarget: git-range\n{members}\n---\n"));
    }

    pub(crate) fn host(&self) -> Host {
        let settings = HostSettings::new(self.beside("state"), self.environment(), "box");
        Host::new(settings.with_grace(Duration::from_millis(300)))
    }

    pub(crate) fn request(&self) -> RunRequest {
        RunRequest::new(self.root())
    }

    /// Runs a request and answers what came of it and what was told on the way.
    pub(crate) async fn run(&self, request: RunRequest) -> (RunView, Vec<RunEvent>) {
        let listener = Listener::default();
        let view = self.run_with(request, listener.clone().listening(), CancellationToken::new()).await;
        (view, listener.heard())
    }

    /// Runs a request with somebody who may cancel it.
    pub(crate) async fn run_with(
        &self,
        request: RunRequest,
        observer: impl RunObserver + 'static,
        cancel: CancellationToken,
    ) -> RunView {
        let host = self.host();
        tokio::time::timeout(LONG, host.run(request, Arc::new(observer), cancel)).await.unwrap()
    }

    /// Runs the repository's review as it is.
    pub(crate) async fn run_default(&self) -> RunView {
        self.run(self.request()).await.0
    }

    /// How many entries the ledger holds; none may be damaged.
    pub(crate) fn recorded(&self) -> usize {
        let listing = self.host().ledger().list(&LedgerFilter::default()).unwrap();
        assert!(listing.damaged.is_empty(), "{:?}", listing.damaged);
        listing.rows.len()
    }

    /// Asserts that a run left neither work trees nor temporary files.
    pub(crate) fn assert_nothing_is_left(&self) {
        assert_eq!(self.git(&["worktree", "list"]).lines().count(), 1);
        let left: Vec<_> = fs::read_dir(self.beside("tmp")).unwrap().map(|entry| entry.unwrap().path()).collect();
        assert!(left.is_empty(), "{left:?}");
    }
}

/// Keeps what it hears.
#[derive(Clone, Default)]
pub(crate) struct Listener(Arc<Mutex<Vec<RunEvent>>>);

impl Listener {
    pub(crate) fn listening(self) -> impl Fn(RunEvent) + Send + Sync {
        move |event| self.0.lock().unwrap().push(event)
    }

    pub(crate) fn heard(&self) -> Vec<RunEvent> {
        self.0.lock().unwrap().clone()
    }
}

/// The view as programs see it.
pub(crate) fn document(view: &RunView) -> Value {
    serde_json::to_value(view).unwrap()
}

pub(crate) fn lanes(view: &RunView) -> &[LaneResult] {
    &view.attestation.as_ref().unwrap_or_else(|| panic!("{:?}", view.error)).typed().lanes
}

pub(crate) fn statuses(view: &RunView) -> Vec<(&str, LaneStatus)> {
    lanes(view).iter().map(|lane| (lane.id.as_str(), lane.status)).collect()
}

/// Why a run failed, with what would help.
pub(crate) fn why(view: &RunView) -> String {
    view.error.as_ref().unwrap_or_else(|| panic!("{:?}", view.status)).report()
}
