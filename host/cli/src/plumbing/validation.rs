//! Tree validations: environments, attestations, policies and what they decide.

use assize_schemas::shape::{Shape, optional, required};
use assize_schemas::{Sha, read_json};
use assize_validations::{
    ATTESTATION_BODY, Attestation, AttestationError, CheckResult, Decision, IssuerKey, MAX_EXACT, Policy, PolicyError,
    decide, env_digest, env_digest_of_command,
};
use serde_json::{Map, Value, json};

use super::answer::{Answer, Failure};
use super::identity::hex_bytes;
use super::input::{items, member, optional_text, text, whole};

pub(super) static ENV_DIGEST: Shape = Shape::Object(&[
    optional(
        "command",
        &Shape::List { items: &Shape::Text, least: 1, distinct: false },
        "The program that ran and its arguments.",
    ),
    optional("platform", &Shape::Text, "The platform it ran on: the system, a dash and the architecture."),
    optional("env", &Shape::Text, "The environment's digest, or a name for it."),
]);

pub(super) static SIGN: Shape = Shape::Object(&[
    required("body", &ATTESTATION_BODY, "What is stated."),
    required("seedHex", &Shape::Text, "The 32 bytes that the issuer's key is made from, as hex digits."),
]);

pub(super) static DECIDE: Shape = Shape::Object(&[
    required("policy", &Shape::Any, "The current policy, or null."),
    required("policyVersion", &Shape::Any, "Its version; 0 or null where there is no policy."),
    required("candidateTree", &Shape::Text, "The tree that would land."),
    required(
        "attestations",
        &Shape::List { items: &Shape::Any, least: 0, distinct: false },
        "What is attested. What is no valid attestation counts for nothing.",
    ),
]);

/// The exit statuses of `integrate` that a decision means.
const LAND: u8 = 0;
const BLOCKED: u8 = 3;
const DENIED: u8 = 4;

/// `agentgit-env-digest`: the digest of the environment that a check ran in.
pub(super) fn environment(question: &Value) -> Answer {
    let command = question.get("command").and_then(Value::as_array);
    let digest = match (command, optional_text(question, "platform"), optional_text(question, "env")) {
        (Some(_), Some(platform), None) => {
            env_digest_of_command(&member::<Vec<String>>(question, "command")?, platform)
        }
        (None, None, Some(env)) => env_digest(env),
        (None, None, None) => {
            return Err(Failure::at(
                "missing-member",
                "command",
                "\"command\" and \"platform\", or \"env\", are missing",
            ));
        }
        (None, Some(_), None) => return Err(Failure::at("missing-member", "command", "\"command\" is missing")),
        (Some(_), None, None) => return Err(Failure::at("missing-member", "platform", "\"platform\" is missing")),
        (_, _, Some(_)) => {
            return Err(Failure::at("bad-member", "env", "give \"command\" and \"platform\", or \"env\", not both"));
        }
    };
    Ok(json!(digest))
}

/// `agentgit-attestation-sign`: the bytes that are signed, and the signed document.
pub(super) fn sign(question: &Value) -> Answer {
    let seed: Option<[u8; 32]> = hex_bytes(text(question, "seedHex")).ok().and_then(|bytes| bytes.try_into().ok());
    let seed = seed.ok_or_else(|| Failure::at("bad-member", "seedHex", "\"seedHex\" must be 64 hex digits"))?;
    let body = question.get("body").unwrap_or(&Value::Null);
    let result = CheckResult::parse(text(body, "result"))
        .ok_or_else(|| Failure::at("bad-member", "body.result", "\"body.result\" must be \"pass\" or \"fail\""))?;
    let attestation = Attestation::sign(
        &IssuerKey::from_seed(&seed),
        text(body, "id").to_owned(),
        text(body, "tree_id").to_owned(),
        text(body, "check").to_owned(),
        result,
        whole(body, "policy_version"),
        text(body, "env_digest").to_owned(),
        text(body, "issuer").to_owned(),
        whole(body, "issued_at"),
    )
    .map_err(|error| Failure::at("bad-member", "body", error.to_string()))?;
    let message: String = attestation.message().iter().map(|byte| format!("{byte:02x}")).collect();
    // In the order in which it is stored.
    let document = read_json(&attestation.to_canonical()).map_err(|error| Failure::json(&error))?;
    Ok(json!({"messageHex": message, "document": document}))
}

