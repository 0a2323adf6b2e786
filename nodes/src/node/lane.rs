//! What command lanes and agent lanes share: a lane never fails.

use std::future::Future;
use std::time::Instant;

use assize_engine::{StepContext, StepError};
use assize_schemas::{Check, LaneOutcome, Stopped, settle};
use serde_json::Value;
use tokio_util::task::AbortOnDropHandle;

use crate::lane::CANCELLED_BEFORE;

/// Carries a lane out on a task of its own and settles it, whatever happens. The task lets lanes start their processes
/// and read their output on all cores, and keeps a panic to its lane.
pub(super) async fn settled(
    check: &Check,
    context: &StepContext,
    lane: impl Future<Output = LaneOutcome> + Send + 'static,
) -> Result<Value, StepError> {
    let begun = Instant::now();
    let outcome = if context.is_cancelled() {
        skipped(check, CANCELLED_BEFORE)
    } else {
        AbortOnDropHandle::new(tokio::spawn(lane)).await.unwrap_or_else(|error| {
            let what = if error.is_panic() { "panicked" } else { "was given up" };
            skipped(check, format!("internal error: the lane {what}: {error}"))
        })
    };
    let millis = u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX);
    serde_json::to_value(settle(check, outcome, millis))
        .map_err(|error| StepError::failed("internal error: the lane's result cannot be written").source(error))
}

/// A lane that could not do its work. The preset is recorded even then (AIP-62, "Harness presets").
pub(super) fn skipped(check: &Check, error: impl Into<String>) -> LaneOutcome {
    let preset = match check {
        Check::Agent(agent) => agent.preset.clone(),
        Check::Command(_) => None,
    };
    LaneOutcome::Skipped(Stopped { error: error.into(), preset, ..Stopped::default() })
}
