//! The policy as a type that cannot be wrong.

use std::collections::HashSet;
use std::time::Duration;

use assize_schemas::shape::{UnknownMembers, shape_problems};
use assize_schemas::{Sha256Hex, canonical_json, read_json};
use serde_json::Value;

use super::PolicyError;
use super::shape::POLICY;
use crate::Attestation;
use crate::whole::whole;

/// How long a check may take for which the policy says nothing.
const DEFAULT_TIMEOUT_MS: u64 = 10 * 60 * 1000;

/// Which checks are required, and whose word counts.
#[derive(Debug, Clone, PartialEq)]
pub struct Policy {
    document: Value,
    trusted: Vec<TrustedIssuer>,
    required: Vec<RequiredValidation>,
}

/// An issuer together with the one key under which it is believed.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct TrustedIssuer {
    /// The issuer, such as `service:ci`.
    pub identity: String,
    /// The raw Ed25519 key as 64 lowercase hex digits.
    pub public_key: String,
}

/// A check that must have passed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequiredValidation {
    /// The check.
    pub check: String,
    /// What a worker runs, if the policy says: a program and its arguments.
    pub command: Option<Vec<String>>,
    /// How long it may take, if the policy says.
    pub timeout: Option<Duration>,
    /// The one environment that counts, if the policy says.
    pub env_digest: Option<String>,
}

impl RequiredValidation {
    /// How long a check may take for which neither the policy nor anybody else says anything: ten minutes.
    pub const DEFAULT_TIMEOUT: Duration = Duration::from_millis(DEFAULT_TIMEOUT_MS);
}

impl Policy {
    /// Reads a policy.
    ///
    /// # Errors
    ///
    /// [`PolicyError`]. Members that the format does not know, and whatever is there twice, are faults.
    pub fn read(text: &str) -> Result<Self, PolicyError> {
        Self::from_value(read_json(text).map_err(PolicyError::Json)?)
    }

    /// Reads a policy that is JSON already.
    ///
    /// # Errors
    ///
    /// As [`Policy::read`].
    pub fn from_value(document: Value) -> Result<Self, PolicyError> {
        let problems = shape_problems(&document, &POLICY, UnknownMembers::Refuse);
        if !problems.is_empty() {
            return Err(PolicyError::Shape(problems));
        }
        let trusted: Vec<_> = items(&document, "trusted_issuers")
            .map(|item| TrustedIssuer { identity: text(item, "identity"), public_key: text(item, "public_key") })
            .collect();
        let required: Vec<_> = items(&document, "required_validations").map(required_validation).collect();
        let mut seen = HashSet::new();
        if let Some(at) = trusted.iter().position(|pair| !seen.insert(pair)) {
            let what = trusted.get(at).map(|pair| format!("the issuer {:?} with this key", pair.identity));
            let path = format!("trusted_issuers[{at}]");
            return Err(PolicyError::Duplicate { what: what.unwrap_or_default(), path });
        }
        let mut seen = HashSet::new();
        if let Some(at) = required.iter().position(|check| !seen.insert(check.check.as_str())) {
            let what = required.get(at).map(|required| format!("the check {:?}", required.check));
            let path = format!("required_validations[{at}].check");
            return Err(PolicyError::Duplicate { what: what.unwrap_or_default(), path });
        }
        if !required.is_empty() && trusted.is_empty() {
            return Err(PolicyError::Unsatisfiable);
        }
        Ok(Self { document, trusted, required })
    }

    /// The policy in the form in which it is stored and compared: canonical JSON.
    #[must_use]
    pub fn to_canonical(&self) -> String {
        canonical_json(&self.document)
    }

    /// The digest of the canonical form, for people to compare.
    #[must_use]
    pub fn sha256(&self) -> Sha256Hex {
        Sha256Hex::of(self.to_canonical())
    }

    /// The document as it was read.
    #[must_use]
    pub fn document(&self) -> &Value {
        &self.document
    }

    /// Whose word counts.
    #[must_use]
    pub fn trusted(&self) -> &[TrustedIssuer] {
        &self.trusted
    }

    /// What must have passed, in the policy's order.
    #[must_use]
    pub fn required(&self) -> &[RequiredValidation] {
        &self.required
    }

    /// The requirement of the check `name`, if there is one.
    #[must_use]
    pub fn requirement(&self, name: &str) -> Option<&RequiredValidation> {
        self.required.iter().find(|required| required.check == name)
    }

    /// Whether the issuer of `attestation` is trusted under the very key it signed with.
    #[must_use]
    pub fn trusts(&self, attestation: &Attestation) -> bool {
        self.trusted
            .iter()
            .any(|pair| pair.identity == attestation.issuer() && pair.public_key == attestation.public_key())
    }
}

fn items<'v>(document: &'v Value, name: &str) -> impl Iterator<Item = &'v Value> {
    document.get(name).and_then(Value::as_array).into_iter().flatten()
}

fn text(item: &Value, name: &str) -> String {
    item.get(name).and_then(Value::as_str).unwrap_or_default().to_owned()
}

