//! Why a sub-command failed, as its document tells it.

use assize_effects::{ConfigError, IdentityError, InvalidVerifier, LedgerError, RunEffectError};
use serde_json::{Value, json};

/// Why a sub-command failed.
#[derive(Debug)]
pub(super) struct Failed {
    code: String,
    reason: Option<String>,
    message: String,
    pub(super) exit_code: u8,
}

impl Failed {
    /// A mistake in what was asked for.
    pub(super) fn usage(reason: Option<&str>, message: impl Into<String>) -> Self {
        Self { code: "usage".to_owned(), reason: reason.map(str::to_owned), message: message.into(), exit_code: 2 }
    }

    /// Something that stands against what was asked for.
    pub(super) fn conflict(reason: &str, message: impl Into<String>) -> Self {
        Self { code: "conflict".to_owned(), reason: Some(reason.to_owned()), message: message.into(), exit_code: 5 }
    }

    /// Something that should not happen.
    pub(super) fn internal(message: impl Into<String>) -> Self {
        Self { code: "internal".to_owned(), reason: None, message: message.into(), exit_code: 1 }
    }

    /// What went wrong, for people.
    pub(super) fn sentence(&self) -> String {
        match &self.reason {
            Some(reason) => format!("the effect ledger: {} ({reason})", self.message),
            None => format!("the effect ledger: {} ({})", self.message, self.code),
        }
    }

    /// `{schema, exitCode, error: {code, reason?, message}}`.
    pub(super) fn to_json(&self) -> Value {
        let mut error = json!({"code": self.code, "message": self.message});
        if let (Some(members), Some(reason)) = (error.as_object_mut(), &self.reason) {
            members.insert("reason".to_owned(), reason.clone().into());
        }
        json!({"schema": "aiwg.effect.error.v1", "exitCode": self.exit_code, "error": error})
    }
}

impl From<LedgerError> for Failed {
    fn from(error: LedgerError) -> Self {
        Self {
            code: error.code().to_owned(),
            reason: error.reason().map(str::to_owned),
            message: error.to_string(),
            exit_code: error.exit_code(),
        }
    }
}

impl From<IdentityError> for Failed {
    fn from(error: IdentityError) -> Self {
        Self::usage(Some(error.reason()), error.to_string())
    }
}

impl From<ConfigError> for Failed {
    fn from(error: ConfigError) -> Self {
        Self::usage(Some("invalid-settings"), error.to_string())
    }
}

impl From<InvalidVerifier> for Failed {
    fn from(error: InvalidVerifier) -> Self {
        Self::internal(error.to_string())
    }
}

impl From<RunEffectError> for Failed {
    fn from(error: RunEffectError) -> Self {
        match error {
            RunEffectError::Ledger(error) => error.into(),
            other => Self::internal(other.to_string()),
        }
    }
}
