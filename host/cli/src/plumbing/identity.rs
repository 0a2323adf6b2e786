//! Names and numbers that are derived from others.

use assize_schemas::shape::{BINDING_NAME, ID, Shape, required};
use assize_schemas::{MAX_TIMEOUT_MS, base32 as base32_text, time_budget_minutes, workflow_id};
use serde_json::{Value, json};

use super::answer::{Answer, Failure};
use super::input::{member, text, whole};

pub(super) static WORKFLOW: Shape = Shape::Object(&[
    required("reviewId", &Shape::Matching(&ID), "The manifest's id."),
    required("binding", &Shape::Matching(&BINDING_NAME), "The binding."),
]);

pub(super) static BUDGET: Shape = Shape::Object(&[required(
    "timeoutMs",
    &Shape::Whole(1, MAX_TIMEOUT_MS.cast_signed()),
    "A time limit in milliseconds.",
)]);

pub(super) static HEX: Shape = Shape::Object(&[required("hex", &Shape::Text, "Bytes as hex digits.")]);

/// `workflow-id`: the id of the graph that a binding compiles to.
pub(super) fn workflow(question: &Value) -> Answer {
    Ok(json!(workflow_id(&member(question, "reviewId")?, &member(question, "binding")?)))
}

/// `time-budget`: the minutes that a reviewer is told it has.
pub(super) fn time_budget(question: &Value) -> Answer {
    Ok(json!(time_budget_minutes(whole(question, "timeoutMs"))))
}

/// `base32`: bytes in the lowercase, unpadded spelling of RFC 4648, section 6.
pub(super) fn base32(question: &Value) -> Answer {
    Ok(json!(base32_text(&hex_bytes(text(question, "hex"))?)))
}

/// The bytes that the hex digits of the member `name` name.
pub(super) fn hex_member(question: &Value, name: &str) -> Result<Vec<u8>, Failure> {
    hex_digits(text(question, name))
        .ok_or_else(|| Failure::at("bad-member", name, format!("\"{name}\" must be an even number of hex digits")))
}

/// The bytes that hex digits of either case name.
pub(super) fn hex_bytes(hex: &str) -> Result<Vec<u8>, Failure> {
    hex_digits(hex).ok_or_else(|| Failure::at("bad-member", "hex", "\"hex\" must be an even number of hex digits"))
}

fn hex_digits(hex: &str) -> Option<Vec<u8>> {
    let digits: Option<Vec<u8>> =
        hex.chars().map(|digit| digit.to_digit(16).and_then(|digit| u8::try_from(digit).ok())).collect();
    let digits = digits.filter(|digits| digits.len() % 2 == 0)?;
    Some(digits.chunks(2).map(|pair| pair.iter().fold(0, |byte, digit| byte << 4 | digit)).collect())
}
