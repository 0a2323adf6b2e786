//! Writing an attestation.

use chrono::{DateTime, Utc};

use super::{
    ATTESTATION_SCHEMA, Attestation, AttestedTarget, Attestor, PackDigest, PullRequest, Requester, RubricDigest,
};
use crate::{LaneResult, Quorum, Sha256Hex, fold, range_sha, whole_time};

/// What a host knows of a run. There is no verdict in it and no signature: the one is computed, the other is made
/// over the finished document.
#[derive(Debug, Clone, PartialEq)]
pub struct AttestationDraft {
    /// `review-` and a UUID.
    pub run_id: String,
    /// The manifest's id.
    pub review_id: String,
    /// SHA-256 of the bytes of the REVIEW.md.
    pub manifest_sha: Sha256Hex,
    /// The binding that ran.
    pub binding: String,
    /// What was reviewed.
    pub target: AttestedTarget,
    /// The lanes in the order of the binding.
    pub lanes: Vec<LaneResult>,
    /// The host's name for itself.
    pub daemon: String,
    /// The presets to record; those of the lanes when absent. Repeats are dropped.
    pub presets: Option<Vec<String>>,
    /// The rubrics' digests, in the order of the binding.
    pub rubrics: Vec<RubricDigest>,
    /// The packs' digests in the order of `uses`; empty without `uses`.
    pub packs: Vec<PackDigest>,
    /// Whether tracked files had uncommitted changes.
    pub dirty: bool,
    /// Who asked, as far as it is known.
    pub requester: Option<Requester>,
    /// The pull request, when it is known.
    pub pr: Option<PullRequest>,
    /// When the review ended.
    pub created_at: DateTime<Utc>,
}

/// The attestation of a run (AIP-62, "The attestation"). The verdict is always the fold of the lanes.
#[must_use]
pub fn build_attestation(draft: AttestationDraft) -> Attestation {
    let mut presets = Vec::new();
    let of_lanes = || draft.lanes.iter().filter_map(|lane| lane.preset.clone()).collect();
    for preset in draft.presets.unwrap_or_else(of_lanes) {
        if !presets.contains(&preset) {
            presets.push(preset);
        }
    }
    Attestation {
        schema: ATTESTATION_SCHEMA.to_owned(),
        run_id: draft.run_id,
        review_id: draft.review_id,
        manifest_sha: draft.manifest_sha.to_string(),
        binding: draft.binding,
        range_sha: range_sha(&draft.target.base_sha, &draft.target.head_sha).to_string(),
        target: draft.target,
        verdict: fold(&draft.lanes, Quorum::AllBlockingPass),
        lanes: draft.lanes,
        attestor: Attestor { daemon: draft.daemon, presets, signature: None },
        rubrics: draft.rubrics,
        packs: (!draft.packs.is_empty()).then_some(draft.packs),
        dirty: draft.dirty.then_some(true),
        requester: draft.requester.filter(|requester| requester != &Requester::default()),
        pr: draft.pr,
        created_at: whole_time(draft.created_at),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::attestation_verify;

    fn draft() -> AttestationDraft {
        let lane = |id: &str, status: &str, preset: &str| {
            serde_json::from_value(json!({
                "id": id, "kind": "agent", "status": status, "blocking": true, "findings": [], "durationMs": 1, "preset": preset,
            }))
            .unwrap()
        };
        AttestationDraft {
            run_id: "review-1".to_owned(),
            review_id: "r".to_owned(),
            manifest_sha: Sha256Hex::of("m"),
            binding: "local".to_owned(),
            target: AttestedTarget {
                repo_remote: "host/r".to_owned(),
                base_sha: "b".to_owned(),
                head_sha: "h".to_owned(),
            },
            lanes: vec![lane("a", "pass", "kimi"), lane("b", "fail", "glm"), lane("c", "skipped", "kimi")],
            daemon: "d".to_owned(),
            presets: None,
            rubrics: Vec::new(),
            packs: Vec::new(),
            dirty: false,
            requester: Some(Requester::default()),
            pr: None,
            created_at: DateTime::from_timestamp_millis(1_767_323_045_000).unwrap(),
        }
    }

    #[test]
    fn what_is_not_known_is_absent() {
        let built = serde_json::to_value(build_attestation(draft())).unwrap();
        assert_eq!(attestation_verify(&built, None), []);
        assert_eq!(built["verdict"], "block");
        assert_eq!(built["attestor"], json!({"daemon": "d", "presets": ["kimi", "glm"]}));
        assert_eq!(built["createdAt"], "2026-01-02T03:04:05.000Z");
        let names: Vec<_> = built.as_object().unwrap().keys().map(String::as_str).collect();
        let expect = [
            "schema",
            "runId",
            "reviewId",
            "manifestSha",
            "binding",
            "target",
            "rangeSha",
            "lanes",
            "verdict",
            "attestor",
            "rubrics",
            "createdAt",
        ];
        assert_eq!(names, expect);
    }

    #[test]
    fn given_presets_are_kept_once_each() {
        let presets = Some(["b", "a", "b"].map(str::to_owned).to_vec());
        let built = build_attestation(AttestationDraft { presets, dirty: true, ..draft() });
        assert_eq!(built.attestor.presets, ["b", "a"]);
        assert_eq!(built.dirty, Some(true));
    }
}
