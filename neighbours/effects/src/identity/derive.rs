//! From an identity to its id.

use assize_schemas::{base32, canonical_json};
use serde_json::{Map, Value, json};
use sha2::{Digest as _, Sha256};

use super::context::is_safe_integer;
use super::{DECISION_REVIEW_CONTINUATION, Derivation, IdentityError, Scope, check_context, is_kind, is_target};
use crate::hash::{digest, hex};

/// An identity and the id that follows from it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Identity {
    /// The canonical JSON that the id is the digest of.
    pub canonical: String,
    /// The digest as hex digits.
    pub sha256: String,
    /// The id.
    pub effect_id: String,
    /// How it was derived.
    pub derivation: Derivation,
}

/// What names the continuation of a review.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReviewIdentity {
    review_id: String,
    continuation_id: String,
    proposal_version: u64,
}

impl ReviewIdentity {
    /// Checked parts of an identity.
    ///
    /// # Errors
    ///
    /// [`IdentityError::Review`] naming the member that is not valid.
    pub fn from_json(review_id: &Value, continuation_id: &Value, version: &Value) -> Result<Self, IdentityError> {
        let text = |value: &Value, name| match value.as_str() {
            Some(text) if !text.is_empty() => Ok(text.to_owned()),
            _ => Err(IdentityError::Review(name)),
        };
        let version = version.as_number().filter(|number| is_safe_integer(number)).and_then(serde_json::Number::as_u64);
        Ok(Self {
            review_id: text(review_id, "reviewId")?,
            continuation_id: text(continuation_id, "continuationId")?,
            proposal_version: version
                .filter(|version| *version >= 1)
                .ok_or(IdentityError::Review("proposalVersion"))?,
        })
    }

    /// The identity as the members of a context.
    #[must_use]
    pub fn to_json(&self) -> Value {
        json!({
            "reviewId": self.review_id, "continuationId": self.continuation_id,
            "proposalVersion": self.proposal_version,
        })
    }
}

/// The id of an effect by its scope, kind, target and context. Parts are checked in this order.
///
/// # Errors
///
/// [`IdentityError`] with the first part that is not valid, or when the kind has a derivation of its own.
pub fn derive_effect_id(scope: &Scope, kind: &str, target: &str, context: &Value) -> Result<Identity, IdentityError> {
    check_parts(kind, target, context)?;
    fits(Derivation::Effect, scope, kind)?;
    let input = json!({"v": 1, "scope": scope.to_json(), "kind": kind, "target": target, "context": context});
    let canonical = canonical_json(&input);
    let hash = Sha256::digest(canonical.as_bytes());
    let effect_id = format!("eff1_{}", base32(&hash));
    Ok(Identity { canonical, sha256: hex(&hash), effect_id, derivation: Derivation::Effect })
}

/// The id of a review's continuation.
#[must_use]
pub fn derive_review_id(review: &ReviewIdentity) -> Identity {
    let canonical = canonical_json(&review.to_json());
    let effect_id = digest(canonical.as_bytes());
    let sha256 = effect_id.trim_start_matches("sha256:").to_owned();
    Identity { canonical, sha256, effect_id, derivation: Derivation::Review }
}

/// The id of an effect by the derivation that is asked for, by default the one of `aiwg.effect/v1`. A review's
/// continuation takes its identity from the context, or its review from the target `review:<tenant>/<project>/<id>`.
///
/// # Errors
///
/// As [`derive_effect_id`].
pub fn effect_id_of(
    scope: &Scope,
    kind: &str,
    target: &str,
    context: &Value,
    derivation: Derivation,
) -> Result<Identity, IdentityError> {
    match derivation {
        Derivation::Effect => derive_effect_id(scope, kind, target, context),
        Derivation::Review => {
            let members = check_parts(kind, target, context)?;
            fits(Derivation::Review, scope, kind)?;
            let member = |name: &str| members.get(name).unwrap_or(&Value::Null);
            let named = Value::from(review_in_target(scope, target).unwrap_or_default());
            let review = members.get("reviewId").unwrap_or(&named);
            ReviewIdentity::from_json(review, member("continuationId"), member("proposalVersion"))
                .map(|review| derive_review_id(&review))
        }
    }
}

/// Whether a derivation is the one of the kind.
pub(crate) fn fits(derivation: Derivation, scope: &Scope, kind: &str) -> Result<(), IdentityError> {
    let is_continuation = kind == DECISION_REVIEW_CONTINUATION;
    let fits = match derivation {
        Derivation::Effect => !is_continuation,
        Derivation::Review => is_continuation && scope.subsystem() == "review",
    };
    if fits {
        return Ok(());
    }
    Err(IdentityError::DerivationMismatch {
        derivation: derivation.name(),
        kind: kind.to_owned(),
        subsystem: scope.subsystem().to_owned(),
    })
}

