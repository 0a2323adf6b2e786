//! When an earlier attestation may stand in for work.

use assize_schemas::shape::{Shape, optional, required};
use assize_schemas::{ComposeRequest, PACK_DIGEST, PackInUse, RUBRIC_DIGEST, cache_rule, compose_rule};
use serde_json::{Value, json};

use super::answer::Answer;
use super::input::{member, optional as optional_member, optional_text, text};

/// A stored attestation. What the rules cannot read of it speaks against its use.
static PRIOR: Shape = Shape::Open(&[]);

pub(super) static CACHE: Shape = Shape::Object(&[
    required("prior", &PRIOR, "The stored attestation."),
    required("rubrics", &Shape::List { items: &RUBRIC_DIGEST, least: 0, distinct: false }, "This run's rubrics."),
    optional("packs", &Shape::List { items: &PACK_DIGEST, least: 0, distinct: false }, "This run's packs."),
]);

static PACK: Shape = Shape::Object(&[
    required("id", &Shape::Text, "The pack's id."),
    required("alg", &Shape::Text, "The recipe of the digest."),
    required("sha256", &Shape::Text, "The digest."),
]);

static REQUEST: Shape = Shape::Object(&[
    required("repoRemote", &Shape::Text, "The repository's normalised remote."),
    required("manifestSha", &Shape::Text, "SHA-256 of the REVIEW.md."),
    required("binding", &Shape::Text, "The binding that runs."),
    required("checkId", &Shape::Text, "The lane's check."),
    optional("rubricSha256", &Shape::Text, "SHA-256 of the rubric as it is now."),
    required("baseSha", &Shape::Text, "Where the range begins."),
    optional("pack", &PACK, "The pack the check comes from, as it is resolved now."),
]);

pub(super) static COMPOSE: Shape = Shape::Object(&[
    required("prior", &PRIOR, "The stored attestation."),
    required("request", &REQUEST, "What the lane is about to review."),
    required("ancestor", &Shape::Boolean, "Whether the prior's head is a strict ancestor of this head."),
]);

/// `cache-rule`: whether a stored attestation may be served.
pub(super) fn cache(question: &Value) -> Answer {
    let rubrics: Vec<_> = member(question, "rubrics")?;
    let packs: Vec<_> = optional_member(question, "packs")?.unwrap_or_default();
    let prior = question.get("prior").unwrap_or(&Value::Null);
    Ok(match cache_rule(prior, &rubrics, &packs) {
        Ok(()) => json!({"usable": true}),
        Err(reason) => json!({"usable": false, "reason": reason}),
    })
}

/// `compose-rule`: whether an agent lane may build on a stored attestation.
pub(super) fn compose(question: &Value) -> Answer {
    let request = question.get("request").unwrap_or(&Value::Null);
    let wanted = ComposeRequest {
        repo_remote: text(request, "repoRemote").to_owned(),
        manifest_sha: text(request, "manifestSha").to_owned(),
        binding: text(request, "binding").to_owned(),
        check_id: text(request, "checkId").to_owned(),
        rubric_sha256: optional_text(request, "rubricSha256").map(str::to_owned),
        base_sha: text(request, "baseSha").to_owned(),
        pack: request.get("pack").map(|pack| PackInUse {
            id: text(pack, "id").to_owned(),
            alg: text(pack, "alg").to_owned(),
            sha256: text(pack, "sha256").to_owned(),
        }),
    };
    let ancestor = question.get("ancestor").and_then(Value::as_bool).unwrap_or(false);
    Ok(match compose_rule(question.get("prior").unwrap_or(&Value::Null), &wanted, ancestor) {
        Ok(composed_from) => json!({"usable": true, "composedFrom": composed_from}),
        Err(reason) => json!({"usable": false, "reason": reason}),
    })
}
