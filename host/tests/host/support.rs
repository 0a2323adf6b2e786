//! Repositories, a host, and somebody who listens.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use assize_host::{Host, HostSettings, LedgerFilter, RunEvent, RunObserver, RunRequest, RunView};
use assize_schemas::{LaneResult, LaneStatus};
use serde_json::Value;
use tempfile::TempDir;
use tokio_util::sync::CancellationToken;

/// How long anything may take before a test counts as hanging.
pub(crate) const LONG: Duration = Duration::from_secs(60);

/// A folder with a repository `repo`, a state folder `state` and a folder for temporary files `tmp`.
pub(crate) struct Scene {
    _place: TempDir,
    folder: PathBuf,
    pub(crate) root: PathBuf,
    pub(crate) environment: Vec<(OsString, OsString)>,
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
        let place = tempfile::tempdir().unwrap();
        let folder = fs::canonicalize(place.path()).unwrap();
        let root = folder.join(name);
        fs::create_dir(&root).unwrap();
        fs::create_dir(folder.join("tmp")).unwrap();
        let environment = [
            ("PATH", std::env::var_os("PATH").unwrap()),
            ("HOME", "/nonexistent".into()),
            ("TMPDIR", folder.join("tmp").into_os_string()),
            ("GIT_CONFIG_GLOBAL", "/dev/null".into()),
            ("GIT_CONFIG_NOSYSTEM", "1".into()),
            ("GIT_AUTHOR_NAME", "Ann Thor".into()),
            ("GIT_AUTHOR_EMAIL", "ann@example.com".into()),
            ("GIT_COMMITTER_NAME", "Com Mitter".into()),
            ("GIT_COMMITTER_EMAIL", "com@example.com".into()),
        ]
        .into_iter()
        .map(|(name, value)| (OsString::from(name), value))
        .collect();
        let scene = Self { _place: place, folder, root, environment };
        scene.git(&["init", "--quiet", "--initial-branch=main", &format!("--object-format={format}"), "."]);
        scene
    }

    /// Commits a REVIEW.md whose default binding is these checks, written as YAML list items.
    pub(crate) fn review(&self, checks: &str) {
        self.manifest(&format!("checks:\n{checks}"));
    }

    /// Commits a REVIEW.md with these members besides kind, id and target.
    pub(crate) fn manifest(&self, members: &str) {
        self.commit("REVIEW.md", &format!("---\nkind: review\nid: demo\ntarget: git-range\n{members}\n---\n"));
    }

    pub(crate) fn git_in(&self, directory: &Path, arguments: &[&str]) -> String {
        let output = Command::new("git")
            .args(["-c", "protocol.file.allow=always"])
            .args(arguments)
            .current_dir(directory)
            .env_clear()
            .envs(self.environment.iter().map(|(name, value)| (name, value)))
            .output()
            .unwrap();
        assert!(output.status.success(), "git {arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap().trim().to_owned()
    }

    pub(crate) fn git(&self, arguments: &[&str]) -> String {
        self.git_in(&self.root, arguments)
    }

    pub(crate) fn write(&self, path: &str, text: &str) {
        let path = self.root.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    pub(crate) fn commit(&self, path: &str, text: &str) -> String {
        self.write(path, text);
        self.git(&["add", "--", path]);
        self.git(&["commit", "--quiet", "-m", path]);
        self.head()
    }

    pub(crate) fn head(&self) -> String {
        self.git(&["rev-parse", "HEAD"])
    }

    pub(crate) fn beside(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    pub(crate) fn host(&self) -> Host {
        let settings = HostSettings::new(self.beside("state"), self.environment.clone(), "box");
        Host::new(settings.with_grace(Duration::from_millis(300)))
    }

    pub(crate) fn request(&self) -> RunRequest {
        RunRequest::new(&self.root)
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
