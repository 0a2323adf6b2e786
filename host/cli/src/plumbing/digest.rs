//! Digests of things that are not JSON documents.

use assize_schemas::shape::{NOT_EMPTY, Shape, optional, required};
use assize_schemas::{Sha256Hex, canonical_json, pack_digest, range_sha};
use serde_json::{Value, json};

use super::answer::{Answer, Failure};
use super::identity::hex_bytes;
use super::input::{items, optional_text, text};
use super::json::document;

pub(super) static RANGE: Shape = Shape::Object(&[
    required("baseSha", &Shape::Matching(&NOT_EMPTY), "Where the range begins."),
    required("headSha", &Shape::Matching(&NOT_EMPTY), "Where the range ends."),
]);

static RUBRIC: Shape = Shape::Object(&[
    required("path", &Shape::Text, "The rubric's path as the pack declares it."),
    required("text", &Shape::Text, "What it holds."),
]);

pub(super) static PACK: Shape = Shape::Object(&[
    required("reviewMd", &Shape::Text, "The pack's REVIEW.md."),
    required(
        "rubrics",
        &Shape::List { items: &RUBRIC, least: 0, distinct: false },
        "The selected agent checks' rubrics.",
    ),
]);

pub(super) static PAYLOAD: Shape = Shape::Object(&[
    optional("hex", &Shape::Text, "Bytes as hex digits."),
    optional("text", &Shape::Text, "A JSON text, to be made canonical."),
]);

/// `range-sha`: the digest of a range.
pub(super) fn range(question: &Value) -> Answer {
    Ok(json!(range_sha(text(question, "baseSha"), text(question, "headSha"))))
}

/// `pack-digest`: the digest of a pack and the rubrics of its selected checks.
pub(super) fn pack(question: &Value) -> Answer {
    let rubrics =
        items(question, "rubrics").iter().map(|rubric| (text(rubric, "path"), text(rubric, "text").as_bytes()));
    Ok(json!(pack_digest(text(question, "reviewMd").as_bytes(), rubrics)))
}

/// `payload-digest`: the digest of bytes, or of a JSON text in canonical form.
pub(super) fn payload(question: &Value) -> Answer {
    let digest = match (optional_text(question, "hex"), optional_text(question, "text")) {
        (Some(hex), None) => Sha256Hex::of(hex_bytes(hex)?),
        (None, Some(_)) => Sha256Hex::of(canonical_json(&document(question)?)),
        (Some(_), Some(_)) => return Err(Failure::at("bad-member", "text", "give \"hex\" or \"text\", not both")),
        (None, None) => return Err(Failure::at("missing-member", "hex", "\"hex\" or \"text\" is missing")),
    };
    Ok(json!(format!("sha256:{digest}")))
}
