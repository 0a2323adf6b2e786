//! Whole numbers in JSON.

use serde_json::{Number, Value};

/// A whole number that a shape found within exact bounds, in whatever spelling; 0 when it is absent.
pub(crate) fn whole(value: Option<&Value>) -> u64 {
    let number = value.and_then(Value::as_number);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "whole, positive and exact")]
    let spelled = || number.and_then(Number::as_f64).map(|double| double as u64);
    number.and_then(Number::as_u64).or_else(spelled).unwrap_or_default()
}
