//! Attestations: building one, and holding one against what it should be.

use assize_schemas::shape::{NOT_EMPTY, RFC3339, Shape, optional, required};
use assize_schemas::{
    AttestationDraft, Expectation, LANE_RESULT, PACK_DIGEST, PULL_REQUEST, REQUESTER, RUBRIC_DIGEST, RUN_ID, Sha256Hex,
    attestation_digests, attestation_shape, attestation_verify, build_attestation, read_time,
};
use serde_json::{Value, json};

use super::answer::{Answer, Failure, shape_problem};
use super::input::{member, optional as optional_member, optional_text, text};
use super::json::document;

static TARGET: Shape = Shape::Object(&[
    required("repoRemote", &Shape::Matching(&NOT_EMPTY), "The repository's normalised remote."),
    required("baseSha", &Shape::Matching(&NOT_EMPTY), "Where the range begins."),
    required("headSha", &Shape::Matching(&NOT_EMPTY), "Where the range ends."),
]);

static ATTESTOR: Shape = Shape::Object(&[
    required("daemon", &Shape::Text, "The host's name for itself."),
    optional("presets", &Shape::List { items: &Shape::Text, least: 0, distinct: false }, "The presets to record."),
]);

pub(super) static BUILD: Shape = Shape::Object(&[
    required("runId", &Shape::Matching(&RUN_ID), "The run."),
    required("reviewId", &Shape::Matching(&NOT_EMPTY), "The manifest's id."),
    required("manifestSource", &Shape::Text, "The REVIEW.md."),
    required("binding", &Shape::Matching(&NOT_EMPTY), "The binding that ran."),
    required("target", &TARGET, "What was reviewed."),
    required("lanes", &Shape::List { items: &LANE_RESULT, least: 0, distinct: false }, "The lanes."),
    required("attestor", &ATTESTOR, "Who ran the review."),
    optional("rubrics", &Shape::List { items: &RUBRIC_DIGEST, least: 0, distinct: false }, "The rubrics' digests."),
    optional("packs", &Shape::List { items: &PACK_DIGEST, least: 0, distinct: false }, "The packs' digests."),
    optional("dirty", &Shape::Boolean, "Whether tracked files had uncommitted changes."),
    optional("requester", &REQUESTER, "Who asked."),
    optional("pr", &PULL_REQUEST, "The pull request."),
    required("createdAt", &Shape::Matching(&RFC3339), "When the review ended."),
]);

static EXPECT: Shape = Shape::Object(&[
    required("manifestSource", &Shape::Text, "The REVIEW.md at hand."),
    required("baseSha", &Shape::Text, "Where the range begins."),
    required("headSha", &Shape::Text, "Where the range ends."),
    required("repoRemote", &Shape::Text, "The repository's normalised remote."),
    optional("binding", &Shape::Text, "The binding that is asked for."),
    optional("verdict", &Shape::OneOf(&["pass", "block", "incomplete", "any"]), "The verdict that is asked for."),
]);

pub(super) static VERIFY: Shape = Shape::Object(&[
    required("text", &Shape::Text, "The attestation's JSON text."),
    required("expect", &EXPECT, "What it should be about."),
]);

/// `attestation-digests`: what an attestation is signed over, and what names it.
pub(super) fn digests(question: &Value) -> Answer {
    let digests = attestation_digests(&document(question)?);
    Ok(json!({
        "signedBytes": digests.signed_bytes,
        "signedSha256": digests.signed_sha256,
        "attestationSha256": digests.attestation_sha256,
    }))
}

/// `attestation-build`: the attestation of a run.
pub(super) fn build(question: &Value) -> Answer {
    let attestor = question.get("attestor").unwrap_or(&Value::Null);
    let created_at = read_time(text(question, "createdAt"))
        .ok_or_else(|| Failure::at("bad-member", "createdAt", format!("\"createdAt\" must be {}", RFC3339.what)))?;
    let draft = AttestationDraft {
        run_id: member(question, "runId")?,
        review_id: member(question, "reviewId")?,
        manifest_sha: Sha256Hex::of(text(question, "manifestSource")),
        binding: member(question, "binding")?,
        target: member(question, "target")?,
        lanes: member(question, "lanes")?,
        daemon: member(attestor, "daemon")?,
        presets: optional_member(attestor, "presets")?,
        rubrics: optional_member(question, "rubrics")?.unwrap_or_default(),
        packs: optional_member(question, "packs")?.unwrap_or_default(),
        dirty: optional_member(question, "dirty")?.unwrap_or_default(),
        requester: optional_member(question, "requester")?,
        pr: optional_member(question, "pr")?,
        created_at,
    };
    Ok(json!(build_attestation(draft)))
}

/// `attestation-shape`: what is wrong with the shape of an attestation.
pub(super) fn shape(question: &Value) -> Answer {
    let problems: Vec<_> = attestation_shape(&document(question)?).iter().map(shape_problem).collect();
    Ok(json!({ "problems": problems }))
}

/// `attestation-verify`: what does not hold of an attestation.
pub(super) fn verify(question: &Value) -> Answer {
    let document = document(question)?;
    let expect = question.get("expect").unwrap_or(&Value::Null);
    let expectation = Expectation {
        manifest_sha: Sha256Hex::of(text(expect, "manifestSource")),
        base_sha: text(expect, "baseSha").to_owned(),
        head_sha: text(expect, "headSha").to_owned(),
        repo_remote: text(expect, "repoRemote").to_owned(),
        binding: optional_text(expect, "binding").map(str::to_owned),
        verdict: optional_text(expect, "verdict").filter(|verdict| *verdict != "any").map(str::to_owned),
    };
    let problems: Vec<_> = attestation_verify(&document, Some(&expectation))
        .into_iter()
        .map(|problem| json!({"code": problem.fault.code(), "message": problem.message}))
        .collect();
    Ok(json!({ "problems": problems }))
}
