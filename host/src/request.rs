//! What a caller asks for.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use assize_schemas::PullRequest;

use crate::RunId;

/// One review to run.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct RunRequest {
    /// A directory inside the repository.
    pub cwd: PathBuf,
    /// The REVIEW.md, absolute or relative to `cwd`; the one at the repository's root when absent.
    pub manifest: Option<PathBuf>,
    /// The binding to run; resolved as the format says when absent (AIP-62, "Bindings").
    pub binding: Option<String>,
    /// The ref the range is reviewed against, in place of the manifest's `target.base`. The range begins at its
    /// merge base with the head, always.
    pub base: Option<String>,
    /// The end of the range; `HEAD` when absent. Whoever names it asks for that commit alone: one that is not checked
    /// out, or is checked out with uncommitted changes, runs in isolated worktrees, by its own REVIEW.md.
    pub head: Option<String>,
    /// Run even where a recorded verdict would serve (AIP-62, "Cache rule"). Implies `no_compose`.
    pub no_cache: bool,
    /// Reviewers look at the whole range, also where an earlier review passed for a part of it (AIP-62,
    /// "Composition").
    pub no_compose: bool,
    /// Cancels reviews of the same repository, binding and base that run for an older head (AIP-62, "The run").
    pub supersede: bool,
    /// Switches reviewers off: agent lanes are skipped, and a state folder that cannot be written is no obstacle.
    pub headless: bool,
    /// The most lanes that run at once; all when absent.
    pub jobs: Option<NonZeroUsize>,
    /// Runs every lane in a clean worktree of its own at the frozen head.
    pub isolated: bool,
    /// Keeps command lanes to their tree, the system's programs and what the state folder's settings allow besides,
    /// where the kernel can ([`SandboxSupport`](assize_nodes::SandboxSupport)). Prepare checks are not confined.
    pub sandbox: bool,
    /// The pull request the review is for, when it is known.
    pub pr: Option<PullRequest>,
    /// The session that asks.
    pub session_id: Option<String>,
    /// The id of the run that this becomes, if it becomes one; a new one when absent. Not to be used twice.
    pub run_id: Option<RunId>,
}

impl RunRequest {
    /// Whether reviewers may build on an earlier review.
    pub(crate) fn composes(&self) -> bool {
        !self.no_cache && !self.no_compose
    }

    /// A request for the repository around `cwd` with everything else left to the defaults.
    #[must_use]
    pub fn new(cwd: impl Into<PathBuf>) -> Self {
        Self {
            cwd: cwd.into(),
            manifest: None,
            binding: None,
            base: None,
            head: None,
            no_cache: false,
            no_compose: false,
            supersede: false,
            headless: false,
            jobs: None,
            isolated: false,
            sandbox: false,
            pr: None,
            session_id: None,
            run_id: None,
        }
    }
}

/// A binding whose graph is wanted.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct GraphRequest {
    /// A directory inside the repository.
    pub cwd: PathBuf,
    /// The REVIEW.md, absolute or relative to `cwd`; the one at the repository's root when absent.
    pub manifest: Option<PathBuf>,
    /// The binding; resolved as the format says when absent.
    pub binding: Option<String>,
    /// The ref in place of the manifest's `target.base`.
    pub base: Option<String>,
}

impl GraphRequest {
    /// A request for the repository around `cwd` with everything else left to the defaults.
    #[must_use]
    pub fn new(cwd: impl Into<PathBuf>) -> Self {
        Self { cwd: cwd.into(), manifest: None, binding: None, base: None }
    }
}
