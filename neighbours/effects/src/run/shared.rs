//! What the steps of one run share.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use assize_engine::StepError;

use super::command::EffectCommand;
use crate::ledger::{Intent, KeySource, Ledger, LedgerError};
use crate::verifier::{Expected, Registry};

/// What the steps of one run share.
pub(super) struct Shared {
    pub(super) ledger: Ledger,
    pub(super) key: KeySource,
    pub(super) intent: Intent,
    pub(super) effect_id: String,
    pub(super) command: EffectCommand,
    pub(super) registry: Registry,
    pub(super) expected: Expected,
    pub(super) pinned_version: Option<String>,
    pub(super) limit: Duration,
    /// The error of the ledger that ended the run.
    pub(super) error: Mutex<Option<LedgerError>>,
}

impl Shared {
    /// Does something with the ledger on a thread that may wait. An error is kept, and fails the step.
    pub(super) async fn record<T: Send + 'static>(
        self: &Arc<Self>,
        work: impl FnOnce(&Self) -> Result<T, LedgerError> + Send + 'static,
    ) -> Result<T, StepError> {
        let shared = Arc::clone(self);
        let done = tokio::task::spawn_blocking(move || {
            work(&shared).map_err(|error| {
                let message = error.to_string();
                *shared.error.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
                message
            })
        });
        match done.await {
            Ok(Ok(value)) => Ok(value),
            Ok(Err(message)) => Err(StepError::failed(message)),
            Err(error) => Err(StepError::failed(error.to_string())),
        }
    }
}
