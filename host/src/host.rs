//! The host.

use std::sync::Arc;

use assize_store::StateFolder;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use crate::{HostError, HostSettings, RunObserver, RunRequest, RunView};

/// A host for reviews. Cheap to clone; one may serve many runs at once.
#[derive(Debug, Clone)]
pub struct Host {
    settings: Arc<HostSettings>,
    state: StateFolder,
}

impl Host {
    /// A host with these settings. Nothing is read or written yet.
    #[must_use]
    pub fn new(settings: HostSettings) -> Self {
        let state = StateFolder::new(&settings.state);
        Self { settings: Arc::new(settings), state }
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
    /// the way; `cancel` ends the run, which then records nothing (rulings 14).
    pub async fn run(
        &self,
        _request: RunRequest,
        _observer: Arc<dyn RunObserver>,
        _cancel: CancellationToken,
    ) -> RunView {
        let run_id = format!("review-{}", Uuid::new_v4());
        RunView::failed(run_id, HostError::Internal("this build cannot run reviews yet".to_owned()))
    }
}
