//! Ed25519 keys of the ledger.

use std::fmt;

use assize_schemas::{DsseSignature, dsse_pae};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use ed25519_dalek::{Signature, Signer as _, SigningKey, VerifyingKey};

use crate::hash::{digest, unhex};

/// What stands before the 32 bytes of a public key in its DER form (`SubjectPublicKeyInfo`, RFC 8410).
const SPKI_PREFIX: [u8; 12] = [0x30, 0x2a, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x03, 0x21, 0x00];

/// The key that a ledger's records are signed with.
pub struct LedgerKey(SigningKey);

impl LedgerKey {
    /// The key of a 32-byte seed.
    #[must_use]
    pub fn from_seed(seed: &[u8; 32]) -> Self {
        Self(SigningKey::from_bytes(seed))
    }

    /// The key of a seed of 64 lowercase hex digits; `None` for any other text.
    #[must_use]
    pub fn from_hex(seed: &str) -> Option<Self> {
        let seed: [u8; 32] = unhex(seed)?.try_into().ok()?;
        Some(Self::from_seed(&seed))
    }

    /// The public key: padded base64 of its DER form.
    #[must_use]
    pub fn public_key(&self) -> String {
        STANDARD.encode(spki(self.0.verifying_key().as_bytes()))
    }

    /// What names the key: the digest of its public key's DER form.
    #[must_use]
    pub fn keyid(&self) -> String {
        digest(&spki(self.0.verifying_key().as_bytes()))
    }

    /// A signature over a payload and its type.
    #[must_use]
    pub fn sign(&self, payload_type: &str, payload: &[u8]) -> DsseSignature {
        self.sign_pae(&dsse_pae(payload_type, payload))
    }

    /// A signature over bytes that hold a payload and its type.
    pub(crate) fn sign_pae(&self, pae: &[u8]) -> DsseSignature {
        DsseSignature { keyid: self.keyid(), sig: STANDARD.encode(self.0.sign(pae).to_bytes()) }
    }
}

impl fmt::Debug for LedgerKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Nothing of the private half may reach a log.
        f.debug_tuple("LedgerKey").field(&self.keyid()).finish()
    }
}

/// A public key that signatures are held against.
#[derive(Debug, Clone)]
pub(crate) struct PublicKey(Option<VerifyingKey>);

impl PublicKey {
    /// The key of its base64 text. A weak key, or bytes that are no point of the curve, verify nothing.
    pub(crate) fn read(text: &str) -> Self {
        let key = spki_key(text).and_then(|bytes| VerifyingKey::from_bytes(&bytes).ok());
        Self(key.filter(|key| !key.is_weak()))
    }

    /// Whether `sig`, in base64, is this key's signature over `message`.
    pub(crate) fn verifies(&self, message: &[u8], sig: &str) -> bool {
        let Some(key) = &self.0 else { return false };
        let Ok(sig) = STANDARD.decode(sig) else { return false };
        Signature::from_slice(&sig).is_ok_and(|sig| key.verify_strict(message, &sig).is_ok())
    }
}

fn spki(key: &[u8; 32]) -> Vec<u8> {
    [&SPKI_PREFIX[..], key].concat()
}

/// The 32 bytes of a public key in padded base64 of its DER form.
pub(crate) fn spki_key(text: &str) -> Option<[u8; 32]> {
    STANDARD.decode(text).ok()?.strip_prefix(&SPKI_PREFIX)?.try_into().ok()
}

/// The keyid of a public key in padded base64 of its DER form.
pub(crate) fn keyid_of(text: &str) -> Option<String> {
    Some(digest(&STANDARD.decode(text).ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_and_verifies() {
        let key = LedgerKey::from_seed(&[7; 32]);
        let public = PublicKey::read(&key.public_key());
        let signature = key.sign("t", b"payload");
        assert_eq!(signature.keyid, keyid_of(&key.public_key()).unwrap());
        assert!(public.verifies(&dsse_pae("t", b"payload"), &signature.sig));
        assert!(!public.verifies(&dsse_pae("u", b"payload"), &signature.sig));
        assert!(!public.verifies(&dsse_pae("t", b"payload"), "AA=="));
        assert!(!format!("{key:?}").contains("0707"));
    }

    #[test]
    fn weak_keys_verify_nothing() {
        let mut weak = [0_u8; 32];
        weak[0] = 1;
        let text = STANDARD.encode(spki(&weak));
        assert!(PublicKey::read(&text).0.is_none());
    }
}
