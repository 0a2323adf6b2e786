//! `review_status`.

use assize_schemas::Attestation;
use schemars::JsonSchema;
use serde::Deserialize;

use super::answer::ToolError;
use super::call::Call;
use super::input::text;
use crate::runs::{RunDocument, RunState};

/// What `review_status` takes.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(crate) struct StatusInput {
    /// The run.
    run_id: String,
}

/// Tells where a run is.
pub(crate) async fn review_status(call: &Call<'_>, input: StatusInput) -> Result<RunDocument, ToolError> {
    let run_id = text("runId", &input.run_id)?;
    if let Some(document) = known(call, &run_id).await? {
        return Ok(document);
    }
    Err(ToolError::NotFound(format!(
        "no run {run_id:?} is known: this server did not begin it, nobody runs it on this machine, and the ledger does \
         not have it (review_ledger lists what is there; a newer run of the same range takes an older one's place)"
    )))
}

/// What is known of a run, here, elsewhere on this machine, or in the ledger.
pub(super) async fn known(call: &Call<'_>, run_id: &str) -> Result<Option<RunDocument>, ToolError> {
    if let Some(run) = call.runs.running(run_id) {
        return Ok(Some(run.board().document()));
    }
    if let Some(ended) = call.runs.ended(run_id) {
        return Ok(Some((*ended).clone()));
    }
    let host = call.settings.host.clone();
    let wanted = run_id.to_owned();
    let running = tokio::task::spawn_blocking(move || host.running().into_iter().find(|run| run.run_id == wanted))
        .await
        .map_err(|error| ToolError::Internal(error.to_string()))?;
    if let Some(running) = running {
        return Ok(Some(RunDocument {
            review_id: running.review_id,
            binding: Some(running.binding),
            notices: vec![format!("process {} runs it, and alone can cancel it", running.pid)],
            ..RunDocument::new(run_id, RunState::Running)
        }));
    }
    let wanted = run_id.to_owned();
    let Some(entry) = call.ask_ledger(move |ledger| ledger.show(&wanted)).await? else { return Ok(None) };
    let attestation = Attestation::deserialize(entry.attestation())
        .map_err(|error| ToolError::Internal(format!("{}: {error}", entry.path().display())))?;
    Ok(Some(RunDocument {
        review_id: Some(attestation.review_id),
        binding: Some(attestation.binding),
        verdict: Some(attestation.verdict),
        attestation: Some(entry.attestation().clone()),
        ledger_path: Some(entry.path().to_string_lossy().into_owned()),
        exit_code: Some(match attestation.verdict {
            assize_schemas::Verdict::Pass => 0,
            assize_schemas::Verdict::Block => 1,
            assize_schemas::Verdict::Incomplete => 2,
        }),
        ..RunDocument::new(run_id, RunState::Done)
    }))
}
