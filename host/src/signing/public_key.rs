//! Public keys.

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, STANDARD_NO_PAD};
use sha2::{Digest as _, Sha256};

use crate::signing::wire::WireReader;
use crate::signing::{ED25519, NAMESPACE, Principal};

/// The length of an Ed25519 public key, in bytes.
const KEY_BYTES: usize = 32;

/// An Ed25519 public key as OpenSSH writes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublicKey {
    blob: Vec<u8>,
}

/// Why a text is no public key that can be used here.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PublicKeyError {
    /// The key is of another kind.
    #[error("the key is of the kind {0:?}, and only {ED25519} keys sign reviews")]
    Kind(String),
    /// The key itself cannot be read.
    #[error("the key cannot be read")]
    Malformed,
}

impl PublicKey {
    /// Reads the first line of a `.pub` file: the kind, the key, a comment.
    ///
    /// # Errors
    ///
    /// [`PublicKeyError`] for anything but an Ed25519 key.
    pub fn parse(text: &str) -> Result<Self, PublicKeyError> {
        let mut words = text.split_whitespace();
        let kind = words.next().ok_or(PublicKeyError::Malformed)?;
        if kind != ED25519 {
            return Err(PublicKeyError::Kind(kind.chars().take(40).collect()));
        }
        let blob = STANDARD.decode(words.next().unwrap_or_default()).map_err(|_| PublicKeyError::Malformed)?;
        Self::from_blob(&blob)
    }

    /// Reads the encoded key as it stands in `.pub` files and in signatures.
    pub(crate) fn from_blob(blob: &[u8]) -> Result<Self, PublicKeyError> {
        let mut reader = WireReader::new(blob);
        let kind = reader.string().ok_or(PublicKeyError::Malformed)?;
        if kind != ED25519.as_bytes() {
            return Err(PublicKeyError::Kind(String::from_utf8_lossy(kind).chars().take(40).collect()));
        }
        match reader.string() {
            Some(key) if key.len() == KEY_BYTES && reader.is_at_end() => Ok(Self { blob: blob.to_vec() }),
            _ => Err(PublicKeyError::Malformed),
        }
    }

    /// The fingerprint as `ssh-keygen -lf` prints it: `SHA256:` and unpadded base64.
    #[must_use]
    pub fn fingerprint(&self) -> String {
        format!("SHA256:{}", STANDARD_NO_PAD.encode(Sha256::digest(&self.blob)))
    }

    /// The kind and the key as they stand in `.pub` and `allowed_signers` files, without a comment.
    #[must_use]
    pub fn text(&self) -> String {
        format!("{ED25519} {}", STANDARD.encode(&self.blob))
    }
}

/// The line of an `allowed_signers` file that lets a key speak for `principal` about reviews, and nothing else.
#[must_use]
pub fn allowed_signers_line(principal: &Principal, key: &PublicKey) -> String {
    format!("{} namespaces=\"{NAMESPACE}\" {}", principal.as_str(), key.text())
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: &str = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIEX7RZkvk9U+lwRTFrtEmL/ro+wH77BhQg3QPW43+Rq4 c@h\n";

    fn check(text: &str, expect: &Result<(), PublicKeyError>) {
        assert_eq!(&PublicKey::parse(text).map(drop), expect, "{text:?}");
    }

    #[test]
    fn keys() {
        check(KEY, &Ok(()));
        check("", &Err(PublicKeyError::Malformed));
        check("ssh-ed25519", &Err(PublicKeyError::Malformed));
        check("ssh-ed25519 AAAA", &Err(PublicKeyError::Malformed));
        check("ssh-rsa AAAAB3NzaC1yc2E=", &Err(PublicKeyError::Kind("ssh-rsa".to_owned())));
        // The kind that stands inside counts.
        check("ssh-ed25519 AAAAB3NzaC1yc2E=", &Err(PublicKeyError::Kind("ssh-rsa".to_owned())));
        check(&KEY.replace("Rq4 ", "Rq4AAAA "), &Err(PublicKeyError::Malformed));
    }

    #[test]
    fn a_key_is_written_as_it_was_read() {
        let key = PublicKey::parse(KEY).unwrap();
        assert_eq!(format!("{} c@h\n", key.text()), KEY);
        let principal = Principal::parse("me@example.com").unwrap();
        assert_eq!(
            allowed_signers_line(&principal, &key),
            format!("me@example.com namespaces=\"agentproto-review\" {}", key.text())
        );
    }
}
