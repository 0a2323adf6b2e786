//! References to the run's input and to outputs of steps.

use serde_json::Value;
use thiserror::Error;

use crate::id::is_step_id;

/// What a whole string refers to: `$input`, `$input.a.0`, `$steps.<id>` or `$steps.<id>.a.0`.
///
/// Ids may hold dots, so what follows `$steps.` is only told apart into id and fields where the steps are known:
/// the longest id that fits is meant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reference {
    /// The run's input, or a field inside it.
    Input {
        /// Fields and indexes from the input inwards.
        fields: Vec<String>,
    },
    /// A step's output, or a field inside it.
    Steps {
        /// Id and fields, joined by dots as written.
        tail: String,
    },
}

/// Why a text that begins with `$` is no reference.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ReferenceError {
    /// It has none of the two forms.
    #[error("{text:?} is not a reference: write `$input…` or `$steps.<id>…`, or `$$` for a literal `$`")]
    Malformed {
        /// What was given.
        text: String,
    },
    /// No step has such an id.
    #[error("{text:?} names no step of this graph")]
    UnknownStep {
        /// What was given.
        text: String,
    },
}

/// What a string in an expression stands for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Text {
    /// Itself, without the doubling of a leading `$`.
    Literal(String),
    /// The value it refers to.
    Reference(Reference),
}

impl Text {
    /// Reads a string: a leading `$$` stands for a literal `$`, any other leading `$` must begin a reference.
    ///
    /// # Errors
    /// When the string begins with one `$` and is no reference.
    pub(crate) fn parse(text: &str) -> Result<Self, ReferenceError> {
        if let Some(rest) = text.strip_prefix("$$") {
            Ok(Self::Literal(format!("${rest}")))
        } else if text.starts_with('$') {
            Reference::parse(text).map(Self::Reference)
        } else {
            Ok(Self::Literal(text.to_owned()))
        }
    }
}

impl Reference {
    /// Reads a reference.
    ///
    /// # Errors
    /// When `text` has none of the two forms.
    pub fn parse(text: &str) -> Result<Self, ReferenceError> {
        let malformed = || ReferenceError::Malformed { text: text.to_owned() };
        if let Some(rest) = text.strip_prefix("$input") {
            return fields_of(rest).map(|fields| Self::Input { fields }).ok_or_else(malformed);
        }
        let tail = text.strip_prefix("$steps.").ok_or_else(malformed)?;
        let begins_like_an_id = tail.get(..1).is_some_and(is_step_id);
        if begins_like_an_id { Ok(Self::Steps { tail: tail.to_owned() }) } else { Err(malformed()) }
    }

    /// Tells id and fields apart, where `find` knows the steps: the longest id wins.
    ///
    /// # Errors
    /// When no step fits, or what follows the id is no list of fields.
    pub(crate) fn bind(&self, find: impl Fn(&str) -> Option<u32>) -> Result<BoundReference, ReferenceError> {
        let tail = match self {
            Self::Input { fields } => return Ok(BoundReference { step: None, fields: fields.clone() }),
            Self::Steps { tail } => tail,
        };
        let mut end = tail.len();
        loop {
            // `end` is always the end of the text or the place of a dot.
            let (id, rest) = tail.split_at(end);
            if let Some(step) = find(id) {
                let fields = fields_of(rest).ok_or_else(|| ReferenceError::Malformed { text: self.to_string() })?;
                return Ok(BoundReference { step: Some(step), fields });
            }
            match id.rfind('.') {
                Some(dot) => end = dot,
                None => return Err(ReferenceError::UnknownStep { text: self.to_string() }),
            }
        }
    }
}

impl std::fmt::Display for Reference {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Input { fields } => {
                f.write_str("$input")?;
                fields.iter().try_for_each(|field| write!(f, ".{field}"))
            }
            Self::Steps { tail } => write!(f, "$steps.{tail}"),
        }
    }
}

/// A reference whose step is known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct BoundReference {
    /// The step's dense index; none means the run's input.
    pub(crate) step: Option<u32>,
    /// Fields and indexes from there inwards.
    pub(crate) fields: Vec<String>,
}

