//! Lines of segments.

use assize_schemas::shape::{Shape, ShapeProblem, UnknownMembers, required, shape_problems};
use assize_schemas::{BASE64, IN_TOTO_PAYLOAD_TYPE};
use serde_json::Value;

use super::patterns::{DIGEST, SIGNATURE, WRITER};
use super::record::MAX_SAFE;

/// The `schemaVersion` of a segment's lines.
pub const LINE_SCHEMA: &str = "aiwg.effect.segment-line.v1";

static SIGNED_BY: Shape = Shape::Object(&[
    required("keyid", &Shape::Matching(&DIGEST), "The key."),
    required("sig", &Shape::Matching(&SIGNATURE), "The signature."),
]);

/// Signatures by keys of the ledger, at least one.
pub(super) static SIGNATURES: Shape = Shape::List { items: &SIGNED_BY, least: 1, distinct: false };

pub(super) static ENVELOPE: Shape = Shape::Object(&[
    required("payloadType", &Shape::OneOf(&[IN_TOTO_PAYLOAD_TYPE]), "The type of the payload."),
    required("payload", &Shape::Matching(&BASE64), "The statement."),
    required("signatures", &SIGNATURES, "Signatures over the type and the payload."),
]);

static LINE: Shape = Shape::Object(&[
    required("schemaVersion", &Shape::OneOf(&[LINE_SCHEMA]), "The version of this document."),
    required("writer", &Shape::Matching(&WRITER), "Whose segment it is."),
    required("seq", &Shape::Integer(0, MAX_SAFE), "The position in the segment."),
    required("recordHash", &Shape::Matching(&DIGEST), "The digest of what is signed."),
    required("envelope", &ENVELOPE, "The signed record."),
]);

/// What is wrong with the shape of a line.
pub(crate) fn line_problems(line: &Value) -> Vec<ShapeProblem> {
    shape_problems(line, &LINE, UnknownMembers::Refuse)
}
