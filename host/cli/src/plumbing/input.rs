//! Taking members out of a question whose shape was found right.

use serde::de::DeserializeOwned;
use serde_json::{Number, Value};

use super::answer::Failure;

/// The string member `name`; empty when it is absent, which the shape does not allow for a required one.
pub(super) fn text<'v>(question: &'v Value, name: &str) -> &'v str {
    optional_text(question, name).unwrap_or_default()
}

/// The string member `name`, when it is there.
pub(super) fn optional_text<'v>(question: &'v Value, name: &str) -> Option<&'v str> {
    question.get(name).and_then(Value::as_str)
}

/// The items of the list member `name`; none when it is absent.
pub(super) fn items<'v>(question: &'v Value, name: &str) -> &'v [Value] {
    question.get(name).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

/// The whole number of the member `name`, in whatever spelling; 0 when it is absent.
pub(super) fn whole(question: &Value, name: &str) -> u64 {
    question.get(name).cloned().map(whole_numbers).and_then(|value| value.as_u64()).unwrap_or_default()
}

/// The member `name` as a type of the wire; `None` when it is absent.
pub(super) fn optional<T: DeserializeOwned>(question: &Value, name: &str) -> Result<Option<T>, Failure> {
    question
        .get(name)
        .cloned()
        .map(|value| serde_json::from_value(whole_numbers(value)))
        .transpose()
        .map_err(|error| Failure::at("bad-member", name, format!("\"{name}\": {error}")))
}

/// The member `name` as a type of the wire.
pub(super) fn member<T: DeserializeOwned>(question: &Value, name: &str) -> Result<T, Failure> {
    optional(question, name)?.ok_or_else(|| Failure::at("missing-member", name, format!("\"{name}\" is missing")))
}

/// A value whose whole numbers are spelled as integers: `1e3` and `1000.0` mean 1000.
fn whole_numbers(value: Value) -> Value {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    match value {
        Value::Number(number) if number.is_f64() => {
            let double = number.as_f64().unwrap_or_default();
            #[expect(clippy::cast_possible_truncation, reason = "whole and exact")]
            let whole = (double.fract() == 0.0 && double.abs() <= EXACT).then(|| Number::from(double as i64));
            Value::Number(whole.unwrap_or(number))
        }
        Value::Array(items) => items.into_iter().map(whole_numbers).collect(),
        Value::Object(members) => members.into_iter().map(|(name, member)| (name, whole_numbers(member))).collect(),
        other => other,
    }
}
