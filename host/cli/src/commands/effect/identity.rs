//! The identity of an effect from the command line.

use assize_effects::{DECISION_REVIEW_CONTINUATION, Derivation, Identity, Scope, effect_id_of, read_effect_id};
use assize_schemas::read_json;
use serde_json::{Map, Value, json};

use super::failed::Failed;
use crate::args::IdentityArgs;

/// What makes an effect the one it is.
#[derive(Debug, Clone)]
pub(super) struct Named {
    pub(super) kind: String,
    pub(super) target: String,
    pub(super) context: Value,
    pub(super) derivation: Derivation,
}

impl Named {
    /// Its id.
    pub(super) fn identity(&self, scope: &Scope) -> Result<Identity, Failed> {
        Ok(effect_id_of(scope, &self.kind, &self.target, &self.context, self.derivation)?)
    }
}

impl IdentityArgs {
    /// Whether it is the continuation of a review that is meant.
    pub(super) fn is_review(&self) -> bool {
        self.review.is_some() || self.continuation.is_some() || self.proposal_version.is_some()
    }

    /// Whether anything of an identity was given.
    fn is_given(&self) -> bool {
        self.is_review()
            || self.kind.is_some()
            || self.target.is_some()
            || self.context.is_some()
            || !self.ctx.is_empty()
            || self.issue.is_some()
            || self.action.is_some()
            || self.cycle.is_some()
    }

    /// The identity that was given.
    pub(super) fn named(&self, scope: &Scope) -> Result<Named, Failed> {
        if self.is_review() {
            return self.review(scope);
        }
        let missing = |name: &str| Failed::usage(None, format!("{name} is missing"));
        Ok(Named {
            kind: self.kind.clone().ok_or_else(|| missing("--kind"))?,
            target: self.target.clone().ok_or_else(|| missing("--target"))?,
            context: self.context()?,
            derivation: Derivation::Effect,
        })
    }

    fn review(&self, scope: &Scope) -> Result<Named, Failed> {
        let others = self.context.is_some() || !self.ctx.is_empty() || self.issue.is_some() || self.cycle.is_some();
        if others || self.action.is_some() || self.target.is_some() {
            return Err(Failed::usage(
                None,
                "--review, --continuation and --proposal-version are an identity of their own",
            ));
        }
        let kind = self.kind.as_deref().unwrap_or(DECISION_REVIEW_CONTINUATION);
        let (Some(review), Some(continuation), Some(version)) =
            (&self.review, &self.continuation, &self.proposal_version)
        else {
            return Err(Failed::usage(None, "--review, --continuation and --proposal-version go together"));
        };
        Ok(Named {
            kind: kind.to_owned(),
            target: format!("review:{}/{}/{review}", scope.tenant(), scope.project()),
            context: json!({"reviewId": review, "continuationId": continuation, "proposalVersion": typed(version)}),
            derivation: Derivation::Review,
        })
    }

    fn context(&self) -> Result<Value, Failed> {
        let wrong = |message: String| Failed::usage(Some("invalid-context"), message);
        let mut members = match &self.context {
            None => Map::new(),
            Some(text) => match read_json(text) {
                Ok(Value::Object(members)) => members,
                Ok(_) => return Err(wrong("--context must be a JSON object".to_owned())),
                Err(error) => return Err(wrong(format!("--context is not JSON: {error}"))),
            },
        };
        let mut add = |name: &str, value: Value| match members.insert(name.to_owned(), value) {
            None => Ok(()),
            Some(_) => Err(wrong(format!("{name} is in the context twice"))),
        };
        for pair in &self.ctx {
            let (name, value) =
                pair.split_once('=').ok_or_else(|| wrong(format!("--ctx {pair:?} must be name=value")))?;
            add(name, typed(value))?;
        }
        match (&self.issue, &self.action, &self.cycle) {
            (None, None, None) => {}
            (Some(issue), Some(action), Some(cycle)) => {
                for (name, text) in [("issue", issue), ("cycle", cycle)] {
                    let number = typed(text);
                    if !number.is_number() {
                        return Err(wrong(format!("--{name} {text:?} must be a whole number")));
                    }
                    add(name, number)?;
                }
                add("action", action.clone().into())?;
            }
            _ => return Err(Failed::usage(None, "--issue, --action and --cycle go together")),
        }
        Ok(Value::Object(members))
    }
}

/// The id that was given as it is or by its identity, but not both.
pub(super) fn id_or_identity(id: Option<&str>, identity: &IdentityArgs, scope: &Scope) -> Result<String, Failed> {
    match (id, identity.is_given()) {
        (Some(_), true) => Err(Failed::usage(None, "give an effect id or an identity, not both")),
        (Some(id), false) => {
            read_effect_id(id)?;
            Ok(id.to_owned())
        }
        (None, true) => Ok(identity.named(scope)?.identity(scope)?.effect_id),
        (None, false) => Err(Failed::usage(None, "give an effect id, or --kind and --target")),
    }
}

/// A value of the command line as JSON: canonical integers and truth values are such, anything else is text.
fn typed(text: &str) -> Value {
    match text {
        "true" => true.into(),
        "false" => false.into(),
        _ => match text.parse::<i64>() {
            Ok(number) if number.to_string() == text && number.unsigned_abs() < 1 << 53 => number.into(),
            _ => text.into(),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_have_types() {
        assert_eq!(typed("12"), json!(12));
        assert_eq!(typed("-3"), json!(-3));
        assert_eq!(typed("true"), json!(true));
        for text in ["012", "+1", "-0", "1.0", "1e3", "", "True", " 1", "9007199254740992"] {
            assert_eq!(typed(text), json!(text), "{text}");
        }
    }
}