fn required_validation(item: &Value) -> RequiredValidation {
    let command = item.get("command").and_then(Value::as_array);
    let argument = |argument: &Value| argument.as_str().unwrap_or_default().to_owned();
    RequiredValidation {
        check: text(item, "check"),
        command: command.map(|arguments| arguments.iter().map(argument).collect()),
        timeout: item.get("timeout_ms").map(|millis| Duration::from_millis(whole(Some(millis)))),
        env_digest: item.get("env_digest").and_then(Value::as_str).map(str::to_owned),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::PolicyFault;
    use super::*;
    use crate::IssuerKey;

    fn refused(document: &Value, expect: PolicyFault) {
        let error = Policy::from_value(document.clone()).unwrap_err();
        assert_eq!(error.fault(), expect, "{document}: {error}");
    }

    #[test]
    fn policies() {
        let key = IssuerKey::from_seed(&[1; 32]).public_key().as_str().to_owned();
        let other = IssuerKey::from_seed(&[2; 32]).public_key().as_str().to_owned();
        let issuer = json!({"identity": "service:ci", "public_key": key});
        for good in [
            json!({}),
            json!({"trusted_issuers": [], "required_validations": []}),
            json!({"trusted_issuers": [issuer]}),
            json!({"trusted_issuers": [issuer, {"identity": "service:ci", "public_key": other}, {"identity": "a:b", "public_key": key}]}),
            json!({"trusted_issuers": [issuer], "required_validations": [
                {"check": "tests", "command": ["cargo", "test"], "timeout_ms": 1e3, "env_digest": "0".repeat(64)}, {"check": "Tests"}]}),
        ] {
            Policy::from_value(good.clone()).unwrap_or_else(|error| panic!("{good}: {error}"));
        }
        for malformed in [
            json!(null),
            json!([]),
            json!({"trusted_issuers": null}),
            json!({"trusted_issuers": {}}),
            json!({"trusted_issuers": [{"identity": "service:ci"}]}),
            json!({"trusted_issuers": [{"identity": "ci", "public_key": key}]}),
            json!({"trusted_issuers": [{"identity": "service:ci", "public_key": key.to_uppercase()}]}),
            json!({"trusted_issuers": [{"identity": "service:ci", "public_key": format!("02{}", "00".repeat(31))}]}),
            json!({"trusted_issuers": [{"identity": "service:ci", "public_key": format!("01{}", "00".repeat(31))}]}),
            json!({"trusted_issuers": [issuer], "required_validations": ["tests"]}),
            json!({"trusted_issuers": [issuer], "required_validations": [{"check": ""}]}),
            json!({"trusted_issuers": [issuer], "required_validations": [{"check": "t", "command": "cargo test"}]}),
            json!({"trusted_issuers": [issuer], "required_validations": [{"check": "t", "command": []}]}),
            json!({"trusted_issuers": [issuer], "required_validations": [{"check": "t", "command": ["a\u{0}"]}]}),
            json!({"trusted_issuers": [issuer], "required_validations": [{"check": "t", "timeout_ms": 0}]}),
            json!({"trusted_issuers": [issuer], "required_validations": [{"check": "t", "timeout_ms": 1.5}]}),
            json!({"trusted_issuers": [issuer], "required_validations": [{"check": "t", "env_digest": "sha256:0"}]}),
        ] {
            refused(&malformed, PolicyFault::Malformed);
        }
        refused(&json!({"trusted": []}), PolicyFault::UnknownMember);
        refused(&json!({"trusted_issuers": [issuer, issuer]}), PolicyFault::Duplicate);
        refused(
            &json!({"trusted_issuers": [issuer], "required_validations": [{"check": "t"}, {"check": "t", "timeout_ms": 1}]}),
            PolicyFault::Duplicate,
        );
        refused(&json!({"required_validations": [{"check": "t"}]}), PolicyFault::Unsatisfiable);
        refused(&json!({"trusted_issuers": [], "required_validations": [{"check": "t"}]}), PolicyFault::Unsatisfiable);
        for (text, expect) in [
            ("{", PolicyFault::Malformed),
            ("{\"trusted_issuers\":[],\"trusted_issuers\":[]}", PolicyFault::Duplicate),
            ("{\"trusted_issuers\":[{\"identity\":\"a:b\",\"identity\":\"a:b\"}]}", PolicyFault::Duplicate),
        ] {
            assert_eq!(Policy::read(text).unwrap_err().fault(), expect, "{text}");
        }
    }

    #[test]
    fn spelling_is_not_content() {
        let spelled = Policy::read("{ \"trusted_issuers\" : [ ] }\n").unwrap();
        assert_eq!(spelled.to_canonical(), "{\"trusted_issuers\":[]}");
        assert_eq!(spelled.sha256(), Policy::read("{\"trusted_issuers\":[]}").unwrap().sha256());
        assert_ne!(spelled.sha256(), Policy::read("{}").unwrap().sha256());
    }
}
