//! The attestation of a run.

use assize_git::Author;
use assize_schemas::{
    Attestation, AttestationDraft, AttestedTarget, GitAuthor, Requester, ReviewResult, build_attestation,
};
use chrono::Utc;

use crate::pipeline::Plan;
use crate::{HostSettings, RunRequest};

/// Builds the attestation of a review that came to a result.
pub(crate) fn attest(
    run_id: &str,
    settings: &HostSettings,
    request: &RunRequest,
    plan: &Plan,
    result: ReviewResult,
    author: Option<Author>,
) -> Attestation {
    let target = result.target;
    build_attestation(AttestationDraft {
        run_id: run_id.to_owned(),
        review_id: plan.manifest.manifest.id.to_string(),
        manifest_sha: plan.manifest.sha.clone(),
        binding: plan.binding.name.to_string(),
        target: AttestedTarget {
            repo_remote: target.repo_remote,
            base_sha: target.base_sha.to_string(),
            head_sha: target.head_sha.to_string(),
        },
        lanes: result.lanes,
        daemon: daemon(request.headless, &settings.hostname),
        presets: None,
        rubrics: plan.rubrics.clone(),
        packs: plan.packs.iter().map(|pack| pack.digest.clone()).collect(),
        dirty: target.dirty,
        requester: requester(request.session_id.clone(), author),
        pr: request.pr.clone(),
        created_at: Utc::now(),
    })
}

/// How this host names itself.
fn daemon(headless: bool, hostname: &str) -> String {
    let program = if headless { "assize-headless" } else { "assize" };
    format!("{program}@{hostname}")
}

/// Who asked, as far as it is known.
fn requester(session_id: Option<String>, author: Option<Author>) -> Option<Requester> {
    let git_author = author.map(|author| GitAuthor { name: author.name, email: author.email });
    let requester = Requester { session_id, git_author };
    (requester != Requester::default()).then_some(requester)
}
