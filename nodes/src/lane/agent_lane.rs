//! An agent lane: a reviewer session, bounded in time, with the tree looked at before and after.

use std::time::Duration;

use assize_schemas::{AgentCheck, FrozenTarget, LaneOutcome, Stopped};
use tokio::time::{Instant, sleep, timeout};
use tokio_util::sync::CancellationToken;

use super::CANCELLED_WHILE;
use crate::{LineSink, Repository, ReviewRequest, ReviewerHost, RunProcesses, RunSetting, TreeState, Workspace};

/// How long looking at the tree after the reviewer has ended may take.
const LAST_LOOK: Duration = Duration::from_secs(60);
/// What the host of a reviewer has beyond the grace, once the reviewer is killed, to say what became of it.
const LAST_WORD: Duration = Duration::from_secs(2);

/// Everything one agent lane works with.
pub(crate) struct AgentLane<'a> {
    pub(crate) repository: &'a dyn Repository,
    pub(crate) reviewers: &'a dyn ReviewerHost,
    pub(crate) processes: &'a RunProcesses,
    pub(crate) setting: &'a RunSetting,
    pub(crate) check: &'a AgentCheck,
    pub(crate) target: &'a FrozenTarget,
}

/// How the wait for something ended.
enum Waited<T> {
    Done(T),
    TimeIsUp,
    Cancelled,
}

