//! Why something has no effect id.

/// Why something has no effect id. [`IdentityError::reason`] is the stable code.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum IdentityError {
    /// The scope has other members than tenant, project and subsystem, or one of another form.
    #[error("the scope is not valid: {0}")]
    Scope(String),
    /// The kind is neither registered nor one of an extension.
    #[error("{0:?} is no kind of effect: it must be a registered one or x.<vendor>.<name>")]
    Kind(String),
    /// The target is not `<scheme>:<ref>`.
    #[error("the target is not valid: it must be <scheme>:<ref> with a known scheme, no blanks, at most 1024 long")]
    Target,
    /// The context is not a small flat object.
    #[error("the context is not valid: {0}")]
    Context(String),
    /// The derivation is not registered.
    #[error("{0:?} is no registered derivation: known are aiwg.effect/v1 and d13.review/v1")]
    Derivation(String),
    /// The derivation is not the one of the kind.
    #[error("the derivation {derivation} is not for kind {kind} in subsystem {subsystem}")]
    DerivationMismatch {
        /// The derivation.
        derivation: &'static str,
        /// The kind.
        kind: String,
        /// The subsystem of the scope.
        subsystem: String,
    },
    /// A member of a review continuation's identity is missing or of another form.
    #[error("{0:?} of the review continuation is not valid: ids are not empty, the version is a whole number from 1")]
    Review(&'static str),
    /// The text is no effect id.
    #[error("{0:?} is no effect id: eff1_ with 52 lowercase base32 digits, or sha256: with 64 hex digits")]
    EffectId(String),
}

impl IdentityError {
    /// The stable code.
    #[must_use]
    pub fn reason(&self) -> &'static str {
        match self {
            Self::Scope(_) => "invalid-scope",
            Self::Kind(_) => "unknown-kind",
            Self::Target => "invalid-target",
            Self::Context(_) => "invalid-context",
            Self::Derivation(_) => "unknown-derivation",
            Self::DerivationMismatch { .. } => "derivation-mismatch",
            Self::Review(_) => "invalid-review-identity",
            Self::EffectId(_) => "malformed-effect-id",
        }
    }
}
