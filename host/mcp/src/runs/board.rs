//! What a run has told so far.

use std::sync::{Mutex, MutexGuard, PoisonError};

use assize_host::{NoticeCode, RunEvent, RunObserver};
use assize_schemas::{CheckRef, plain_text};
use tokio::sync::{mpsc, watch};

use super::document::{LaneDocument, LaneState, RunDocument, RunState};
use super::progress::Step;

/// Digits of object names in messages.
const DIGITS: usize = 12;
/// The most characters of a line that a check said.
const LINE: usize = 200;
/// The most notices that are kept of a run.
const NOTICES: usize = 50;

/// Listens to a run: keeps where it is, and passes on what a client that waits should hear.
#[derive(Debug)]
pub(crate) struct Board {
    run_id: String,
    state: Mutex<State>,
    steps: mpsc::UnboundedSender<Step>,
    begun: watch::Sender<bool>,
}

#[derive(Debug, Default)]
struct State {
    review_id: Option<String>,
    binding: Option<String>,
    lanes: Vec<LaneDocument>,
    prepare: usize,
    prepared: usize,
    notices: Vec<String>,
}

impl State {
    fn settled(&self) -> usize {
        let waits = |lane: &&LaneDocument| matches!(lane.status, LaneState::Waiting | LaneState::Running);
        self.prepared + self.lanes.len() - self.lanes.iter().filter(waits).count()
    }

    fn total(&self) -> usize {
        self.prepare + self.lanes.len()
    }

    fn lane(&mut self, id: &CheckRef) -> Option<&mut LaneDocument> {
        self.lanes.iter_mut().find(|lane| lane.id == id.as_str())
    }
}

impl Board {
    /// A board for the run `run_id`, and what a waiting client hears: at most a few things a check.
    pub(crate) fn new(run_id: impl Into<String>) -> (Self, mpsc::UnboundedReceiver<Step>) {
        let (steps, heard) = mpsc::unbounded_channel();
        let board = Self { run_id: run_id.into(), state: Mutex::default(), steps, begun: watch::Sender::new(false) };
        (board, heard)
    }

    /// What is known now.
    pub(crate) fn document(&self) -> RunDocument {
        let state = self.state();
        RunDocument {
            review_id: state.review_id.clone(),
            binding: state.binding.clone(),
            lanes: state.lanes.clone(),
            notices: state.notices.clone(),
            ..RunDocument::new(&self.run_id, RunState::Running)
        }
    }

    /// What people should know.
    pub(crate) fn notices(&self) -> Vec<String> {
        self.state().notices.clone()
    }

    /// What can be said while nothing happens.
    pub(crate) fn step(&self) -> Step {
        let state = self.state();
        let running = state.lanes.iter().filter(|lane| lane.status == LaneState::Running);
        let running: Vec<&str> = running.map(|lane| lane.id.as_str()).collect();
        let message =
            if running.is_empty() { "working".to_owned() } else { format!("running: {}", running.join(", ")) };
        Step { settled: state.settled(), total: state.total(), message }
    }

    /// Waits until the request is understood and its run begins, or waits for another.
    pub(crate) async fn begun(&self) {
        // The sender is this very board.
        let _ = self.begun.subscribe().wait_for(|begun| *begun).await;
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn tell(&self, state: &State, message: String) {
        // Where nobody waits nobody hears it.
        let _ = self.steps.send(Step { settled: state.settled(), total: state.total(), message });
    }
}

impl RunObserver for Board {
    fn observe(&self, event: RunEvent) {
        let mut state = self.state();
        match event {
            RunEvent::Notice(notice) => {
                if state.notices.len() < NOTICES {
                    state.notices.push(notice.message.clone());
                }
                self.tell(&state, notice.message);
                if notice.code == NoticeCode::Joined {
                    self.begun.send_replace(true);
                }
            }
            RunEvent::Started(started) => {
                let lanes = started.lanes.into_iter().map(|lane| LaneDocument {
                    id: lane.id.to_string(),
                    kind: lane.kind,
                    blocking: lane.blocking,
                    status: LaneState::Waiting,
                    line: None,
                });
                state.lanes = lanes.collect();
                state.prepare = started.prepare.len();
                let message = format!(
                    "reviewing {}/{} {}..{}",
                    started.review_id,
                    started.binding,
                    started.base.short(DIGITS),
                    started.head.short(DIGITS)
                );
                state.review_id = Some(started.review_id);
                state.binding = Some(started.binding);
                self.tell(&state, message);
                self.begun.send_replace(true);
            }
            RunEvent::PrepareFinished { check, error } => {
                state.prepared += 1;
                let how = if error.is_some() { "failed" } else { "done" };
                self.tell(&state, format!("{check}: {how}"));
            }
            RunEvent::LaneStarted { lane } => {
                if let Some(lane) = state.lane(&lane) {
                    lane.status = LaneState::Running;
                }
            }
            RunEvent::LaneProgress { lane, line } => {
                if let Some(lane) = state.lane(&lane) {
                    lane.line = Some(line.chars().take(LINE).collect());
                }
            }
            RunEvent::LaneSettled(result) => {
                let status = LaneState::from(result.status);
                if let Some(lane) = state.lanes.iter_mut().find(|lane| lane.id == result.id.as_str()) {
                    lane.status = status;
                    lane.line = None;
                }
                let why = result.error.or(result.summary);
                let why = why.as_deref().and_then(|why| why.lines().next()).map(plain_text);
                let why: String = why.map(|why| format!(" ({why})")).unwrap_or_default().chars().take(LINE).collect();
                self.tell(&state, format!("{}: {}{why}", result.id, status.as_str()));
            }
            _ => {}
        }
    }
}
