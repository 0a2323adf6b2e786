//! The receipt of a review: its type, how it is built, what it is signed over, and what makes it hold.

mod build;
mod digests;
mod document;
mod pull_request_url;
mod shape;
mod verify;

pub use build::{AttestationDraft, build_attestation};
pub use digests::{AttestationDigests, attestation_digests};
pub use document::{
    ATTESTATION_SCHEMA, Attestation, AttestedTarget, Attestor, GitAuthor, PackDigest, PullRequest, Requester,
    RubricDigest, Signature,
};
pub use shape::{
    ATTESTATION, LANE_COMPOSED_FROM, LANE_FALLBACKS, LANE_RESULT, PACK_DIGEST, PULL_REQUEST, REQUESTER, RUBRIC_DIGEST,
    RUN_ID, attestation_shape,
};
pub use verify::{AttestationFault, AttestationProblem, Expectation, attestation_verify};