/// Reads `(.field)*`.
fn fields_of(rest: &str) -> Option<Vec<String>> {
    if rest.is_empty() {
        return Some(Vec::new());
    }
    let fields: Vec<String> = rest.strip_prefix('.')?.split('.').map(str::to_owned).collect();
    fields.iter().all(|field| !field.is_empty()).then_some(fields)
}

/// Follows fields and indexes inwards; the error is how many of them could be followed.
pub(crate) fn walk<'v>(mut value: &'v Value, fields: &[String]) -> Result<&'v Value, usize> {
    for (depth, field) in fields.iter().enumerate() {
        value = match value {
            Value::Object(members) => members.get(field),
            Value::Array(items) => index_of(field).and_then(|index| items.get(index)),
            _ => None,
        }
        .ok_or(depth)?;
    }
    Ok(value)
}

/// `0`, `1`, `17`: decimal digits without a leading zero.
fn index_of(field: &str) -> Option<usize> {
    let plain = field.bytes().all(|byte| byte.is_ascii_digit()) && (field == "0" || !field.starts_with('0'));
    plain.then(|| field.parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn check(text: &str, expect: &str) {
        let steps = ["a", "a.b", "x/y.z", "odd..id"];
        let find = |id: &str| steps.iter().position(|step| *step == id).and_then(|at| u32::try_from(at).ok());
        let got = match Text::parse(text) {
            Ok(Text::Literal(literal)) => format!("literal {literal}"),
            Ok(Text::Reference(reference)) => match reference.bind(find) {
                Ok(BoundReference { step: Some(step), fields }) => format!("step {step} {fields:?}"),
                Ok(BoundReference { step: None, fields }) => format!("input {fields:?}"),
                Err(ReferenceError::UnknownStep { .. }) => "unknown".to_owned(),
                Err(ReferenceError::Malformed { .. }) => "malformed".to_owned(),
            },
            Err(_) => "malformed".to_owned(),
        };
        assert_eq!(got, expect, "{text}");
    }

    #[test]
    fn tells_literals_input_and_steps_apart() {
        check("plain", "literal plain");
        check("", "literal ");
        check("a $input", "literal a $input");
        check("$$", "literal $");
        check("$$steps.a", "literal $steps.a");
        check("$$$", "literal $$");
        check("$input", "input []");
        check("$input.a.0", r#"input ["a", "0"]"#);
        check("$inputs", "malformed");
        check("$input.", "malformed");
        check("$input..a", "malformed");
        check("$", "malformed");
        check("$HOME/bin", "malformed");
        check("${TOOL}", "malformed");
        check("$item", "malformed");
        check("$steps", "malformed");
        check("$steps.", "malformed");
        check("$steps..a", "malformed");
        check("$steps.é", "malformed");
    }

    #[test]
    fn the_longest_id_that_fits_is_meant() {
        check("$steps.a", "step 0 []");
        check("$steps.a.b", "step 1 []");
        check("$steps.a.b.c", r#"step 1 ["c"]"#);
        check("$steps.a.c", r#"step 0 ["c"]"#);
        check("$steps.x/y.z.0", r#"step 2 ["0"]"#);
        check("$steps.odd..id.k", r#"step 3 ["k"]"#);
        check("$steps.a..c", "malformed");
        check("$steps.a.", "malformed");
        check("$steps.nobody", "unknown");
        check("$steps.ab", "unknown");
    }

    #[test]
    fn fields_are_members_or_plain_indexes() {
        let value = json!({"list": [1, {"k": null}], "0": "zero"});
        let go = |path: &[&str]| {
            let fields: Vec<String> = path.iter().map(|field| (*field).to_owned()).collect();
            walk(&value, &fields).cloned()
        };
        assert_eq!(go(&["list", "1", "k"]), Ok(Value::Null));
        assert_eq!(go(&["0"]), Ok(json!("zero")));
        assert_eq!(go(&["list", "01"]), Err(1));
        assert_eq!(go(&["list", "+1"]), Err(1));
        assert_eq!(go(&["list", "2"]), Err(1));
        assert_eq!(go(&["list", "99999999999999999999"]), Err(1));
        assert_eq!(go(&["nothing", "x"]), Err(0));
        assert_eq!(go(&["list", "0", "x"]), Err(2));
    }
}
