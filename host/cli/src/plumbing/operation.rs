//! The table of operations.

use assize_schemas::shape::Shape;
use serde_json::Value;

use super::answer::Answer;
use super::{
    attestation, digest, dsse, effect, effect_ledger, identity, json, lane, manifest, packs, repository, reuse,
    validation,
};

/// One question that can be asked.
#[derive(Debug)]
pub(super) struct Operation {
    /// What it is called on the command line.
    pub(super) name: &'static str,
    /// What it answers, in a few words for help texts.
    pub(super) about: &'static str,
    /// The shape of a question; a question of another shape is refused before it is looked at.
    pub(super) input: &'static Shape,
    /// Answers a question of that shape.
    pub(super) answer: fn(&Value) -> Answer,
}

const fn operation(
    name: &'static str,
    about: &'static str,
    input: &'static Shape,
    answer: fn(&Value) -> Answer,
) -> Operation {
    Operation { name, about, input, answer }
}

/// Every operation, in the order of the documentation.
pub(super) static OPERATIONS: &[Operation] = &[
    operation("manifest", "a REVIEW.md with every default filled in", &manifest::SOURCE, manifest::manifest),
    operation("pack", "the REVIEW.md of a pack with every default filled in", &manifest::SOURCE, manifest::pack),
    operation("binding", "the binding that would run", &manifest::BINDING, manifest::binding),
    operation(
        "resolve-packs",
        "a REVIEW.md with its packs merged in, and their digests",
        &packs::RESOLVE,
        packs::resolve_packs,
    ),
    operation("compile", "the graph of a binding", &manifest::COMPILE, manifest::compile),
    operation(
        "placeholders",
        "a command with its placeholders filled in",
        &manifest::PLACEHOLDERS,
        manifest::placeholders,
    ),
    operation("canonical-json", "a JSON text in canonical form, and its SHA-256", &json::TEXT, json::canonical),
    operation(
        "attestation-digests",
        "what an attestation is signed over, and what names it",
        &json::TEXT,
        attestation::digests,
    ),
    operation("range-sha", "the digest of a range", &digest::RANGE, digest::range),
    operation("pack-digest", "the digest of a pack and of its selected rubrics", &digest::PACK, digest::pack),
    operation("repo-remote", "the normalised form of a remote's url", &repository::URL, repository::remote),
    operation("repo-slug", "the folder name of a normalised remote", &repository::REMOTE, repository::slug),
    operation(
        "git-pack-ref",
        "the url and the commit of a reference to a git pack",
        &repository::REFERENCE,
        repository::git_pack_ref,
    ),
    operation("fold", "the verdict of lanes", &lane::FOLD, lane::fold),
    operation("verdict-file", "what a reviewer's verdict file makes of a lane", &lane::VERDICT, lane::verdict_file),
    operation("lane-result", "what the outcome of a check makes of its lane", &lane::SETTLE, lane::lane_result),
    operation("attestation-build", "the attestation of a run", &attestation::BUILD, attestation::build),
    operation("attestation-shape", "what is wrong with the shape of an attestation", &json::TEXT, attestation::shape),
    operation("attestation-verify", "what of an attestation does not hold", &attestation::VERIFY, attestation::verify),
    operation("cache-rule", "whether a stored attestation may be served instead of a run", &reuse::CACHE, reuse::cache),
    operation(
        "compose-rule",
        "whether an agent lane may build on a stored attestation",
        &reuse::COMPOSE,
        reuse::compose,
    ),
    operation("workflow-id", "the id of the graph that a binding compiles to", &identity::WORKFLOW, identity::workflow),
    operation("time-budget", "the minutes that a reviewer is told it has", &identity::BUDGET, identity::time_budget),
    operation("base32", "bytes in lowercase, unpadded base32", &identity::HEX, identity::base32),
    operation(
        "payload-digest",
        "the digest of bytes, or of a JSON text in canonical form",
        &digest::PAYLOAD,
        digest::payload,
    ),
    operation("dsse-pae", "the bytes that a signature of an envelope covers", &dsse::PAE, dsse::pae),
    operation("dsse-sign", "an Ed25519 signature of an envelope", &dsse::SIGN, dsse::sign),
    operation("effect-id", "the id of an effect", &effect::ID, effect::id),
    operation("effect-id-read", "how the id of an effect was derived", &effect::ID_READ, effect::id_read),
    operation("effect-index-name", "the name of an effect's index file", &effect::INDEX_NAME, effect::index_name),
    operation(
        "effect-validate",
        "what is wrong with a document of the effect ledger",
        &effect::VALIDATE,
        effect::validate,
    ),
    operation("effect-ledger-verify", "whether an effect ledger holds", &effect_ledger::VERIFY, effect_ledger::verify),
    operation(
        "effect-lookup",
        "what an effect ledger says of one effect",
        &effect_ledger::LOOKUP,
        effect_ledger::lookup,
    ),
    operation("effect-verifier-decide", "what of a verifier's answer counts", &effect::DECIDE, effect::verifier_decide),
    operation(
        "agentgit-env-digest",
        "the digest of the environment that a check ran in",
        &validation::ENV_DIGEST,
        validation::environment,
    ),
    operation("agentgit-attestation-sign", "a signed statement about a tree", &validation::SIGN, validation::sign),
    operation(
        "agentgit-attestation-verify",
        "whether a signed statement about a tree holds",
        &json::TEXT,
        validation::verify,
    ),
    operation("agentgit-policy", "a policy in canonical form, and its SHA-256", &json::TEXT, validation::policy),
    operation("agentgit-decide", "whether a tree may land", &validation::DECIDE, validation::decision),
];
