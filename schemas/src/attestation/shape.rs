//! The shape of an attestation (AIP-62, "The attestation" and its field table).

use serde_json::Value;

use super::ATTESTATION_SCHEMA;
use crate::shape::{
    CHECK_REF, ID, Member, NOT_EMPTY, OBJECT_NAME, Pattern, RFC3339, SHA256, Shape, ShapeProblem, UnknownMembers,
    optional, required, shape_problems,
};

/// The id of a run.
pub static RUN_ID: Pattern = Pattern {
    what: "\"review-\" and what names the run",
    regex: Some("^review-.+$"),
    max_chars: None,
    holds: |text| text.strip_prefix("review-").is_some_and(|rest| !rest.is_empty() && !rest.contains('\n')),
};

static FINGERPRINT: Pattern = Pattern {
    what: "\"SHA256:\" and a fingerprint",
    regex: Some("^SHA256:.+$"),
    max_chars: None,
    holds: |text| text.strip_prefix("SHA256:").is_some_and(|rest| !rest.is_empty() && !rest.contains('\n')),
};

static GITHUB_REPO: Pattern = Pattern {
    what: "owner/name",
    regex: Some("^[^/]+/[^/]+$"),
    max_chars: None,
    holds: |text| {
        text.split_once('/').is_some_and(|(owner, name)| !owner.is_empty() && !name.is_empty() && !name.contains('/'))
    },
};

const MAX_EXACT: i64 = (1 << 53) - 1;

static FINDING: Shape = Shape::Object(&[
    required("severity", &Shape::OneOf(&["high", "medium", "low"]), "How bad it is."),
    required("title", &Shape::Text, "One line."),
    required("detail", &Shape::Text, "Why it matters; may be empty."),
    optional("file", &Shape::Text, "The file it is about, relative to the repository's root."),
    optional("line", &Shape::Whole(1, MAX_EXACT), "The line in that file, from 1."),
]);

/// The prior attestation that a lane built on.
pub static LANE_COMPOSED_FROM: Shape = Shape::Object(&[
    required("rangeSha", &Shape::Matching(&SHA256), "The prior attestation's range digest."),
    required("headSha", &Shape::Matching(&OBJECT_NAME), "The prior attestation's head."),
    required("attestationSha256", &Shape::Matching(&SHA256), "SHA-256 of the prior attestation's canonical JSON."),
]);

static FALLBACK: Shape = Shape::Object(&[
    required("preset", &Shape::Text, "The preset that was tried."),
    required("error", &Shape::Text, "Why it did not serve."),
]);

/// The reviewers that a lane tried in vain.
pub static LANE_FALLBACKS: Shape = Shape::List { items: &FALLBACK, least: 0, distinct: false };

/// The result of one lane.
pub static LANE_RESULT: Shape = Shape::Object(&[
    required("id", &Shape::Matching(&CHECK_REF), "The check's ref."),
    required("kind", &Shape::OneOf(&["command", "agent"]), "The kind of check."),
    required("status", &Shape::OneOf(&["pass", "fail", "timeout", "skipped"]), "How it ended."),
    required("blocking", &Shape::Boolean, "Whether it counts for the verdict."),
    required("findings", &Shape::List { items: &FINDING, least: 0, distinct: false }, "What was found."),
    required("durationMs", &Shape::AtLeast(0), "Wall time in milliseconds."),
    optional("error", &Shape::Text, "Why the lane has no result."),
    optional("sessionId", &Shape::Text, "The reviewer's session."),
    optional("preset", &Shape::Text, "The reviewer's preset."),
    optional("summary", &Shape::Text, "The reviewer's one line."),
    optional("exitCode", &Shape::Whole(i64::MIN, i64::MAX), "The command's exit status."),
    optional("model", &Shape::Text, "The model that answered."),
    optional("composedFrom", &LANE_COMPOSED_FROM, "The prior attestation this lane built on."),
    optional("fallbacks", &LANE_FALLBACKS, "Reviewers that were tried before."),
]);

static TARGET: Shape = Shape::Object(&[
    required("repoRemote", &Shape::Matching(&NOT_EMPTY), "The repository's normalised remote."),
    required("baseSha", &Shape::Matching(&OBJECT_NAME), "Where the range begins."),
    required("headSha", &Shape::Matching(&OBJECT_NAME), "Where the range ends."),
]);