/// `agentgit-attestation-verify`: whether a text is an attestation whose signature holds, and if not, why.
pub(super) fn verify(question: &Value) -> Answer {
    let verified = Attestation::read(text(question, "text")).and_then(|attestation| attestation.verify());
    Ok(match verified {
        Ok(()) => json!({"valid": true}),
        Err(error) => json!({"valid": false, "reason": reason(&error)}),
    })
}

fn reason(error: &AttestationError) -> &'static str {
    error.fault().code()
}

/// `agentgit-policy`: the canonical form of a policy and its digest.
pub(super) fn policy(question: &Value) -> Answer {
    let policy = Policy::read(text(question, "text")).map_err(|error| refused(&error))?;
    Ok(json!({"canonical": policy.to_canonical(), "sha256": policy.sha256()}))
}

/// `agentgit-decide`: whether a tree may land.
pub(super) fn decision(question: &Value) -> Answer {
    let policy = match question.get("policy") {
        None | Some(Value::Null) => None,
        Some(document) => Some(Policy::from_value(document.clone()).map_err(|error| refused(&error).within("policy"))?),
    };
    let version = version(question, i64::from(policy.is_some()))?;
    let tree = Sha::parse(text(question, "candidateTree"))
        .map_err(|error| Failure::at("bad-member", "candidateTree", error.to_string()))?;
    let attestations: Vec<_> =
        items(question, "attestations").iter().filter_map(|document| Attestation::from_value(document).ok()).collect();
    let decision = decide(policy.as_ref(), version, tree.as_str(), &attestations);
    let (word, exit) = match &decision {
        Decision::Land => ("land", LAND),
        Decision::Blocked { .. } => ("blocked", BLOCKED),
        Decision::Denied { .. } => ("denied", DENIED),
    };
    let mut answer = Map::new();
    answer.insert("decision".to_owned(), word.into());
    answer.insert("exit".to_owned(), exit.into());
    for (name, checks) in [("missing", decision.missing()), ("failed", decision.failed())] {
        if !checks.is_empty() {
            answer.insert(name.to_owned(), checks.into());
        }
    }
    Ok(answer.into())
}

fn version(question: &Value, least: i64) -> Result<u64, Failure> {
    let version = question.get("policyVersion").unwrap_or(&Value::Null);
    let problems = assize_schemas::shape::shape_problems(
        version,
        if least == 0 { &NO_VERSION } else { &VERSION },
        assize_schemas::shape::UnknownMembers::Refuse,
    );
    match problems.first() {
        Some(_) if least == 0 && version.is_null() => Ok(0),
        Some(_) => {
            let message = format!("\"policyVersion\" must be a whole number from {least} to {MAX_EXACT}");
            Err(Failure::at("bad-member", "policyVersion", message))
        }
        None => Ok(whole(question, "policyVersion")),
    }
}

static VERSION: Shape = Shape::Whole(1, MAX_EXACT);
static NO_VERSION: Shape = Shape::Whole(0, MAX_EXACT);

/// The failure of a policy: its own reason as the code, and every problem where there is more than one.
fn refused(error: &PolicyError) -> Failure {
    let code = error.fault().code();
    match error {
        PolicyError::Json(error) => Failure::json(error).under(code),
        PolicyError::Shape(problems) => Failure::shape(problems).under(code),
        PolicyError::Duplicate { path, .. } => Failure::at(code, path, error.to_string()),
        _ => Failure::at(code, "required_validations", error.to_string()),
    }
}
