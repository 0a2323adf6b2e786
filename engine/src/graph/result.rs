//! What a graph answers with.

use serde_json::Value;

use crate::{Expression, Reference, ReferenceError};

/// The expression a run's output is made from.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct ResultExpression {
    pub(crate) expression: Expression,
    /// As it was given, or the reference to the last step.
    pub(crate) source: Value,
}

impl ResultExpression {
    pub(crate) fn parse(source: Value) -> Result<Self, ReferenceError> {
        Ok(Self { expression: Expression::parse(&source)?, source })
    }

    /// The output of one step.
    pub(crate) fn of_step(id: &str) -> Self {
        let reference = Reference::Steps { tail: id.to_owned() };
        Self { source: Value::String(reference.to_string()), expression: Expression::reference(reference) }
    }
}
