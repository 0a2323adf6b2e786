//! A review that this process runs.

use std::convert::Infallible;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use assize_schemas::Sha;
use assize_store::{FileLock, StateFolder, StoreError};
use tokio_util::sync::CancellationToken;

use crate::pipeline::Requested;
use crate::running::Moment;
use crate::running::document::{ENDED, End, Ended, RUN, Running, SUPERSEDED, Superseded, read, remove, write};
use crate::{HostError, RunStatus, RunView};

/// How often it is looked whether the run is still wanted.
const LOOK: Duration = Duration::from_millis(100);

/// A review that this process runs. Dropping it lets others begin.
#[derive(Debug)]
pub(crate) struct OwnRun {
    state: StateFolder,
    folder: PathBuf,
    running: Mutex<Running>,
    _lock: FileLock,
}

impl OwnRun {
    /// Takes a folder whose lock is held, from whoever had it before.
    pub(super) fn take(requested: &Requested<'_>, folder: PathBuf, lock: FileLock) -> Result<Self, StoreError> {
        let (state, plan) = (requested.host.state().clone(), requested.plan);
        let running = Running {
            run_id: requested.run_id.to_owned(),
            repo_remote: plan.place.remote.clone(),
            binding: plan.binding.name.to_string(),
            base: plan.range.base.to_string(),
            heads: vec![plan.range.head.to_string()],
            root: plan.place.checkout.root.clone(),
            pid: std::process::id(),
            review_id: Some(plan.manifest.manifest.id.to_string()),
            manifest_sha: Some(plan.manifest.sha.to_string()),
            session_id: requested.request.session_id.clone(),
        };
        remove(&state, &folder, ENDED);
        remove(&state, &folder, SUPERSEDED);
        write(&state, &folder, RUN, &running)?;
        Ok(Self { state, folder, running: Mutex::new(running), _lock: lock })
    }

    /// Says which head the run is about by now.
    pub(crate) fn frozen_at(&self, head: &Sha) {
        let mut running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        if running.heads.iter().all(|known| known != head.as_str()) {
            running.heads.push(head.to_string());
            if let Err(error) = write(&self.state, &self.folder, RUN, &*running) {
                tracing::debug!(%error, "others do not learn of the new head");
            }
        }
    }

    /// The run that takes the place of this one, if there is one.
    pub(crate) fn superseded_by(&self) -> Option<String> {
        let superseded: Superseded = read(&self.state, &self.folder, SUPERSEDED)?;
        (superseded.run_id == self.run_id()).then_some(superseded.by)
    }

    /// Cancels the run when another takes its place. Never ends by itself.
    pub(crate) async fn heed(&self, cancel: &CancellationToken) -> Infallible {
        while self.superseded_by().is_none() {
            tokio::time::sleep(LOOK).await;
        }
        cancel.cancel();
        std::future::pending().await
    }

    /// Tells the others how it ended, as far as that is for them too.
    pub(crate) fn end(&self, ended: &Result<RunView, HostError>) {
        let end = match ended {
            Err(error) => End::Failed { error: error.report() },
            Ok(view) => match (view.status, &view.attestation, &view.superseded_by) {
                (RunStatus::Done, Some(attestation), _) => End::Done {
                    attestation: attestation.value().clone(),
                    ledger_path: view.ledger_path.clone(),
                    signing_error: view.signing_error.clone(),
                },
                (RunStatus::Cancelled, _, Some(by)) => End::Superseded { by: by.clone() },
                _ => return,
            },
        };
        let document = Ended { run_id: self.run_id(), at: Moment::now(), end };
        if let Err(error) = write(&self.state, &self.folder, ENDED, &document) {
            // They find the lock free, and run the review themselves.
            tracing::debug!(%error, "others do not learn how the run ended");
        }
    }

    fn run_id(&self) -> String {
        self.running.lock().unwrap_or_else(PoisonError::into_inner).run_id.clone()
    }
}
