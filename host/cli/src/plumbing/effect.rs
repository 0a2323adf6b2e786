//! Questions about single effects: their ids, their documents, and what verifiers say of them.

use assize_effects::{
    Derivation, Identity, IdentityError, IndexKey, IndexRole, InvalidVerifier, Outcome, Raised, ReviewIdentity, Scope,
    VerifierRef, artifact_problems, decide, derive_review_id, effect_id_of, is_kind, read_effect_id,
};
use assize_schemas::shape::{Shape, optional, required};
use serde_json::{Map, Value, json};

use super::answer::{Answer, Failure, shape_problem};
use super::identity::hex_member;
use super::input::{optional_text, text};
use super::json::document;

/// The parts of an identity. Their forms have codes of their own, so that the table asks for nothing but the names.
pub(super) static ID: Shape = Shape::Object(&[
    optional("scope", &Shape::Any, "Whose ledger it is."),
    optional("kind", &Shape::Any, "The kind of the effect."),
    optional("target", &Shape::Any, "What it is done to."),
    optional("context", &Shape::Any, "What tells it apart from others of its kind."),
    optional("derivation", &Shape::Any, "How the id is derived."),
    optional("reviewId", &Shape::Any, "The review that is continued."),
    optional("continuationId", &Shape::Any, "The continuation."),
    optional("proposalVersion", &Shape::Any, "The version of what is proposed."),
]);

pub(super) static ID_READ: Shape = Shape::Object(&[required("effectId", &Shape::Any, "An effect id.")]);

pub(super) static INDEX_NAME: Shape = Shape::Object(&[
    required("indexKeyHex", &Shape::Text, "The index key as hex digits."),
    required("scope", &Shape::Any, "Whose ledger it is."),
    required("effectId", &Shape::Any, "The id of the effect."),
    required("role", &Shape::OneOf(&["intent", "outcome"]), "Which record of the effect it is about."),
]);

pub(super) static VALIDATE: Shape = Shape::Object(&[
    required("artifact", &Shape::Text, "Which document it should be."),
    required("text", &Shape::Text, "The document."),
]);

pub(super) static DECIDE: Shape = Shape::Object(&[
    required("intentKind", &Shape::Text, "The kind of the effect."),
    optional("verifier", &Shape::Any, "The verifier that is registered for it."),
    optional("answer", &Shape::Any, "What it answered."),
    optional("raises", &Shape::Any, "The error it ended with instead."),
    optional("pinnedVersion", &Shape::Any, "The version that it must have."),
]);

/// The members of an identity's first form, and of its second.
const FORMS: [&[&str]; 2] =
    [&["scope", "kind", "target", "context"], &["reviewId", "continuationId", "proposalVersion"]];

/// `effect-id`: the id of an effect, and the text it is the digest of.
pub(super) fn id(question: &Value) -> Answer {
    let of_review = FORMS[1].iter().any(|name| question.get(*name).is_some());
    let (form, other): (&[&str], &[&str]) = if of_review {
        (FORMS[1], &["scope", "kind", "target", "context", "derivation"])
    } else {
        (FORMS[0], FORMS[1])
    };
    if let Some(name) = other.iter().find(|name| question.get(**name).is_some()) {
        return Err(Failure::at(
            "unknown-member",
            name,
            format!("\"{name}\" does not go with \"{}\"", form.join(", ")),
        ));
    }
    if let Some(name) = form.iter().find(|name| question.get(**name).is_none()) {
        return Err(Failure::at("missing-member", name, format!("\"{name}\" is missing")));
    }
    let member = |name: &str| question.get(name).unwrap_or(&Value::Null);
    if of_review {
        let review = ReviewIdentity::from_json(member("reviewId"), member("continuationId"), member("proposalVersion"))
            .map_err(|error| refused(&error))?;
        return Ok(identity(&derive_review_id(&review)));
    }
    let scope = Scope::from_json(member("scope")).map_err(|error| refused(&error))?;
    let named = match question.get("derivation") {
        None => Ok(Derivation::Effect),
        Some(name) => Derivation::read(name.as_str().unwrap_or_default()),
    };
    // Something that is no string is no kind and no target either.
    let (kind, target) = (text(question, "kind"), text(question, "target"));
    let derivation = named.as_ref().copied().unwrap_or(Derivation::Effect);
    let found = effect_id_of(&scope, kind, target, member("context"), derivation);
    // Whether the derivation is the kind's is only asked once it is one at all.
    let is_last = matches!(found, Ok(_) | Err(IdentityError::DerivationMismatch { .. }));
    if let (true, Err(error)) = (is_last, &named) {
        return Err(refused(error));
    }
    found.map(|found| identity(&found)).map_err(|error| refused(&error))
}

