//! Which runs there are and were.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::document::RunDocument;
use super::run::Run;

/// How many runs that have ended are remembered; the ledger knows the others.
const REMEMBERED: usize = 64;

/// The runs of this server.
#[derive(Debug)]
pub(crate) struct Runs {
    known: Mutex<Known>,
    tracker: TaskTracker,
    closing: CancellationToken,
}

#[derive(Debug, Default)]
struct Known {
    running: HashMap<String, Arc<Run>>,
    /// The oldest first, each with the id that it was begun with.
    ended: VecDeque<(String, Arc<RunDocument>)>,
}

impl Runs {
    /// No runs yet. All of them are cancelled when `closing` is.
    pub(crate) fn new(closing: CancellationToken) -> Arc<Self> {
        Arc::new(Self { known: Mutex::default(), tracker: TaskTracker::new(), closing })
    }

    /// Cancelled when the server ends.
    pub(crate) fn closing(&self) -> &CancellationToken {
        &self.closing
    }

    pub(super) fn tracker(&self) -> &TaskTracker {
        &self.tracker
    }

    pub(super) fn add(&self, run: &Arc<Run>) {
        self.known().running.insert(run.id.clone(), Arc::clone(run));
    }

    pub(super) fn finished(&self, id: &str, document: &Arc<RunDocument>) {
        let mut known = self.known();
        known.running.remove(id);
        known.ended.push_back((id.to_owned(), Arc::clone(document)));
        let more = known.ended.len().saturating_sub(REMEMBERED);
        known.ended.drain(..more);
    }

    /// The run that was begun with an id and has not ended.
    pub(crate) fn running(&self, id: &str) -> Option<Arc<Run>> {
        self.known().running.get(id).cloned()
    }

    /// What a run came to: one that was begun with an id, or whose verdict has it.
    pub(crate) fn ended(&self, id: &str) -> Option<Arc<RunDocument>> {
        let known = self.known();
        let newest = known.ended.iter().rev();
        newest
            .clone()
            .find(|(begun, _)| begun == id)
            .or_else(|| newest.clone().find(|(_, ended)| ended.run_id == id))
            .map(|(_, document)| Arc::clone(document))
    }

    /// Waits until every run has ended.
    pub(crate) async fn finish(&self) {
        self.tracker.close();
        self.tracker.wait().await;
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::runs::RunState;

    #[test]
    fn so_many_ends_are_remembered_and_no_more() {
        let runs = Runs::new(CancellationToken::new());
        for number in 0..REMEMBERED + 3 {
            let document = RunDocument::new(format!("review-{number}"), RunState::Done);
            runs.finished(&format!("asked-{number}"), &Arc::new(document));
        }
        let check = |id: &str, expect: bool| assert_eq!(runs.ended(id).is_some(), expect, "{id}");
        check("asked-2", false);
        check("review-2", false);
        check("asked-3", true);
        check("review-3", true);
        check(&format!("asked-{}", REMEMBERED + 2), true);
        check("nobody", false);
    }
}
