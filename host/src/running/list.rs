//! What runs now, for people and programs that ask.

use std::path::{Path, PathBuf};

use crate::Host;
use crate::running::RUNNING;
use crate::running::document::{RUN, Running, read};
use crate::running::supersede::is_alive;

/// A review that a process of this machine and state folder runs right now.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct RunningReview {
    /// The run.
    pub run_id: String,
    /// The manifest's id; absent where an older version runs it.
    pub review_id: Option<String>,
    /// SHA-256 of the manifest's bytes; absent where an older version runs it.
    pub manifest_sha: Option<String>,
    /// The binding.
    pub binding: String,
    /// The repository's normalised remote.
    pub repo_remote: String,
    /// Where the range begins.
    pub base_sha: String,
    /// Where the range ends, as far as is known by now.
    pub head_sha: String,
    /// The session that asked, if it said so.
    pub session_id: Option<String>,
    /// The root of the work tree.
    pub root: PathBuf,
    /// The process.
    pub pid: u32,
}

impl Host {
    /// The reviews that run now, whoever runs them. What cannot be read is left out. Blocks the thread.
    #[must_use]
    pub fn running(&self) -> Vec<RunningReview> {
        let state = self.state();
        let entries = state.entries(RUNNING).unwrap_or_default();
        let folders = entries.iter().map(|entry| Path::new(RUNNING).join(entry.file_name()));
        let running = folders.filter_map(|folder| {
            let running = read::<Running>(state, &folder, RUN)?;
            is_alive(state, &folder).then_some(running)
        });
        running.map(RunningReview::from).collect()
    }
}

impl From<Running> for RunningReview {
    fn from(running: Running) -> Self {
        Self {
            run_id: running.run_id,
            review_id: running.review_id,
            manifest_sha: running.manifest_sha,
            binding: running.binding,
            repo_remote: running.repo_remote,
            base_sha: running.base,
            head_sha: running.heads.into_iter().next_back().unwrap_or_default(),
            session_id: running.session_id,
            root: running.root,
            pid: running.pid,
        }
    }
}