impl AgentLane<'_> {
    /// Carries the lane out (AIP-62, "Agent lanes"). It settles in time even if the host of the reviewer does not, and
    /// whatever the reviewer found counts only if the tree it was asked about is the tree that is there now
    /// (rulings 12).
    pub(crate) async fn carry_out(&self, cancel: &CancellationToken, watcher: LineSink) -> LaneOutcome {
        let deadline = Instant::now().checked_add(Duration::from_millis(self.check.timeout_ms));
        let workspace = self.repository.workspace(&self.check.id, self.target);
        let workspace = match until(deadline, cancel, workspace).await {
            Waited::Done(Ok(workspace)) => workspace,
            Waited::Done(Err(error)) => return self.refused(format!("no workspace: {error}")),
            Waited::TimeIsUp => return self.timed_out(),
            Waited::Cancelled => return self.refused(CANCELLED_WHILE),
        };
        let before = match until(deadline, cancel, self.repository.tree_state(&workspace)).await {
            Waited::Done(Ok(state)) => state,
            Waited::Done(Err(error)) => return self.refused(format!("the tree could not be looked at: {error}")),
            Waited::TimeIsUp => return self.timed_out(),
            Waited::Cancelled => return self.refused(CANCELLED_WHILE),
        };
        let outcome = self.review(deadline, cancel, &workspace, watcher).await;
        if cancel.is_cancelled() {
            return outcome; // it counts for nothing, so nothing has to be made sure of
        }
        match self.change_since(&before, &workspace).await {
            Some(problem) => self.put_aside(outcome, problem),
            None => outcome,
        }
    }

    /// Asks the reviewer. When time is up or the run is cancelled, its host gets a grace to end the session.
    async fn review(
        &self,
        deadline: Option<Instant>,
        cancel: &CancellationToken,
        workspace: &Workspace,
        watcher: LineSink,
    ) -> LaneOutcome {
        let session = CancellationToken::new();
        let mut request = ReviewRequest::new(
            self.setting.run_id.clone(),
            self.setting.review_id.clone(),
            self.check.clone(),
            self.target.clone(),
            workspace.root(),
        );
        request.timeout = deadline.map_or(Duration::MAX, |deadline| deadline.saturating_duration_since(Instant::now()));
        request.progress = watcher;
        request.processes = Some(self.processes.clone());
        let mut review = self.reviewers.review(request, session.clone());
        let timed_out = match until(deadline, cancel, &mut review).await {
            Waited::Done(outcome) => return outcome,
            Waited::TimeIsUp => true,
            Waited::Cancelled => false,
        };
        session.cancel();
        let answer = timeout(self.setting.grace.saturating_add(LAST_WORD), review).await.ok();
        if timed_out { self.timed_out_with(answer) } else { self.cancelled_with(answer) }
    }

    /// `None` when the tree is what it was before; otherwise what is wrong.
    async fn change_since(&self, before: &TreeState, workspace: &Workspace) -> Option<String> {
        match timeout(LAST_LOOK, self.repository.tree_state(workspace)).await {
            Ok(Ok(after)) => {
                before.difference(&after).map(|what| format!("the tree changed while this lane ran: {what}"))
            }
            Ok(Err(error)) => Some(format!("whether the tree changed while this lane ran is not known: {error}")),
            Err(_) => {
                Some("whether the tree changed while this lane ran is not known: looking took too long".to_owned())
            }
        }
    }

    /// The outcome of a lane whose reviewer cannot be relied on, with what is known about the session.
    fn put_aside(&self, outcome: LaneOutcome, error: String) -> LaneOutcome {
        let about = match outcome {
            LaneOutcome::Reported(report) => Stopped {
                session_id: report.session_id,
                preset: report.preset,
                model: report.model,
                fallbacks: report.fallbacks,
                ..Stopped::default()
            },
            LaneOutcome::Timeout(stopped) | LaneOutcome::Skipped(stopped) => {
                let error = format!("{error}\n{}", stopped.error);
                return LaneOutcome::Skipped(Stopped { error, ..stopped });
            }
            LaneOutcome::Exited(_) => Stopped { preset: self.check.preset.clone(), ..Stopped::default() },
        };
        LaneOutcome::Skipped(Stopped { error, ..about })
    }

    fn timed_out(&self) -> LaneOutcome {
        self.timed_out_with(None)
    }

    /// Time is up: whatever the reviewer's host says now only tells about the session.
    fn timed_out_with(&self, answer: Option<LaneOutcome>) -> LaneOutcome {
        let error = format!("reviewer exceeded {}ms and was killed", self.check.timeout_ms);
        LaneOutcome::Timeout(self.about_session(answer, error))
    }

    fn cancelled_with(&self, answer: Option<LaneOutcome>) -> LaneOutcome {
        LaneOutcome::Skipped(self.about_session(answer, CANCELLED_WHILE.to_owned()))
    }

    fn about_session(&self, answer: Option<LaneOutcome>, error: String) -> Stopped {
        match answer {
            Some(LaneOutcome::Timeout(stopped) | LaneOutcome::Skipped(stopped)) => Stopped { error, ..stopped },
            Some(LaneOutcome::Reported(report)) => Stopped {
                error,
                session_id: report.session_id,
                preset: report.preset,
                model: report.model,
                fallbacks: report.fallbacks,
                ..Stopped::default()
            },
            Some(LaneOutcome::Exited(_)) | None => {
                Stopped { error, preset: self.check.preset.clone(), ..Stopped::default() }
            }
        }
    }

    fn refused(&self, error: impl Into<String>) -> LaneOutcome {
        refused(self.check, error)
    }
}

/// A reviewer that was not asked. Its preset is recorded even so.
pub(crate) fn refused(check: &AgentCheck, error: impl Into<String>) -> LaneOutcome {
    LaneOutcome::Skipped(Stopped { error: error.into(), preset: check.preset.clone(), ..Stopped::default() })
}

async fn until<T>(deadline: Option<Instant>, cancel: &CancellationToken, work: impl Future<Output = T>) -> Waited<T> {
    let time_is_up = async {
        match deadline {
            Some(deadline) => sleep(deadline.saturating_duration_since(Instant::now())).await,
            None => std::future::pending().await,
        }
    };
    tokio::select! {
        biased;
        done = work => Waited::Done(done),
        () = cancel.cancelled() => Waited::Cancelled,
        () = time_is_up => Waited::TimeIsUp,
    }
}
