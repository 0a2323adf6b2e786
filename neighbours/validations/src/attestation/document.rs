//! The signed statement.

use assize_schemas::shape::{UnknownMembers, shape_problems};
use assize_schemas::{canonical_json, read_json};
use serde_json::{Value, json};

use super::shape::{ATTESTATION, ATTESTATION_BODY};
use super::{ATTESTATION_SCHEMA, AttestationError, CheckResult};
use crate::hex::hex;
use crate::random::{RandomError, random};
use crate::whole::whole;
use crate::{IssuerKey, PublicKey};

/// An issuer's signed statement that a check had a result on a tree, under a version of the policy and in an
/// environment. Whoever has one has a well-formed one; whether the signature holds, [`verify`](Self::verify) tells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attestation {
    id: String,
    tree_id: String,
    check: String,
    result: CheckResult,
    policy_version: u64,
    env_digest: String,
    issuer: String,
    issued_at: u64,
    public_key: String,
    signature: String,
}

/// A new id: 16 random bytes in hex.
///
/// # Errors
///
/// [`RandomError`] when the system has no randomness.
pub fn attestation_id() -> Result<String, RandomError> {
    Ok(hex(&random::<16>()?))
}

impl Attestation {
    /// Signs a statement. `now` is in milliseconds since 1970.
    ///
    /// # Errors
    ///
    /// [`AttestationError::Shape`] when a part does not have the form that the format asks of it.
    #[expect(clippy::too_many_arguments, reason = "the order is published; each part is one member of the document")]
    pub fn sign(
        key: &IssuerKey,
        id: String,
        tree_id: String,
        check: String,
        result: CheckResult,
        policy_version: u64,
        env_digest: String,
        issuer: String,
        now: u64,
    ) -> Result<Self, AttestationError> {
        let public_key = key.public_key().as_str().to_owned();
        let signature = String::new();
        let mut unsigned = Self {
            id,
            tree_id,
            check,
            result,
            policy_version,
            env_digest,
            issuer,
            issued_at: now,
            public_key,
            signature,
        };
        let problems = shape_problems(&unsigned.body(), &ATTESTATION_BODY, UnknownMembers::Refuse);
        if !problems.is_empty() {
            return Err(AttestationError::Shape(problems));
        }
        unsigned.signature = key.sign(&unsigned.message());
        Ok(unsigned)
    }

    /// Reads a document. The signature is not looked at.
    ///
    /// # Errors
    ///
    /// [`AttestationError::Json`] and [`AttestationError::Shape`]. Members that the format does not know, and keys that
    /// are there twice, are faults.
    pub fn read(text: &str) -> Result<Self, AttestationError> {
        Self::from_value(&read_json(text).map_err(AttestationError::Json)?)
    }

    /// Reads a document that is JSON already.
    ///
    /// # Errors
    ///
    /// [`AttestationError::Shape`].
    pub fn from_value(value: &Value) -> Result<Self, AttestationError> {
        let problems = shape_problems(value, &ATTESTATION, UnknownMembers::Refuse);
        if !problems.is_empty() {
            return Err(AttestationError::Shape(problems));
        }
        let text = |name: &str| value.get(name).and_then(Value::as_str).unwrap_or_default().to_owned();
        // The shape allows two words.
        let result = if text("result") == CheckResult::Pass.as_str() { CheckResult::Pass } else { CheckResult::Fail };
        Ok(Self {
            id: text("id"),
            tree_id: text("tree_id"),
            check: text("check"),
            result,
            policy_version: whole(value.get("policy_version")),
            env_digest: text("env_digest"),
            issuer: text("issuer"),
            issued_at: whole(value.get("issued_at")),
            public_key: text("public_key"),
            signature: text("signature"),
        })
    }

    /// Whether the signature is the key's over exactly this statement.
    ///
    /// # Errors
    ///
    /// [`AttestationError::PublicKey`] or [`AttestationError::Signature`].
    pub fn verify(&self) -> Result<(), AttestationError> {
        let key = PublicKey::parse(&self.public_key).ok_or(AttestationError::PublicKey)?;
        if key.verifies(&self.message(), &self.signature) { Ok(()) } else { Err(AttestationError::Signature) }
    }

    /// The bytes that are signed: the format's name, NUL and the canonical JSON of the statement.
    #[must_use]
    pub fn message(&self) -> Vec<u8> {
        [ATTESTATION_SCHEMA.as_bytes(), b"\0", canonical_json(&self.body()).as_bytes()].concat()
    }

    fn body(&self) -> Value {
        json!({
            "id": self.id,
            "tree_id": self.tree_id,
            "check": self.check,
            "result": self.result.as_str(),
            "policy_version": self.policy_version,
            "env_digest": self.env_digest,
            "issuer": self.issuer,
            "issued_at": self.issued_at,
        })
    }

    /// The document.
    #[must_use]
    pub fn to_value(&self) -> Value {
        let mut value = self.body();
        if let Some(members) = value.as_object_mut() {
            members.insert("schema".to_owned(), ATTESTATION_SCHEMA.into());
            members.insert("public_key".to_owned(), self.public_key.as_str().into());
            members.insert("signature".to_owned(), self.signature.as_str().into());
        }
        value
    }

    /// The document in the form in which it is stored: canonical JSON.
    #[must_use]
    pub fn to_canonical(&self) -> String {
        canonical_json(&self.to_value())
    }

    /// What names it among those of its tree.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The tree it is about.
    #[must_use]
    pub fn tree_id(&self) -> &str {
        &self.tree_id
    }

    /// The check.
    #[must_use]
    pub fn check(&self) -> &str {
        &self.check
    }

    /// What came out.
    #[must_use]
    pub fn result(&self) -> CheckResult {
        self.result
    }

    /// The policy's version at the time.
    #[must_use]
    pub fn policy_version(&self) -> u64 {
        self.policy_version
    }

    /// The environment it ran in, as 64 hex digits.
    #[must_use]
    pub fn env_digest(&self) -> &str {
        &self.env_digest
    }

    /// Who states it.
    #[must_use]
    pub fn issuer(&self) -> &str {
        &self.issuer
    }

    /// When, in milliseconds since 1970. A claim: nothing but the issuer vouches for it.
    #[must_use]
    pub fn issued_at(&self) -> u64 {
        self.issued_at
    }

    /// The key that signed, as 64 hex digits.
    #[must_use]
    pub fn public_key(&self) -> &str {
        &self.public_key
    }
}

#[cfg(test)]
mod tests;
