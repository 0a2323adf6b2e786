//! `review_ledger`.

use std::collections::HashSet;

use assize_host::{DamagedEntry, HostError, LedgerFilter, LedgerRow, RunningReview};
use assize_schemas::{LaneStatus, range_sha};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::answer::{ToolError, wrong};
use super::call::Call;
use super::input::{optional, text};
use super::paths;
use super::review_run::session;

/// How many rows there are unless more are asked for.
const USUAL: usize = 50;
/// The most rows that can be asked for.
const MOST: i64 = 500;

/// What `review_ledger` takes. Members that are given narrow the list.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(crate) struct LedgerInput {
    /// Only the repository around this folder, an absolute path.
    cwd: Option<String>,
    /// Only the repository with this remote: an address, or as the list writes it.
    repo_remote: Option<String>,
    /// Only this range: `<base>..<head>` with at least four digits of both commits, or its digest of 64 digits.
    range: Option<String>,
    /// Only this binding.
    binding: Option<String>,
    /// Only reviews that this session asked for.
    requester_session_id: Option<String>,
    /// With requesterSessionId: also reviews that sessions below it asked for. By default false.
    subtree: Option<bool>,
    /// List reviews that run now too, before the others. By default false.
    include_running: Option<bool>,
    /// At most this many. By default 50.
    #[schemars(range(min = 1, max = 500))]
    limit: Option<i64>,
}

/// What was found.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct LedgerDocument {
    /// How many there are, those beyond the limit included.
    total: usize,
    /// The reviews: those that run, then those that were recorded, the newest first.
    attestations: Vec<RowDocument>,
    /// Files of the ledger that are damaged. They are not listed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    damaged: Vec<DamageDocument>,
}

/// One review.
#[derive(Debug, Default, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RowDocument {
    /// The run.
    pub(super) run_id: String,
    /// `running`, or absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) status: Option<&'static str>,
    /// The id of the manifest.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) review_id: Option<String>,
    /// The binding.
    pub(super) binding: String,
    /// The verdict; absent while it runs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) verdict: Option<String>,
    /// The repository.
    pub(super) repo_remote: String,
    /// Where the range begins.
    pub(super) base_sha: String,
    /// Where the range ends.
    pub(super) head_sha: String,
    /// The digest of the range.
    pub(super) range_sha: String,
    /// The digest of the manifest.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) manifest_sha: Option<String>,
    /// When it was attested; absent while it runs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) created_at: Option<String>,
    /// Whether there were uncommitted changes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) dirty: Option<bool>,
    /// The pull request, if one is noted or recorded.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<Map<String, Value>>")]
    pub(super) pr: Option<Value>,
    /// Who asked: a claim, not a proof.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<Map<String, Value>>")]
    pub(super) requester: Option<Value>,
    /// The checks in the order of the binding.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) lanes: Vec<RowLaneDocument>,
}

/// A check of a review.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct RowLaneDocument {
    /// The check.
    id: String,
    /// pass, fail, timeout or skipped.
    #[schemars(with = "String")]
    status: LaneStatus,
    /// Whether it counts for the verdict.
    blocking: bool,
}

/// A damaged file.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct DamageDocument {
    /// The file.
    path: String,
    /// What is wrong with it.
    reason: String,
}

impl From<LedgerRow> for RowDocument {
    fn from(row: LedgerRow) -> Self {
        let lanes = row.lanes.into_iter();
        Self {
            run_id: row.run_id,
            status: None,
            review_id: Some(row.review_id),
            binding: row.binding,
            verdict: Some(row.verdict.to_string()),
            repo_remote: row.repo_remote,
            base_sha: row.base_sha,
            head_sha: row.head_sha,
            range_sha: row.range_sha,
            manifest_sha: Some(row.manifest_sha),
            created_at: Some(row.created_at),
            dirty: row.dirty,
            pr: row.pr,
            requester: row.requester,
            lanes: lanes
                .map(|lane| RowLaneDocument { id: lane.id, status: lane.status, blocking: lane.blocking })
                .collect(),
        }
    }
}

