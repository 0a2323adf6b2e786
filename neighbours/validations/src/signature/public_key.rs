//! The public half.

use ed25519_dalek::{Signature, VerifyingKey};

use crate::hex::{hex, unhex};

/// A public key that signatures can be held against: a point of the curve in its one proper encoding, and not one of
/// the few weak points under which a signature for anything can be made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublicKey {
    text: String,
    key: VerifyingKey,
}

impl PublicKey {
    /// Reads 64 lowercase hex digits; `None` when they are not that, name no point, name one in an improper encoding,
    /// or a weak one.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let bytes = unhex(text).filter(is_proper)?;
        let key = VerifyingKey::from_bytes(&bytes).ok().filter(|key| !key.is_weak())?;
        Some(Self { text: text.to_owned(), key })
    }

    pub(super) fn of(key: VerifyingKey) -> Self {
        Self { text: hex(key.as_bytes()), key }
    }

    /// The key as 64 lowercase hex digits.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Whether `signature`, 128 lowercase hex digits, is this key's over `message`.
    pub(crate) fn verifies(&self, message: &[u8], signature: &str) -> bool {
        let Some(bytes) = unhex(signature) else { return false };
        self.key.verify_strict(message, &Signature::from_bytes(&bytes)).is_ok()
    }
}

/// Whether the coordinate is written below the field's prime 2^255 - 19, as RFC 8032 (5.1.3) asks. Otherwise one point
/// would have two spellings.
fn is_proper(bytes: &[u8; 32]) -> bool {
    let [first, middle @ .., last] = bytes;
    !(*first >= 0xed && middle.iter().all(|byte| *byte == 0xff) && last & 0x7f == 0x7f)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::IssuerKey;

    #[test]
    fn the_first_vector_of_rfc_8032() {
        let key = IssuerKey::from_hex("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60").unwrap();
        assert_eq!(key.public_key().as_str(), "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a");
        assert_eq!(
            key.sign(b""),
            "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b"
        );
        assert!(key.public_key().verifies(b"", &key.sign(b"")));
        assert!(!key.public_key().verifies(b"x", &key.sign(b"")));
        assert!(!format!("{key:?}").contains("9d61b19d"));
    }

    #[test]
    fn weak_improper_and_absent_points_are_no_keys() {
        let weak = [
            "0000000000000000000000000000000000000000000000000000000000000000",
            "0000000000000000000000000000000000000000000000000000000000000080",
            "0100000000000000000000000000000000000000000000000000000000000000",
            "0100000000000000000000000000000000000000000000000000000000000080",
            "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
            "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
            "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
            "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
            "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
            "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
        ];
        let improper =
            (0xed..=0xff_u8).flat_map(|first| ["7f", "ff"].map(|last| format!("{first:02x}{}{last}", "ff".repeat(30))));
        // y = 2 has no x.
        let absent = format!("02{}", "00".repeat(31));
        for text in weak.into_iter().map(str::to_owned).chain(improper).chain([absent]) {
            assert!(PublicKey::parse(&text).is_none(), "{text}");
        }
    }

    /// The equation holds for this signature without the strict rules: the key is the neutral element.
    #[test]
    fn a_signature_that_fits_everything_fits_nothing() {
        let identity: [u8; 32] = unhex(&format!("01{}", "00".repeat(31))).unwrap();
        let weak = VerifyingKey::from_bytes(&identity).unwrap();
        let forged = Signature::from_bytes(&unhex(&format!("01{}{}", "00".repeat(31), "00".repeat(32))).unwrap());
        assert!(ed25519_dalek::Verifier::verify(&weak, b"anything", &forged).is_ok(), "the trap is still there");
        let key = PublicKey { text: String::new(), key: weak };
        assert!(!key.verifies(b"anything", &hex(&forged.to_bytes())));
    }
}
