//! Whose ledger it is.

use serde_json::{Value, json};

use super::IdentityError;

/// The parts of a project's ledger.
pub const SUBSYSTEMS: &[&str] = &["review", "job", "delivery", "custom"];

const MAX_IDENTIFIER: usize = 256;

/// Whether the text can name a tenant, a project or a tool call: `[A-Za-z0-9]`, then up to 255 more that may also be
/// any of `._:/@-`.
#[must_use]
pub fn is_identifier(text: &str) -> bool {
    let mut bytes = text.bytes();
    text.len() <= MAX_IDENTIFIER
        && bytes.next().is_some_and(|first| first.is_ascii_alphanumeric())
        && bytes.all(|byte| byte.is_ascii_alphanumeric() || b"._:/@-".contains(&byte))
}

/// Whose ledger it is, and which part of it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Scope {
    tenant: String,
    project: String,
    subsystem: String,
}

impl Scope {
    /// A scope of checked parts.
    ///
    /// # Errors
    ///
    /// [`IdentityError::Scope`] when a part has another form.
    pub fn new(tenant: &str, project: &str, subsystem: &str) -> Result<Self, IdentityError> {
        for (name, part) in [("tenant", tenant), ("project", project)] {
            if !is_identifier(part) {
                return Err(IdentityError::Scope(format!(
                    "{name} {part:?} must begin with a letter or digit, hold only those and ._:/@- and be at most 256 long"
                )));
            }
        }
        if !SUBSYSTEMS.contains(&subsystem) {
            return Err(IdentityError::Scope(format!(
                "subsystem {subsystem:?} must be one of {}",
                SUBSYSTEMS.join(", ")
            )));
        }
        Ok(Self { tenant: tenant.to_owned(), project: project.to_owned(), subsystem: subsystem.to_owned() })
    }

    /// Reads a scope from exactly `{tenant, project, subsystem}`.
    ///
    /// # Errors
    ///
    /// [`IdentityError::Scope`] for any other value.
    pub fn from_json(value: &Value) -> Result<Self, IdentityError> {
        let wrong = || IdentityError::Scope("it must be exactly {tenant, project, subsystem} of strings".to_owned());
        let members = value.as_object().filter(|members| members.len() == 3).ok_or_else(wrong)?;
        let part = |name: &str| members.get(name).and_then(Value::as_str).ok_or_else(wrong);
        Self::new(part("tenant")?, part("project")?, part("subsystem")?)
    }

    /// The scope as it stands in documents.
    #[must_use]
    pub fn to_json(&self) -> Value {
        json!({"tenant": self.tenant, "project": self.project, "subsystem": self.subsystem})
    }

    /// Who owns the ledger.
    #[must_use]
    pub fn tenant(&self) -> &str {
        &self.tenant
    }

    /// The project.
    #[must_use]
    pub fn project(&self) -> &str {
        &self.project
    }

    /// The part of the project's ledger; also the name of its folder.
    #[must_use]
    pub fn subsystem(&self) -> &str {
        &self.subsystem
    }
}
