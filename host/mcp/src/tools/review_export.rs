//! `review_export`.

use std::path::PathBuf;

use assize_host::{ExportRequest, ExportSelection, LedgerFilter, LedgerRow};
use assize_schemas::Sha256Hex;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::answer::{ToolError, wrong};
use super::call::Call;
use super::input::{optional, text};
use super::paths;

/// So many of the runs are named that an input may stand for.
const NAMED: usize = 8;

/// What `review_export` takes: a run, or a repository and a range.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(crate) struct ExportInput {
    /// The run. Without it repoRemote and rangeSha name the review.
    run_id: Option<String>,
    /// The repository's remote, as review_ledger writes it.
    repo_remote: Option<String>,
    /// The digest of the range, as review_ledger writes it.
    range_sha: Option<String>,
    /// The binding, where a range was reviewed by several.
    binding: Option<String>,
    /// Where to: a folder that is there, or a .json file; relative to cwd. By default the export directory that the
    /// REVIEW.md names.
    out_path: Option<String>,
    /// A folder in the repository, as an absolute path. By default where the review ran.
    cwd: Option<String>,
}

/// What was exported.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ExportDocument {
    /// The file, absolute.
    path: String,
    /// The run.
    run_id: String,
    /// Its verdict.
    verdict: String,
}

/// Writes an attestation to where a gate reads it.
pub(crate) async fn review_export(call: &Call<'_>, input: ExportInput) -> Result<ExportDocument, ToolError> {
    let run_id = selected(call, &input).await?;
    let (cwd, manifest) = match &input.cwd {
        Some(cwd) => (paths::folder(call.settings, "cwd", cwd)?, None),
        None => place_of(call, &run_id).await?,
    };
    let mut request = ExportRequest::new(&cwd);
    request.manifest = manifest;
    request.selection = ExportSelection::Run(run_id);
    if let Some(given) = &input.out_path {
        request.output = Some(paths::export(&cwd, given, call.settings.host.state().root())?);
    }
    let exported = call.settings.host.export(&request).await?;
    Ok(ExportDocument {
        path: exported.path.to_string_lossy().into_owned(),
        run_id: exported.run_id,
        verdict: exported.verdict,
    })
}

/// The run that is meant.
async fn selected(call: &Call<'_>, input: &ExportInput) -> Result<String, ToolError> {
    let binding = optional("binding", input.binding.as_ref())?;
    match (&input.run_id, &input.repo_remote, &input.range_sha) {
        (Some(run_id), None, None) if binding.is_none() => Ok(call.recorded(text("runId", run_id)?)),
        (None, Some(remote), Some(range)) => {
            let range = Sha256Hex::parse(range)
                .map_err(|_| wrong("rangeSha", "it must be the digest of a range: 64 lowercase hex digits"))?;
            let mut filter = LedgerFilter::default().repo(&text("repoRemote", remote)?).range(range.as_str())?;
            if let Some(binding) = binding {
                filter = filter.binding(binding);
            }
            let rows = call.ask_ledger(move |ledger| ledger.list(&filter)).await?.rows;
            only(&rows)
        }
        (Some(_), ..) => Err(wrong("runId", "it names the review already: leave out repoRemote, rangeSha and binding")),
        _ => Err(ToolError::Input("name the review: runId, or repoRemote and rangeSha".to_owned())),
    }
}

fn only(rows: &[LedgerRow]) -> Result<String, ToolError> {
    match rows {
        [] => Err(ToolError::NotFound("no review of that repository and range is in the ledger".to_owned())),
        [row] => Ok(row.run_id.clone()),
        several => {
            let name = |row: &LedgerRow| format!("{} ({}/{}, {})", row.run_id, row.review_id, row.binding, row.verdict);
            let named: Vec<_> = several.iter().take(NAMED).map(name).collect();
            Err(ToolError::Input(format!("{} reviews fit; give the runId of one: {}", several.len(), named.join(", "))))
        }
    }
}

/// The checkout and the manifest that a run was made with, as the ledger keeps them.
async fn place_of(call: &Call<'_>, run_id: &str) -> Result<(PathBuf, Option<PathBuf>), ToolError> {
    let wanted = run_id.to_owned();
    let Some(entry) = call.ask_ledger(move |ledger| ledger.show(&wanted)).await? else {
        return Err(ToolError::NotFound(format!("no run {run_id:?} is in the ledger (review_ledger lists what is)")));
    };
    let path = |member: &str| {
        let text = entry.value().get("host")?.get(member).and_then(Value::as_str)?;
        Some(PathBuf::from(text)).filter(|path| path.is_absolute())
    };
    let root = path("repoRoot").ok_or_else(|| wrong("cwd", "the ledger does not say where the review ran: give it"))?;
    Ok((root, path("manifestPath")))
}