fn identity(identity: &Identity) -> Value {
    let mut members = Map::new();
    members.insert("canonical".to_owned(), identity.canonical.clone().into());
    if identity.derivation == Derivation::Effect {
        members.insert("sha256".to_owned(), identity.sha256.clone().into());
    }
    members.insert("effectId".to_owned(), identity.effect_id.clone().into());
    members.insert("idDerivation".to_owned(), identity.derivation.name().into());
    Value::Object(members)
}

/// `effect-id-read`: how an id was derived.
pub(super) fn id_read(question: &Value) -> Answer {
    let derivation = read_effect_id(text(question, "effectId")).map_err(|error| refused(&error))?;
    Ok(json!({"derivation": derivation.name()}))
}

/// `effect-index-name`: the name of an effect's index file.
pub(super) fn index_name(question: &Value) -> Answer {
    let key: [u8; 32] = hex_member(question, "indexKeyHex")?
        .try_into()
        .map_err(|_| Failure::at("index-key-malformed", "indexKeyHex", "\"indexKeyHex\" must be 64 hex digits"))?;
    let scope = scope(question)?;
    let effect_id = text(question, "effectId");
    read_effect_id(effect_id).map_err(|error| refused(&error))?;
    let role = IndexRole::read(text(question, "role"))
        .ok_or_else(|| Failure::at("bad-member", "role", "\"role\" must be \"intent\" or \"outcome\""))?;
    Ok(json!(IndexKey::new(key).file_name(role, &scope, effect_id)))
}

/// `effect-validate`: what is wrong with a document of the ledger by itself.
pub(super) fn validate(question: &Value) -> Answer {
    let artifact = text(question, "artifact");
    let problems = artifact_problems(artifact, &document(question)?)
        .map_err(|error| Failure::at("unknown-artifact", "artifact", error.to_string()))?;
    Ok(json!({"problems": problems.iter().map(shape_problem).collect::<Vec<_>>()}))
}

/// `effect-verifier-decide`: what of a verifier's answer counts.
pub(super) fn verifier_decide(question: &Value) -> Answer {
    let given = |name: &str| question.get(name).filter(|value| !value.is_null());
    let kind = text(question, "intentKind");
    if !is_kind(kind) {
        return Err(refused(&IdentityError::Kind(kind.to_owned())));
    }
    let invalid = |error: InvalidVerifier| Failure::at("invalid-verifier", "verifier", error.to_string());
    let verifier = given("verifier").map(VerifierRef::from_json).transpose().map_err(invalid)?;
    let pinned = match given("pinnedVersion") {
        None => None,
        Some(Value::String(version)) => Some(version.as_str()),
        Some(_) => return Err(Failure::at("bad-member", "pinnedVersion", "\"pinnedVersion\" must be a string")),
    };
    let outcome = match given("raises") {
        Some(raised) => {
            let reason = raised.as_str().or_else(|| optional_text(raised, "reason")).unwrap_or_default();
            Outcome::Raised(Raised(reason.to_owned()))
        }
        None => Outcome::Answered(question.get("answer").cloned().unwrap_or(Value::Null)),
    };
    Ok(decide(kind, verifier.as_ref(), pinned, &outcome).to_json())
}

/// The scope of a question.
pub(super) fn scope(question: &Value) -> Result<Scope, Failure> {
    Scope::from_json(question.get("scope").unwrap_or(&Value::Null)).map_err(|error| refused(&error))
}

/// A part of an identity that is not valid, under its reason.
pub(super) fn refused(error: &IdentityError) -> Failure {
    let path = match error {
        IdentityError::Scope(_) => "scope",
        IdentityError::Kind(_) => "kind",
        IdentityError::Target => "target",
        IdentityError::Context(_) => "context",
        IdentityError::Derivation(_) | IdentityError::DerivationMismatch { .. } => "derivation",
        IdentityError::Review(name) => name,
        IdentityError::EffectId(_) => "effectId",
        _ => "",
    };
    Failure::at(error.reason(), path, error.to_string())
}
