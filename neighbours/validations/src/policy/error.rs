//! Why a document is no policy.

use assize_schemas::shape::{ShapeFault, ShapeProblem};
use assize_schemas::{JsonError, JsonErrorKind};

/// Why a document is no policy.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PolicyError {
    /// The text is not JSON, or not JSON that means one thing to every reader.
    #[error("the policy cannot be read: {0}")]
    Json(#[source] JsonError),
    /// Members are missing, mistyped or not known.
    #[error("the policy is malformed: {}", first(.0))]
    Shape(Vec<ShapeProblem>),
    /// A pair of issuer and key, or a check, is there twice.
    #[error("the policy names {what} twice, the second time in {path}")]
    Duplicate {
        /// What is there twice.
        what: String,
        /// Where the second one is, with dots and `[n]`.
        path: String,
    },
    /// Checks are required and nobody is trusted to say that they passed.
    #[error(
        "the policy requires validations and trusts nobody, so nothing could ever land; name whom to trust in trusted_issuers"
    )]
    Unsatisfiable,
}

/// Why a document is no policy, as one word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum PolicyFault {
    /// It is not a policy.
    Malformed,
    /// It has a member that the format does not know.
    UnknownMember,
    /// A JSON key, a pair or a check is there twice.
    Duplicate,
    /// It could never be satisfied.
    Unsatisfiable,
}

impl PolicyFault {
    /// The fault as a stable code.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Self::Malformed => "malformed",
            Self::UnknownMember => "unknown-member",
            Self::Duplicate => "duplicate",
            Self::Unsatisfiable => "unsatisfiable",
        }
    }
}

impl PolicyError {
    /// The kind of fault.
    #[must_use]
    pub fn fault(&self) -> PolicyFault {
        match self {
            Self::Json(JsonError { kind: JsonErrorKind::DuplicateKey(_), .. }) | Self::Duplicate { .. } => {
                PolicyFault::Duplicate
            }
            Self::Shape(problems) if problems.iter().any(|problem| problem.fault == ShapeFault::Unknown) => {
                PolicyFault::UnknownMember
            }
            Self::Json(_) | Self::Shape(_) => PolicyFault::Malformed,
            Self::Unsatisfiable => PolicyFault::Unsatisfiable,
        }
    }
}

fn first(problems: &[ShapeProblem]) -> &str {
    let unknown = problems.iter().find(|problem| problem.fault == ShapeFault::Unknown);
    unknown.or(problems.first()).map_or("it has the wrong shape", |problem| problem.message.as_str())
}
