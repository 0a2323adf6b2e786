//! JSON values that hold references.

use serde_json::{Map, Value};

use crate::{Reference, ReferenceError, reference::Text};

/// A JSON value in which strings may be references: `{"all": ["$steps.a", "$input.b"], "price": "$$5"}`.
///
/// Objects and arrays are looked into; a string that does not begin with `$` stands for itself, `$$` for a literal `$`.
#[derive(Debug, Clone, PartialEq)]
pub struct Expression(Part);

#[derive(Debug, Clone, PartialEq)]
enum Part {
    Literal(Value),
    Reference(Reference),
    Array(Vec<Part>),
    Object(Vec<(String, Part)>),
}

impl Expression {
    /// Reads an expression.
    ///
    /// # Errors
    /// The first string in it that begins with a `$` and is no reference.
    pub fn parse(value: &Value) -> Result<Self, ReferenceError> {
        Part::parse(value).map(Self)
    }

    /// An expression that is nothing but this reference.
    pub fn reference(reference: Reference) -> Self {
        Self(Part::Reference(reference))
    }

    /// The references in it, in the order in which they are written.
    pub fn references(&self) -> Vec<&Reference> {
        let mut found = Vec::new();
        self.0.collect(&mut found);
        found
    }

    /// The reference that is all of it.
    pub(crate) fn only_reference(&self) -> Option<&Reference> {
        match &self.0 {
            Part::Reference(reference) => Some(reference),
            _ => None,
        }
    }

    /// The value, with every reference replaced by what `look_up` gives for it.
    ///
    /// # Errors
    /// The first error of `look_up`.
    pub fn resolve<E>(&self, look_up: &mut impl FnMut(&Reference) -> Result<Value, E>) -> Result<Value, E> {
        self.0.resolve(look_up)
    }
}

impl Part {
    fn parse(value: &Value) -> Result<Self, ReferenceError> {
        Ok(match value {
            Value::String(text) => match Text::parse(text)? {
                Text::Literal(text) => Self::Literal(Value::String(text)),
                Text::Reference(reference) => Self::Reference(reference),
            },
            Value::Array(items) => Self::Array(items.iter().map(Self::parse).collect::<Result<_, _>>()?),
            Value::Object(members) => Self::Object(
                members
                    .iter()
                    .map(|(name, value)| Ok((name.clone(), Self::parse(value)?)))
                    .collect::<Result<_, ReferenceError>>()?,
            ),
            plain => Self::Literal(plain.clone()),
        })
    }

    fn collect<'a>(&'a self, found: &mut Vec<&'a Reference>) {
        match self {
            Self::Literal(_) => {}
            Self::Reference(reference) => found.push(reference),
            Self::Array(parts) => parts.iter().for_each(|part| part.collect(found)),
            Self::Object(members) => members.iter().for_each(|(_, part)| part.collect(found)),
        }
    }

    fn resolve<E>(&self, look_up: &mut impl FnMut(&Reference) -> Result<Value, E>) -> Result<Value, E> {
        Ok(match self {
            Self::Literal(value) => value.clone(),
            Self::Reference(reference) => look_up(reference)?,
            Self::Array(parts) => {
                Value::Array(parts.iter().map(|part| part.resolve(look_up)).collect::<Result<_, E>>()?)
            }
            Self::Object(members) => {
                let mut object = Map::with_capacity(members.len());
                for (name, part) in members {
                    object.insert(name.clone(), part.resolve(look_up)?);
                }
                Value::Object(object)
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn replaces_references_and_keeps_the_rest() {
        let value = json!({"all": ["$steps.a.n", 1, null, "$$5"], "deep": {"in": "$input"}, "$key": "plain"});
        let resolved = Expression::parse(&value).and_then(|expression| {
            assert_eq!(expression.references().len(), 2);
            expression.resolve(&mut |reference| Ok(Value::String(format!("<{reference}>"))))
        });
        assert_eq!(
            resolved,
            Ok(json!({"all": ["<$steps.a.n>", 1, null, "$5"], "deep": {"in": "<$input>"}, "$key": "plain"}))
        );
    }

    #[test]
    fn a_stray_dollar_is_an_error_wherever_it_stands() {
        assert!(Expression::parse(&json!(["ok", {"x": "$HOME"}])).is_err());
    }
}
