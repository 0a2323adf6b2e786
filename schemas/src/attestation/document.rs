//! The receipt of a review (AIP-62, "The attestation").

use serde::{Deserialize, Serialize};

use crate::{LaneResult, Verdict};

/// The value of `schema` in every attestation.
pub const ATTESTATION_SCHEMA: &str = "agentproto.review.attestation/v1";

/// An attestation as this host writes it. Readers that verify work on the JSON value instead, so that
/// members they do not know still count in every digest (rulings 22).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Attestation {
    /// Always [`ATTESTATION_SCHEMA`].
    pub schema: String,
    /// `review-` and a UUID.
    pub run_id: String,
    /// The manifest's id.
    pub review_id: String,
    /// SHA-256 of the bytes of the REVIEW.md.
    pub manifest_sha: String,
    /// The binding that ran.
    pub binding: String,
    /// What was reviewed.
    pub target: AttestedTarget,
    /// SHA-256 of `<baseSha>..<headSha>`.
    pub range_sha: String,
    /// The lanes in the order of the binding.
    pub lanes: Vec<LaneResult>,
    /// The fold of the lanes.
    pub verdict: Verdict,
    /// Who ran the review.
    pub attestor: Attestor,
    /// The rubrics' digests, as they were when the run began.
    pub rubrics: Vec<RubricDigest>,
    /// The packs' digests in the order of `uses`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub packs: Option<Vec<PackDigest>>,
    /// `true`, or absent: whether tracked files had uncommitted changes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dirty: Option<bool>,
    /// Who asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub requester: Option<Requester>,
    /// The pull request, when it was known at review time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pr: Option<PullRequest>,
    /// ISO time with milliseconds and `Z`.
    pub created_at: String,
}

/// The range as the attestation names it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AttestedTarget {
    /// The repository's normalised remote.
    pub repo_remote: String,
    /// Where the range begins.
    pub base_sha: String,
    /// Where the range ends.
    pub head_sha: String,
}

/// The host that ran the review.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attestor {
    /// The host's name for itself.
    pub daemon: String,
    /// The presets that lanes carry, each once, in order of first use.
    pub presets: Vec<String>,
    /// The host's signature.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub signature: Option<Signature>,
}

/// A signature over the canonical bytes of the attestation without this member.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Signature {
    /// Always `ssh-ed25519`.
    pub alg: String,
    /// `SHA256:` and the key's fingerprint.
    pub key_fingerprint: String,
    /// Whom the host vouches for.
    pub principal: String,
    /// ISO time; not authenticated by the format.
    pub signed_at: String,
    /// The armoured SSH signature.
    pub sig: String,
}

/// The digest of a rubric.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct RubricDigest {
    /// The check's ref.
    pub check: String,
    /// The rubric's path as declared.
    pub path: String,
    /// SHA-256 of its bytes.
    pub sha256: String,
}

/// The digest of a pack.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct PackDigest {
    /// `uses[].pack` as written.
    #[serde(rename = "ref")]
    pub reference: String,
    /// The pack's id.
    pub id: String,
    /// The pack's version.
    pub version: String,
    /// The recipe of the digest.
    pub alg: String,
    /// The digest.
    pub sha256: String,
}

/// Who asked for a review; a claim, not a proof.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Requester {
    /// The requesting session.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session_id: Option<String>,
    /// The author of the head commit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub git_author: Option<GitAuthor>,
}

/// The author of a commit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct GitAuthor {
    /// Name.
    pub name: String,
    /// E-mail address.
    pub email: String,
}

/// A pull request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PullRequest {
    /// Always `github`.
    pub provider: String,
    /// `owner/name`.
    pub repo: String,
    /// Its number, from 1.
    pub number: u64,
    /// Its address.
    pub url: String,
}
