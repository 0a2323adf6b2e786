//! What a run tells while it works.

use std::sync::Arc;

use assize_schemas::{CheckRef, FrozenTarget, LaneKind, LaneResult, Sha};

use crate::RunStatus;

/// One thing that happened in a run. Events arrive in the order they happened; [`RunEvent::Started`] is the first
/// but for notices, [`RunEvent::Finished`] the last. A run that fails before it starts has no `Started`, nor has one
/// that is served a recorded verdict or that of another run.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum RunEvent {
    /// Something people should know that changes nothing else.
    Notice(Notice),
    /// The request is understood and the graph is about to run.
    Started(RunStarted),
    /// A prepare check began.
    PrepareStarted {
        /// The check.
        check: CheckRef,
    },
    /// A prepare check said something.
    PrepareProgress {
        /// The check.
        check: CheckRef,
        /// Its last line, free of terminal escapes and control characters.
        line: String,
    },
    /// A prepare check ended.
    PrepareFinished {
        /// The check.
        check: CheckRef,
        /// Why it failed; the run then fails too.
        error: Option<String>,
    },
    /// The range is frozen; the lanes are about to start.
    Frozen(FrozenTarget),
    /// A lane began.
    LaneStarted {
        /// The lane.
        lane: CheckRef,
    },
    /// A lane said something.
    LaneProgress {
        /// The lane.
        lane: CheckRef,
        /// Its last line, free of terminal escapes and control characters.
        line: String,
    },
    /// A lane ended.
    LaneSettled(LaneResult),
    /// The run ended; its [`RunView`](crate::RunView) is about to be returned.
    Finished {
        /// How.
        status: RunStatus,
    },
}

/// What is known when a run starts.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct RunStarted {
    /// `review-` and a UUID.
    pub run_id: String,
    /// The manifest's id.
    pub review_id: String,
    /// The binding.
    pub binding: String,
    /// The repository's normalised remote.
    pub repo_remote: String,
    /// Where the range begins.
    pub base: Sha,
    /// Where the range ends, as things are before prepare checks run.
    pub head: Sha,
    /// Whether base and head are the same commit.
    pub empty_range: bool,
    /// Whether the lanes run in worktrees of their own.
    pub isolated: bool,
    /// The prepare checks in order.
    pub prepare: Vec<CheckRef>,
    /// The lanes in the order of the binding.
    pub lanes: Vec<LaneHeading>,
}

/// A lane before it runs.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct LaneHeading {
    /// The check's ref.
    pub id: CheckRef,
    /// What kind of check it carries out.
    pub kind: LaneKind,
    /// Whether it can change the verdict.
    pub blocking: bool,
    /// Its time limit in milliseconds.
    pub timeout_ms: u64,
}

/// Something people should know.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Notice {
    /// What it is about, for programs.
    pub code: NoticeCode,
    /// The sentence for people.
    pub message: String,
}

/// The kinds of notices.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum NoticeCode {
    /// Base and head are the same commit.
    EmptyRange,
    /// The checkout is not the head alone, so that the lanes run in worktrees.
    IsolatedHead,
    /// The manifest is not the one of the commit under review.
    ForeignManifest,
    /// Files differ from the commit, and git was told not to look at them.
    HiddenChanges,
    /// The state folder cannot be written; the run is not recorded.
    NotRecorded,
    /// A verdict that was recorded before is served, and nothing runs.
    Cached,
    /// What is recorded of this review is damaged, and so not served.
    DamagedEntry,
    /// The pull request could not be noted beside the verdict.
    NotAnnotated,
    /// The same review is running already; its verdict is waited for.
    Joined,
    /// Runs of an older head are cancelled.
    Superseding,
    /// The attestation could not be signed.
    NotSigned,
    /// A protection that was asked for, or is usual, is not to be had on this system.
    NoSandbox,
    /// A prepare check began earlier, and nothing tells how it ended.
    InterruptedPrepare,
    /// How a prepare check ended could not be recorded.
    PrepareNotRecorded,
    /// Something that should have been removed is still there.
    LeftBehind,
}

/// Whoever wants to know what happens in a run. Called from the run's own task: it must return soon.
pub trait RunObserver: Send + Sync {
    /// Takes one event.
    fn observe(&self, event: RunEvent);
}

impl<F: Fn(RunEvent) + Send + Sync> RunObserver for F {
    fn observe(&self, event: RunEvent) {
        self(event);
    }
}

/// An observer that listens to nothing.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoObserver;

impl RunObserver for NoObserver {
    fn observe(&self, _: RunEvent) {}
}

impl NoObserver {
    /// The observer as [`Host::run`](crate::Host::run) takes it.
    #[must_use]
    pub fn shared() -> Arc<dyn RunObserver> {
        Arc::new(Self)
    }
}