static SIGNATURE: Shape = Shape::Object(&[
    required("alg", &Shape::OneOf(&["ssh-ed25519"]), "The kind of signature."),
    required("keyFingerprint", &Shape::Matching(&FINGERPRINT), "The fingerprint of the key."),
    required("principal", &Shape::Text, "Whom the host vouches for."),
    required("signedAt", &Shape::Matching(&RFC3339), "When it was signed; not authenticated."),
    required("sig", &Shape::Text, "The armoured SSH signature."),
]);

static ATTESTOR: Shape = Shape::Object(&[
    required("daemon", &Shape::Text, "The host's name for itself."),
    required(
        "presets",
        &Shape::List { items: &Shape::Text, least: 0, distinct: true },
        "The presets that lanes carry.",
    ),
    optional("signature", &SIGNATURE, "The host's signature."),
]);

/// The digest of a rubric.
pub static RUBRIC_DIGEST: Shape = Shape::Object(&[
    required("check", &Shape::Matching(&CHECK_REF), "The check's ref."),
    required("path", &Shape::Text, "The rubric's path as declared."),
    required("sha256", &Shape::Matching(&SHA256), "SHA-256 of its bytes."),
]);

/// The digest of a pack.
pub static PACK_DIGEST: Shape = Shape::Object(&[
    required("ref", &Shape::Text, "The reference as written."),
    required("id", &Shape::Matching(&ID), "The pack's id."),
    required("version", &Shape::Text, "The pack's version."),
    required("alg", &Shape::Text, "The recipe of the digest."),
    required("sha256", &Shape::Matching(&SHA256), "The digest."),
]);

/// Who asked for a review.
pub static REQUESTER: Shape = Shape::Object(&[
    optional("sessionId", &Shape::Text, "The requesting session."),
    optional("gitAuthor", &Shape::Object(GIT_AUTHOR), "The author of the head commit."),
]);

static GIT_AUTHOR: &[Member] =
    &[required("name", &Shape::Text, "Name."), required("email", &Shape::Text, "E-mail address.")];

/// A pull request.
pub static PULL_REQUEST: Shape = Shape::Object(&[
    required("provider", &Shape::OneOf(&["github"]), "Where it is."),
    required("repo", &Shape::Matching(&GITHUB_REPO), "owner/name."),
    required("number", &Shape::Whole(1, MAX_EXACT), "Its number."),
    required("url", &Shape::Text, "Its address."),
]);

/// An attestation. Readers allow unknown members at every level.
pub static ATTESTATION: Shape = Shape::Object(&[
    required("schema", &Shape::OneOf(&[ATTESTATION_SCHEMA]), "The version of the format."),
    required("runId", &Shape::Matching(&RUN_ID), "The run."),
    required("reviewId", &Shape::Text, "The manifest's id."),
    required("manifestSha", &Shape::Matching(&SHA256), "SHA-256 of the bytes of the REVIEW.md."),
    required("binding", &Shape::Matching(&NOT_EMPTY), "The binding that ran."),
    required("target", &TARGET, "What was reviewed."),
    required("rangeSha", &Shape::Matching(&SHA256), "SHA-256 of <baseSha>..<headSha>."),
    required(
        "lanes",
        &Shape::List { items: &LANE_RESULT, least: 0, distinct: false },
        "The lanes in the order of the binding.",
    ),
    required("verdict", &Shape::OneOf(&["pass", "block", "incomplete"]), "The fold of the lanes."),
    required("attestor", &ATTESTOR, "Who ran the review."),
    required("rubrics", &Shape::List { items: &RUBRIC_DIGEST, least: 0, distinct: false }, "The rubrics' digests."),
    optional(
        "packs",
        &Shape::List { items: &PACK_DIGEST, least: 1, distinct: false },
        "The packs' digests in the order of uses.",
    ),
    optional("dirty", &Shape::Always(true), "Whether tracked files had uncommitted changes."),
    optional("requester", &REQUESTER, "Who asked."),
    optional("pr", &PULL_REQUEST, "The pull request, when it was known at review time."),
    required("createdAt", &Shape::Matching(&RFC3339), "When the review ended."),
]);

/// Everything that is wrong with the shape of a document that should be an attestation. Members that are not known
/// are no problem, at any level: later versions of the format add some.
#[must_use]
pub fn attestation_shape(document: &Value) -> Vec<ShapeProblem> {
    shape_problems(document, &ATTESTATION, UnknownMembers::Allow)
}
