//! The shape of a policy.

use assize_schemas::shape::{SHA256, Shape, optional, required};

use crate::patterns::{ARGUMENT, CHECK, ISSUER, MAX_EXACT, PUBLIC_KEY};

static TRUSTED_ISSUER: Shape = Shape::Object(&[
    required("identity", &Shape::Matching(&ISSUER), "The issuer."),
    required("public_key", &Shape::Matching(&PUBLIC_KEY), "The one key under which the issuer is believed."),
]);

static REQUIRED_VALIDATION: Shape = Shape::Object(&[
    required("check", &Shape::Matching(&CHECK), "The check."),
    optional(
        "command",
        &Shape::List { items: &Shape::Matching(&ARGUMENT), least: 1, distinct: false },
        "What a worker runs: a program and its arguments.",
    ),
    optional("timeout_ms", &Shape::Whole(1, MAX_EXACT), "How long it may take, in milliseconds."),
    optional("env_digest", &Shape::Matching(&SHA256), "The one environment that counts."),
]);

/// The whole document.
pub(super) static POLICY: Shape = Shape::Object(&[
    optional(
        "trusted_issuers",
        &Shape::List { items: &TRUSTED_ISSUER, least: 0, distinct: false },
        "Whose word counts.",
    ),
    optional(
        "required_validations",
        &Shape::List { items: &REQUIRED_VALIDATION, least: 0, distinct: false },
        "What must have passed before a change lands.",
    ),
]);
