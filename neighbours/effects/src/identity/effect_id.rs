//! Effect ids as texts.

use super::IdentityError;
use crate::text::is_hex;

/// How an id was derived. The registry is closed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Derivation {
    /// From scope, kind, target and context.
    Effect,
    /// From what names the continuation of a review.
    Review,
}

impl Derivation {
    /// The registered names.
    pub(crate) const NAMES: &'static [&'static str] = &["aiwg.effect/v1", "d13.review/v1"];

    /// The registered name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Effect => "aiwg.effect/v1",
            Self::Review => "d13.review/v1",
        }
    }

    /// The derivation of a registered name.
    ///
    /// # Errors
    ///
    /// [`IdentityError::Derivation`] for any other text.
    pub fn read(name: &str) -> Result<Self, IdentityError> {
        match name {
            "aiwg.effect/v1" => Ok(Self::Effect),
            "d13.review/v1" => Ok(Self::Review),
            other => Err(IdentityError::Derivation(other.to_owned())),
        }
    }
}

/// Tells how an id was derived by its form. No case is folded.
///
/// # Errors
///
/// [`IdentityError::EffectId`] when the text is no effect id.
pub fn read_effect_id(text: &str) -> Result<Derivation, IdentityError> {
    if let Some(digits) = text.strip_prefix("eff1_") {
        let plain = |byte: u8| byte.is_ascii_lowercase() || (b'2'..=b'7').contains(&byte);
        // 52 digits hold 260 bits: the last four of them are padding.
        if digits.len() == 52 && digits.bytes().all(plain) && digits.ends_with(['a', 'q']) {
            return Ok(Derivation::Effect);
        }
    } else if text.strip_prefix("sha256:").is_some_and(|digits| is_hex(digits, 64)) {
        return Ok(Derivation::Review);
    }
    Err(IdentityError::EffectId(text.to_owned()))
}
