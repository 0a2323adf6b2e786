//! Envelopes: what is signed, and signing it.

use assize_effects::LedgerKey;
use assize_schemas::shape::{Shape, required};
use assize_schemas::{Sha256Hex, dsse_pae};
use serde_json::{Value, json};

use super::answer::{Answer, Failure};
use super::identity::hex_member;
use super::input::text;

pub(super) static PAE: Shape = Shape::Object(&[
    required("payloadType", &Shape::Text, "The media type of the payload."),
    required("payloadHex", &Shape::Text, "The payload as hex digits."),
]);

pub(super) static SIGN: Shape = Shape::Object(&[
    required("seedHex", &Shape::Text, "The 32 bytes of the seed as hex digits."),
    required("payloadType", &Shape::Text, "The media type of the payload."),
    required("payloadHex", &Shape::Text, "The payload as hex digits."),
]);

/// `dsse-pae`: the bytes that a signature of an envelope covers, and their digest.
pub(super) fn pae(question: &Value) -> Answer {
    let pae = dsse_pae(text(question, "payloadType"), &hex_member(question, "payloadHex")?);
    Ok(json!({"paeHex": hex(&pae), "sha256": Sha256Hex::of(&pae)}))
}

/// `dsse-sign`: an Ed25519 signature over a payload and its type, and the public key it is checked with.
pub(super) fn sign(question: &Value) -> Answer {
    let seed: [u8; 32] = hex_member(question, "seedHex")?
        .try_into()
        .map_err(|_| Failure::at("bad-member", "seedHex", "\"seedHex\" must be 64 hex digits"))?;
    let payload = hex_member(question, "payloadHex")?;
    let key = LedgerKey::from_seed(&seed);
    let signature = key.sign(text(question, "payloadType"), &payload);
    Ok(json!({"publicKey": key.public_key(), "keyid": signature.keyid, "sig": signature.sig}))
}

fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write as _;
    bytes.iter().fold(String::with_capacity(bytes.len() * 2), |mut out, byte| {
        // Writing to a String cannot fail.
        let _ = write!(out, "{byte:02x}");
        out
    })
}