impl From<RunningReview> for RowDocument {
    fn from(running: RunningReview) -> Self {
        Self {
            run_id: running.run_id,
            status: Some("running"),
            review_id: running.review_id,
            binding: running.binding,
            repo_remote: running.repo_remote,
            range_sha: range_sha(&running.base_sha, &running.head_sha).to_string(),
            base_sha: running.base_sha,
            head_sha: running.head_sha,
            manifest_sha: running.manifest_sha,
            requester: running.session_id.map(|session| json!({ "sessionId": session })),
            ..Self::default()
        }
    }
}

impl From<DamagedEntry> for DamageDocument {
    fn from(damage: DamagedEntry) -> Self {
        Self { path: damage.path.to_string_lossy().into_owned(), reason: damage.reason }
    }
}

/// Lists what was reviewed.
pub(crate) async fn review_ledger(call: &Call<'_>, input: LedgerInput) -> Result<LedgerDocument, ToolError> {
    let limit = limit(input.limit)?;
    let filter = filter(call, &input).await?;
    let host = call.settings.host.clone();
    let with_running = input.include_running.unwrap_or(false);
    let found = tokio::task::spawn_blocking(move || {
        let mut running = if with_running { host.running() } else { Vec::new() };
        if let Some(root) = &filter.requester {
            let sessions =
                if filter.subtree { host.ledger().sessions_below(root)? } else { HashSet::from([root.clone()]) };
            running.retain(|run| run.session_id.as_ref().is_some_and(|session| sessions.contains(session)));
        }
        running.retain(|run| filter.admits_running(run));
        Ok::<_, HostError>((running, host.ledger().list(&filter.limit(limit))?))
    });
    let (running, listing) = found.await.map_err(|error| ToolError::Internal(error.to_string()))??;
    let total = running.len() + listing.total;
    let running = running.into_iter().map(RowDocument::from);
    let attestations = running.chain(listing.rows.into_iter().map(RowDocument::from)).take(limit).collect();
    let damaged = listing.damaged.into_iter().map(DamageDocument::from).collect();
    Ok(LedgerDocument { total, attestations, damaged })
}

fn limit(given: Option<i64>) -> Result<usize, ToolError> {
    let Some(given) = given else { return Ok(USUAL) };
    let checked = Some(given).filter(|given| (1..=MOST).contains(given)).and_then(|given| usize::try_from(given).ok());
    checked.ok_or_else(|| wrong("limit", format!("it must be from 1 to {MOST}, and is {given}")))
}

async fn filter(call: &Call<'_>, input: &LedgerInput) -> Result<LedgerFilter, ToolError> {
    let mut filter = LedgerFilter::default();
    if let Some(remote) = &input.repo_remote {
        filter = filter.repo(&text("repoRemote", remote)?);
    }
    if let Some(cwd) = &input.cwd {
        let cwd = paths::folder(call.settings, "cwd", cwd)?;
        let here = call.settings.host.repository(&cwd).await?.remote;
        if let Some(named) = filter.repo.as_ref().filter(|named| **named != here) {
            return Err(wrong(
                "repoRemote",
                format!("it is {named}, and the repository around cwd is {here}: give one"),
            ));
        }
        filter = filter.repo(&here);
    }
    if let Some(range) = &input.range {
        filter = filter.range(&text("range", range)?)?;
    }
    if let Some(binding) = optional("binding", input.binding.as_ref())? {
        filter = filter.binding(binding);
    }
    if let Some(requester) = &input.requester_session_id {
        filter = filter.requester(session(requester)?);
    }
    if input.subtree.unwrap_or(false) {
        if filter.requester.is_none() {
            return Err(wrong("subtree", "it needs requesterSessionId: the session whose tree is meant"));
        }
        filter = filter.subtree();
    }
    Ok(filter)
}