fn check_parts<'c>(kind: &str, target: &str, context: &'c Value) -> Result<&'c Map<String, Value>, IdentityError> {
    if !is_kind(kind) {
        return Err(IdentityError::Kind(kind.to_owned()));
    }
    if !is_target(target) {
        return Err(IdentityError::Target);
    }
    check_context(context)
}

fn review_in_target<'t>(scope: &Scope, target: &'t str) -> Option<&'t str> {
    target
        .strip_prefix("review:")?
        .strip_prefix(scope.tenant())?
        .strip_prefix('/')?
        .strip_prefix(scope.project())?
        .strip_prefix('/')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(scope: (&str, &str, &str), kind: &str, target: &str, context: &Value) -> Result<String, &'static str> {
        let scope = Scope::new(scope.0, scope.1, scope.2).map_err(|error| error.reason())?;
        derive_effect_id(&scope, kind, target, context)
            .map(|identity| identity.effect_id)
            .map_err(|error| error.reason())
    }

    #[test]
    fn the_worked_identities() {
        let scope = ("local", "example/repo", "delivery");
        assert_eq!(
            id(scope, "git.tag", "git-tag:v1.0.0", &json!({})).as_deref(),
            Ok("eff1_ugitdykctocxth3ygipmnwlori4ns6b2t4k4phviz3wi7t77eila")
        );
        let context = json!({"cycle": 1, "action": "cycle-comment", "issue": 12});
        assert_eq!(
            id(scope, "tracker.comment", "gitea:example/repo#12", &context).as_deref(),
            Ok("eff1_lzgoo46k7z6573pfkz3p5m5mrgqq2greaypilujif3veztq3vwaa")
        );
    }

    #[test]
    fn what_is_refused() {
        let scope = ("local", "p", "delivery");
        let ok = json!({});
        assert_eq!(id(("", "p", "delivery"), "git.tag", "git-tag:v", &ok), Err("invalid-scope"));
        assert_eq!(id(("local", "p", "other"), "git.tag", "git-tag:v", &ok), Err("invalid-scope"));
        assert_eq!(id(scope, "git.push", "bad", &ok), Err("unknown-kind"));
        assert_eq!(id(scope, "git.tag", "git-tag:", &json!([])), Err("invalid-target"));
        for context in [
            json!([]),
            json!(null),
            json!({"a": null}),
            json!({"a": 1.0}),
            json!({"a": 1e3}),
            json!({"a": 9_007_199_254_740_992_u64}),
            json!({"a": -9_007_199_254_740_992_i64}),
            json!({"a": {}}),
            json!({"_a": 1}),
            json!({"a-b": 1}),
            json!({"": 1}),
            json!({ "a".repeat(65): 1 }),
            json!({ "a": "x".repeat(257) }),
            json!({ "a": "\u{1f600}".repeat(129) }),
            (0..17).map(|n| (format!("a{n}"), json!(n))).collect::<Value>(),
        ] {
            assert_eq!(id(scope, "git.tag", "git-tag:v", &context), Err("invalid-context"), "{context}");
        }
        for context in [
            json!({"a": 9_007_199_254_740_991_u64, "b": -9_007_199_254_740_991_i64, "c": true, "d": ""}),
            json!({ "a".repeat(64): "\u{1f600}".repeat(128) }),
            (0..16).map(|n| (format!("a{n}"), json!(n))).collect::<Value>(),
        ] {
            assert!(id(scope, "git.tag", "git-tag:v", &context).is_ok(), "{context}");
        }
        let review = ("local", "p", "review");
        assert_eq!(id(review, "decision.review.continuation", "review:a/b/c", &ok), Err("derivation-mismatch"));
    }

    #[test]
    fn continuations_of_reviews() {
        let review = ReviewIdentity::from_json(&json!("r"), &json!("c"), &json!(2)).unwrap();
        let identity = derive_review_id(&review);
        assert_eq!(identity.canonical, r#"{"continuationId":"c","proposalVersion":2,"reviewId":"r"}"#);
        assert_eq!(identity.effect_id, digest(identity.canonical.as_bytes()));
        let scope = Scope::new("local", "p", "review").unwrap();
        let kind = DECISION_REVIEW_CONTINUATION;
        for context in [
            json!({"reviewId": "r", "continuationId": "c", "proposalVersion": 2}),
            json!({"continuationId": "c", "proposalVersion": 2}),
        ] {
            let found = effect_id_of(&scope, kind, "review:local/p/r", &context, Derivation::Review).unwrap();
            assert_eq!(found.effect_id, identity.effect_id);
        }
        for version in [json!(0), json!(1.0), json!("1"), json!(null), json!(-1)] {
            assert!(ReviewIdentity::from_json(&json!("r"), &json!("c"), &version).is_err(), "{version}");
        }
        assert!(ReviewIdentity::from_json(&json!(""), &json!("c"), &json!(1)).is_err());
    }
}
