//! Object names of git and SHA-256 digests as types.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use sha2::{Digest as _, Sha256};

/// Why a text is no object name or digest.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{text:?} is not {expected}")]
pub struct ShaError {
    /// The text as given.
    pub text: String,
    /// What would have been right.
    pub expected: &'static str,
}

fn is_lower_hex(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte))
}

/// The full name of a git object: 40 lowercase hex digits, or 64 in a SHA-256 repository.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Sha(String);

impl Sha {
    /// Reads an object name.
    ///
    /// # Errors
    ///
    /// [`ShaError`] unless the text is 40 or 64 lowercase hex digits.
    pub fn parse(text: impl Into<String>) -> Result<Self, ShaError> {
        let text = text.into();
        if matches!(text.len(), 40 | 64) && is_lower_hex(&text) {
            Ok(Self(text))
        } else {
            Err(ShaError { text, expected: "a git object name of 40 or 64 lowercase hex digits" })
        }
    }

    /// The object name as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The first `digits` digits, for people and file names.
    #[must_use]
    pub fn short(&self, digits: usize) -> &str {
        self.0.get(..digits).unwrap_or(&self.0)
    }
}

/// A SHA-256 digest, written as 64 lowercase hex digits.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Sha256Hex(String);

impl Sha256Hex {
    /// The digest of `bytes`.
    #[must_use]
    pub fn of(bytes: impl AsRef<[u8]>) -> Self {
        const DIGITS: &[u8; 16] = b"0123456789abcdef";
        let digest = Sha256::digest(bytes.as_ref());
        let mut text = String::with_capacity(64);
        for byte in digest {
            text.push(char::from(DIGITS[usize::from(byte >> 4)]));
            text.push(char::from(DIGITS[usize::from(byte & 15)]));
        }
        Self(text)
    }

    /// Reads a digest.
    ///
    /// # Errors
    ///
    /// [`ShaError`] unless the text is 64 lowercase hex digits.
    pub fn parse(text: impl Into<String>) -> Result<Self, ShaError> {
        let text = text.into();
        if text.len() == 64 && is_lower_hex(&text) {
            Ok(Self(text))
        } else {
            Err(ShaError { text, expected: "a SHA-256 digest of 64 lowercase hex digits" })
        }
    }

    /// The digest as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

macro_rules! as_text {
    ($name:ident) => {
        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(&self.0)
            }
        }

        impl AsRef<str> for $name {
            fn as_ref(&self) -> &str {
                &self.0
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(&self.0)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = String::deserialize(deserializer)?;
                Self::parse(text).map_err(serde::de::Error::custom)
            }
        }
    };
}

as_text!(Sha);
as_text!(Sha256Hex);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn object_names_have_one_of_two_lengths() {
        for (text, good) in [
            ("1".repeat(40), true),
            ("f".repeat(64), true),
            ("F".repeat(40), false),
            ("1".repeat(39), false),
            ("g".repeat(40), false),
            (String::new(), false),
        ] {
            assert_eq!(Sha::parse(text.clone()).is_ok(), good, "{text}");
        }
    }

    #[test]
    fn digest_of_known_bytes() {
        assert_eq!(
            Sha256Hex::of("pack-md\n").as_str(),
            "0cccf656cc21d2203de4ff8f31c8f0791812ee17d36176fc47562ff3681b864b"
        );
    }
}
