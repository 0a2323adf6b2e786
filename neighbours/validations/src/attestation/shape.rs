//! The shape of an attestation.

use assize_schemas::shape::{SHA256, Shape, required};

use crate::patterns::{ATTESTATION_ID, CHECK, ISSUER, KEY_DIGITS, MAX_EXACT, SIGNATURE, TREE_ID};

/// The value of `schema` in every attestation. It is also what separates a signed message from any other.
pub const ATTESTATION_SCHEMA: &str = "agentgit.attestation/v1";

/// The members that are signed, with others around them.
macro_rules! with_body {
    ($($other:expr),* $(,)?) => {
        Shape::Object(&[
            required("id", &Shape::Matching(&ATTESTATION_ID), "What names the attestation."),
            required("tree_id", &Shape::Matching(&TREE_ID), "The tree it is about."),
            required("check", &Shape::Matching(&CHECK), "The check."),
            required("result", &Shape::OneOf(&["pass", "fail"]), "What came out."),
            required("policy_version", &Shape::Whole(1, MAX_EXACT), "The policy's version at the time."),
            required("env_digest", &Shape::Matching(&SHA256), "The environment it ran in."),
            required("issuer", &Shape::Matching(&ISSUER), "Who states it."),
            required("issued_at", &Shape::Whole(0, MAX_EXACT), "When, in milliseconds since 1970; a claim."),
            $($other),*
        ])
    };
}

/// What is signed.
pub static ATTESTATION_BODY: Shape = with_body!();

/// The whole document.
pub(super) static ATTESTATION: Shape = with_body!(
    required("schema", &Shape::OneOf(&[ATTESTATION_SCHEMA]), "The version of the format."),
    required("public_key", &Shape::Matching(&KEY_DIGITS), "The raw Ed25519 key that signed."),
    required("signature", &Shape::Matching(&SIGNATURE), "The raw signature."),
);
