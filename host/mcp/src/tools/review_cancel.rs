//! `review_cancel`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::answer::ToolError;
use super::call::Call;
use super::input::text;
use super::review_status::known;
use crate::runs::RunState;

/// What `review_cancel` takes.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(crate) struct CancelInput {
    /// The run.
    run_id: String,
}

/// What came of it.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CancelDocument {
    /// The run.
    run_id: String,
    /// Whether the run was cancelled by this call: it has ended and recorded nothing.
    cancelled: bool,
    /// Where the run is now.
    status: CancelState,
}

/// Where a run is, if it is known at all.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum CancelState {
    Running,
    Done,
    Failed,
    Cancelled,
    NotFound,
}

impl From<RunState> for CancelState {
    fn from(state: RunState) -> Self {
        match state {
            RunState::Running => Self::Running,
            RunState::Done => Self::Done,
            RunState::Failed => Self::Failed,
            RunState::Cancelled => Self::Cancelled,
        }
    }
}

/// Cancels a run of this server.
pub(crate) async fn review_cancel(call: &Call<'_>, input: CancelInput) -> Result<CancelDocument, ToolError> {
    let run_id = text("runId", &input.run_id)?;
    if let Some(run) = call.runs.running(&run_id) {
        run.cancel();
        let status = run.end().await.status;
        return Ok(CancelDocument { run_id, cancelled: status == RunState::Cancelled, status: status.into() });
    }
    let status = known(call, &run_id).await?.map_or(CancelState::NotFound, |document| document.status.into());
    Ok(CancelDocument { run_id, cancelled: false, status })
}
