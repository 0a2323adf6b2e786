//! Which verifier it is.

use serde_json::{Value, json};

use crate::document::is_semver;
use crate::identity::is_kind;

/// A verifier that cannot be registered.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct InvalidVerifier(pub String);

/// Which verifier it is, and what it can tell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VerifierRef {
    kind: String,
    version: String,
    can_report_absent: bool,
}

impl VerifierRef {
    /// A verifier of a kind and a version `M.m.p`.
    ///
    /// # Errors
    ///
    /// [`InvalidVerifier`] when the kind or the version is none.
    pub fn new(kind: &str, version: &str, can_report_absent: bool) -> Result<Self, InvalidVerifier> {
        if !is_kind(kind) {
            return Err(InvalidVerifier(format!("{kind:?} is no kind that can be verified")));
        }
        if !is_semver(version) {
            return Err(InvalidVerifier(format!("{version:?} is no version such as 1.2.3")));
        }
        Ok(Self { kind: kind.to_owned(), version: version.to_owned(), can_report_absent })
    }

    /// What stands in a record when there is no verifier for the kind.
    #[must_use]
    pub fn missing(kind: &str) -> Self {
        Self { kind: kind.to_owned(), version: "0.0.0".to_owned(), can_report_absent: false }
    }

    /// Reads `{kind, version, canReportAbsent}`.
    ///
    /// # Errors
    ///
    /// [`InvalidVerifier`] for any other value.
    pub fn from_json(value: &Value) -> Result<Self, InvalidVerifier> {
        let wrong = || InvalidVerifier("a verifier must be exactly {kind, version, canReportAbsent}".to_owned());
        let members = value.as_object().filter(|members| members.len() == 3).ok_or_else(wrong)?;
        let text = |name: &str| members.get(name).and_then(Value::as_str).ok_or_else(wrong);
        let can = members.get("canReportAbsent").and_then(Value::as_bool).ok_or_else(wrong)?;
        Self::new(text("kind")?, text("version")?, can)
    }

    /// As it stands in a record.
    #[must_use]
    pub fn to_json(&self) -> Value {
        json!({"kind": self.kind, "version": self.version, "canReportAbsent": self.can_report_absent})
    }

    /// The kind that it verifies.
    #[must_use]
    pub fn kind(&self) -> &str {
        &self.kind
    }

    /// Its version.
    #[must_use]
    pub fn version(&self) -> &str {
        &self.version
    }

    /// Whether it can tell that an effect is absent.
    #[must_use]
    pub fn can_report_absent(&self) -> bool {
        self.can_report_absent
    }
}
