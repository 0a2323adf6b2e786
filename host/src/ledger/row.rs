//! What a list of the ledger shows of an entry.

use assize_schemas::{LaneStatus, Verdict};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// One row of `assize ledger list`.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct LedgerRow {
    /// The run.
    pub run_id: String,
    /// The manifest's id.
    pub review_id: String,
    /// The binding.
    pub binding: String,
    /// The verdict.
    pub verdict: Verdict,
    /// The repository's normalised remote.
    pub repo_remote: String,
    /// Where the range begins.
    pub base_sha: String,
    /// Where the range ends.
    pub head_sha: String,
    /// SHA-256 of the range.
    pub range_sha: String,
    /// SHA-256 of the manifest's bytes.
    pub manifest_sha: String,
    /// When it was attested, as recorded.
    pub created_at: String,
    /// `true`, or absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dirty: Option<bool>,
    /// The pull request, if one is noted or recorded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pr: Option<Value>,
    /// Who asked, if it is recorded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub requester: Option<Value>,
    /// The lanes in the order of the binding.
    pub lanes: Vec<LedgerRowLane>,
}

/// A lane in a row.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct LedgerRowLane {
    /// The check's ref.
    pub id: String,
    /// How it ended.
    pub status: LaneStatus,
    /// Whether it counts for the verdict.
    pub blocking: bool,
}

/// What a row needs of an attestation. Everything else in it is none of a list's business.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Read {
    run_id: String,
    review_id: String,
    manifest_sha: String,
    binding: String,
    target: ReadTarget,
    range_sha: String,
    lanes: Vec<LedgerRowLane>,
    verdict: Verdict,
    #[serde(default)]
    dirty: Option<bool>,
    #[serde(default)]
    requester: Option<Value>,
    #[serde(default)]
    pr: Option<Value>,
    created_at: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ReadTarget {
    repo_remote: String,
    base_sha: String,
    head_sha: String,
}

impl LedgerRow {
    /// Reads a row off an attestation; the error tells which member is missing or mistyped.
    pub(crate) fn of(attestation: &Value) -> Result<Self, String> {
        let read: Read = serde_path_to_error::deserialize(attestation).map_err(|error| error.to_string())?;
        Ok(Self {
            run_id: read.run_id,
            review_id: read.review_id,
            binding: read.binding,
            verdict: read.verdict,
            repo_remote: read.target.repo_remote,
            base_sha: read.target.base_sha,
            head_sha: read.target.head_sha,
            range_sha: read.range_sha,
            manifest_sha: read.manifest_sha,
            created_at: read.created_at,
            dirty: read.dirty.filter(|dirty| *dirty),
            pr: read.pr,
            requester: read.requester,
            lanes: read.lanes,
        })
    }
}
