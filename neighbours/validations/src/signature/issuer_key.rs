//! The private half.

use std::fmt;

use ed25519_dalek::{Signer as _, SigningKey};

use super::PublicKey;
use crate::hex::{hex, unhex};
use crate::random::{RandomError, random};

/// The key that an issuer signs with.
#[derive(Clone)]
pub struct IssuerKey(SigningKey);

impl IssuerKey {
    /// A new key.
    ///
    /// # Errors
    ///
    /// [`RandomError`] when the system has no randomness.
    pub fn generate() -> Result<Self, RandomError> {
        Ok(Self::from_seed(&random()?))
    }

    /// The key of a 32-byte seed.
    #[must_use]
    pub fn from_seed(seed: &[u8; 32]) -> Self {
        Self(SigningKey::from_bytes(seed))
    }

    /// The key of a seed of 64 lowercase hex digits; `None` for any other text.
    #[must_use]
    pub fn from_hex(seed: &str) -> Option<Self> {
        unhex(seed).map(|seed| Self::from_seed(&seed))
    }

    /// The seed as 64 lowercase hex digits: the whole secret.
    #[must_use]
    pub fn to_hex(&self) -> String {
        hex(self.0.as_bytes())
    }

    /// The public half.
    #[must_use]
    pub fn public_key(&self) -> PublicKey {
        PublicKey::of(self.0.verifying_key())
    }

    /// The signature over `message`, as 128 lowercase hex digits.
    pub(crate) fn sign(&self, message: &[u8]) -> String {
        hex(&self.0.sign(message).to_bytes())
    }
}

impl fmt::Debug for IssuerKey {
    /// Shows the public half alone, so that the secret cannot reach a log.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("IssuerKey").field(&self.public_key().as_str()).finish()
    }
}
