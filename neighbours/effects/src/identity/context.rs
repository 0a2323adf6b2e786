//! What tells apart effects of one kind on one target.

use serde_json::{Map, Number, Value};

use super::IdentityError;
use crate::text::utf16_length;

const MAX_MEMBERS: usize = 16;
const MAX_NAME: usize = 64;
const MAX_TEXT_UNITS: usize = 256;
/// The greatest whole number that every reader keeps exactly.
const MAX_SAFE: u64 = (1 << 53) - 1;

/// Takes a value for a context: a flat object of at most 16 members with plain names, whose values are strings of at
/// most 256 UTF-16 units, safe integers or truth values.
///
/// # Errors
///
/// [`IdentityError::Context`] telling the first member that is none.
pub fn check_context(value: &Value) -> Result<&Map<String, Value>, IdentityError> {
    let wrong = |what: String| Err(IdentityError::Context(what));
    let Value::Object(members) = value else { return wrong("it must be an object".to_owned()) };
    if members.len() > MAX_MEMBERS {
        return wrong(format!("it has {} members, and at most {MAX_MEMBERS} are allowed", members.len()));
    }
    for (name, member) in members {
        if !is_name(name) {
            return wrong(format!("the name {name:?} must be a letter and up to 63 letters, digits and underscores"));
        }
        let holds = match member {
            Value::String(text) => utf16_length(text) <= MAX_TEXT_UNITS,
            Value::Number(number) => is_safe_integer(number),
            Value::Bool(_) => true,
            _ => false,
        };
        if !holds {
            return wrong(format!("{name} must be a string of at most 256, a safe integer, true or false"));
        }
    }
    Ok(members)
}

fn is_name(name: &str) -> bool {
    name.len() <= MAX_NAME
        && name.bytes().next().is_some_and(|first| first.is_ascii_alphabetic())
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// Whether a number was spelled without fraction and exponent and is one that every reader keeps exactly.
pub(crate) fn is_safe_integer(number: &Number) -> bool {
    number.as_u64().is_some_and(|number| number <= MAX_SAFE)
        || number.as_i64().is_some_and(|number| number.unsigned_abs() <= MAX_SAFE)
}
