//! Keyrings and rotations.

use assize_schemas::shape::{
    Member, Shape, ShapeFault, ShapeProblem, UnknownMembers, optional, required, shape_problems,
};
use serde_json::Value;

use super::patterns::{DIGEST, PUBLIC_KEY, SIGNATURE, TIME};
use super::record::{MAX_SAFE, SCOPE};

/// The `schemaVersion` of a keyring.
pub const KEYRING_SCHEMA: &str = "aiwg.effect.keyring.v1";

/// The `schemaVersion` of a rotation.
pub const ROTATION_SCHEMA: &str = "aiwg.effect.key-rotation.v1";

static KEY: Shape = Shape::Object(&[
    required("keyid", &Shape::Matching(&DIGEST), "The digest of the public key."),
    required("algorithm", &Shape::OneOf(&["ed25519"]), "The kind of key."),
    required("publicKey", &Shape::Matching(&PUBLIC_KEY), "The public key."),
    required("validFrom", &Shape::Matching(&TIME), "From when it signs."),
    optional("validUntil", &Shape::Matching(&TIME), "From when on it signs no more."),
    required("status", &Shape::OneOf(&["active", "retired", "revoked"]), "Whether it is in use."),
    optional("revokedAt", &Shape::Matching(&TIME), "From when on it is not to be trusted."),
]);

static ROTATION_SIGNATURE: Shape = Shape::Object(&[
    required("role", &Shape::OneOf(&["prior", "successor"]), "Which of the two keys it is by."),
    required("keyid", &Shape::Matching(&DIGEST), "The key."),
    required("sig", &Shape::Matching(&SIGNATURE), "The signature."),
]);

static ROTATION_MEMBERS: &[Member] = &[
    required("schemaVersion", &Shape::OneOf(&[ROTATION_SCHEMA]), "The version of this document."),
    required("sequence", &Shape::Integer(1, MAX_SAFE), "Which rotation it is, from 1."),
    required("from", &Shape::Matching(&DIGEST), "The key that goes."),
    required("to", &Shape::Matching(&DIGEST), "The key that comes."),
    required("effectiveAt", &Shape::Matching(&TIME), "When."),
    required("reason", &Shape::OneOf(&["scheduled", "custody-change", "compromise"]), "Why."),
    required(
        "signatures",
        &Shape::List { items: &ROTATION_SIGNATURE, least: 0, distinct: false },
        "By the key that goes and by the one that comes.",
    ),
];

pub(super) static ROTATION: Shape = Shape::Object(ROTATION_MEMBERS);

static KEYRING: Shape = Shape::Object(&[
    required("schemaVersion", &Shape::OneOf(&[KEYRING_SCHEMA]), "The version of this document."),
    required("scope", &SCOPE, "Whose ledger it is."),
    required("keys", &Shape::List { items: &KEY, least: 0, distinct: false }, "The keys."),
    required("rotations", &Shape::List { items: &ROTATION, least: 0, distinct: false }, "How they followed."),
]);

/// What is wrong with a keyring by itself, the links between its keys left out.
pub(crate) fn keyring_problems(keyring: &Value) -> Vec<ShapeProblem> {
    let mut problems = shape_problems(keyring, &KEYRING, UnknownMembers::Refuse);
    if problems.is_empty() {
        let keys = keyring.get("keys").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
        for (at, key) in keys.iter().enumerate() {
            let status = key.get("status").and_then(Value::as_str);
            let mut wrong = |name: &str, message: &str| {
                let path = format!("keys[{at}].{name}");
                problems.push(ShapeProblem {
                    fault: ShapeFault::Wrong,
                    message: format!("\"{path}\" {message}"),
                    path,
                });
            };
            if status == Some("retired") && key.get("validUntil").is_none() {
                wrong("validUntil", "must be there for a retired key");
            }
            if (status == Some("revoked")) != key.get("revokedAt").is_some() {
                wrong("revokedAt", "must be there for a revoked key and for no other");
            }
        }
    }
    problems
}

/// What is wrong with a rotation by itself.
pub(super) fn rotation_problems(rotation: &Value) -> Vec<ShapeProblem> {
    let mut problems = shape_problems(rotation, &ROTATION, UnknownMembers::Refuse);
    if problems.is_empty() {
        let signatures = rotation.get("signatures").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
        let count =
            |role: &str| signatures.iter().filter(|one| one.get("role").and_then(Value::as_str) == Some(role)).count();
        if count("prior") != 1 || count("successor") != 1 {
            problems.push(ShapeProblem {
                fault: ShapeFault::Wrong,
                path: "signatures".to_owned(),
                message: "\"signatures\" must hold exactly one of the prior key and one of the successor".to_owned(),
            });
        }
    }
    problems
}
