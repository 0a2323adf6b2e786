//! The table of operations.

use assize_schemas::shape::Shape;
use serde_json::Value;

use super::answer::Answer;
use super::{attestation, digest, identity, json, lane, manifest, repository, reuse};

/// One question that can be asked.
#[derive(Debug)]
pub(super) struct Operation {
    /// What it is called on the command line.
    pub(super) name: &'static str,
    /// The shape of a question; a question of another shape is refused before it is looked at.
    pub(super) input: &'static Shape,
    /// Answers a question of that shape.
    pub(super) answer: fn(&Value) -> Answer,
}

const fn operation(name: &'static str, input: &'static Shape, answer: fn(&Value) -> Answer) -> Operation {
    Operation { name, input, answer }
}

/// Every operation, in the order of the documentation.
pub(super) static OPERATIONS: &[Operation] = &[
    operation("manifest", &manifest::SOURCE, manifest::manifest),
    operation("pack", &manifest::SOURCE, manifest::pack),
    operation("binding", &manifest::BINDING, manifest::binding),
    operation("compile", &manifest::COMPILE, manifest::compile),
    operation("placeholders", &manifest::PLACEHOLDERS, manifest::placeholders),
    operation("canonical-json", &json::TEXT, json::canonical),
    operation("attestation-digests", &json::TEXT, attestation::digests),
    operation("range-sha", &digest::RANGE, digest::range),
    operation("pack-digest", &digest::PACK, digest::pack),
    operation("repo-remote", &repository::URL, repository::remote),
    operation("repo-slug", &repository::REMOTE, repository::slug),
    operation("git-pack-ref", &repository::REFERENCE, repository::git_pack_ref),
    operation("fold", &lane::FOLD, lane::fold),
    operation("verdict-file", &lane::VERDICT, lane::verdict_file),
    operation("lane-result", &lane::SETTLE, lane::lane_result),
    operation("attestation-build", &attestation::BUILD, attestation::build),
    operation("attestation-shape", &json::TEXT, attestation::shape),
    operation("attestation-verify", &attestation::VERIFY, attestation::verify),
    operation("cache-rule", &reuse::CACHE, reuse::cache),
    operation("compose-rule", &reuse::COMPOSE, reuse::compose),
    operation("workflow-id", &identity::WORKFLOW, identity::workflow),
    operation("time-budget", &identity::BUDGET, identity::time_budget),
    operation("base32", &identity::HEX, identity::base32),
    operation("payload-digest", &digest::PAYLOAD, digest::payload),
];
