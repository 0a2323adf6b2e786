//! Why a document is no attestation, or not a valid one.

use assize_schemas::shape::{ShapeFault, ShapeProblem};
use assize_schemas::{JsonError, JsonErrorKind};

/// Why a document is no attestation, or not a valid one.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum AttestationError {
    /// The text is not JSON, or not JSON that means one thing to every reader.
    #[error("the attestation cannot be read: {0}")]
    Json(#[source] JsonError),
    /// Members are missing, mistyped or not known.
    #[error("the attestation is malformed: {}", first(.0))]
    Shape(Vec<ShapeProblem>),
    /// The public key is no point of the curve, or a weak one.
    #[error("the public key is no Ed25519 key that can be relied on")]
    PublicKey,
    /// The signature is not the key's over this statement.
    #[error("the signature is not this key's over this statement")]
    Signature,
}

/// Why a document does not count, as one word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum AttestationFault {
    /// It is not an attestation.
    Malformed,
    /// It has a member that the format does not know.
    UnknownMember,
    /// A JSON key is there twice.
    Duplicate,
    /// The key is none.
    PublicKey,
    /// The signature does not fit.
    Signature,
}

impl AttestationFault {
    /// The fault as a stable code.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Self::Malformed => "malformed",
            Self::UnknownMember => "unknown-member",
            Self::Duplicate => "duplicate",
            Self::PublicKey => "bad-public-key",
            Self::Signature => "bad-signature",
        }
    }
}

impl AttestationError {
    /// The kind of fault.
    #[must_use]
    pub fn fault(&self) -> AttestationFault {
        match self {
            Self::Json(error) => match error.kind {
                JsonErrorKind::DuplicateKey(_) => AttestationFault::Duplicate,
                _ => AttestationFault::Malformed,
            },
            Self::Shape(problems) if problems.iter().any(|problem| problem.fault == ShapeFault::Unknown) => {
                AttestationFault::UnknownMember
            }
            Self::Shape(_) => AttestationFault::Malformed,
            Self::PublicKey => AttestationFault::PublicKey,
            Self::Signature => AttestationFault::Signature,
        }
    }
}

fn first(problems: &[ShapeProblem]) -> &str {
    let unknown = problems.iter().find(|problem| problem.fault == ShapeFault::Unknown);
    unknown.or(problems.first()).map_or("it has the wrong shape", |problem| problem.message.as_str())
}
