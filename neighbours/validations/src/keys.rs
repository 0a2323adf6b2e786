//! The keys of issuers on this machine.

use std::os::unix::fs::PermissionsExt as _;
use std::path::PathBuf;

use assize_store::{StateFolder, StoreError};

use crate::{IssuerKey, RandomError, is_issuer};

/// The folder of issuers' keys in the state folder.
const KEYS: &str = "keys/issuers";
/// Where a key is on its way there.
const ON_THE_WAY: &str = "keys/issuers/.new";
/// The kind of issuer that a key of this machine is.
const KIND: &str = "service";
/// The largest key file, in bytes.
const LARGEST: u64 = 1024;

/// The keys of issuers, in the folder `keys/issuers` of the state folder: `NAME` with the seed as 64 hex digits, private,
/// and `NAME.pub` with the public key.
#[derive(Debug, Clone)]
pub struct IssuerKeys {
    state: StateFolder,
}

/// A key with whom it speaks for.
#[derive(Debug)]
#[non_exhaustive]
pub struct NamedKey {
    /// `service:` and the name.
    pub identity: String,
    /// The key.
    pub key: IssuerKey,
    /// Its file.
    pub path: PathBuf,
    /// Whether others than the owner may read the file.
    pub is_exposed: bool,
}

/// Why there is no key.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum KeyError {
    /// No issuer can have the name.
    #[error(
        "{name:?} is no name of an issuer: a letter or digit first, then letters, digits, '.', '_' and '-', at most 128"
    )]
    BadName {
        /// The name.
        name: String,
    },
    /// There is a key of that name.
    #[error("there is a key {name:?} already, and it is left as it is ({})", path.display())]
    Exists {
        /// The name.
        name: String,
        /// Its file.
        path: PathBuf,
    },
    /// There is no key of that name.
    #[error("there is no key {name:?} on this machine ({})", path.display())]
    Unknown {
        /// The name.
        name: String,
        /// Where it would be.
        path: PathBuf,
    },
    /// The file holds something else.
    #[error("{} holds no key: 64 hex digits and a line end are expected", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
    },
    /// The file system refused.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The system has no randomness.
    #[error(transparent)]
    Random(#[from] RandomError),
}

impl KeyError {
    /// What would help.
    #[must_use]
    pub fn fix(&self) -> Option<String> {
        match self {
            Self::Exists { .. } => Some("another name".to_owned()),
            Self::Unknown { name, .. } => Some(format!("`assize validate keygen {name}` makes one")),
            _ => None,
        }
    }
}

impl IssuerKeys {
    /// The keys in the state folder `state`.
    #[must_use]
    pub fn in_state_folder(state: impl Into<PathBuf>) -> Self {
        Self { state: StateFolder::new(state) }
    }

    /// Makes a key. One that is there is never replaced.
    ///
    /// # Errors
    ///
    /// [`KeyError`].
    pub fn generate(&self, name: &str) -> Result<NamedKey, KeyError> {
        let (identity, file) = named(name)?;
        let key = IssuerKey::generate()?;
        let path = self.state.path(&file)?;
        let text = format!("{}\n", key.to_hex());
        if !self.state.create(&file, text.as_bytes(), ON_THE_WAY)? {
            return Err(KeyError::Exists { name: name.to_owned(), path });
        }
        self.state.write(format!("{file}.pub"), format!("{}\n", key.public_key().as_str()).as_bytes())?;
        Ok(NamedKey { identity, key, path, is_exposed: false })
    }

    /// Reads a key.
    ///
    /// # Errors
    ///
    /// [`KeyError`].
    pub fn open(&self, name: &str) -> Result<NamedKey, KeyError> {
        let (identity, file) = named(name)?;
        let path = self.state.path(&file)?;
        let Some(bytes) = self.state.read(&file, LARGEST)? else {
            return Err(KeyError::Unknown { name: name.to_owned(), path });
        };
        let text = std::str::from_utf8(&bytes).ok().map(|text| text.trim_end_matches(['\r', '\n']));
        let Some(key) = text.and_then(IssuerKey::from_hex) else { return Err(KeyError::Damaged { path }) };
        let mode = std::fs::metadata(&path).map_or(0, |metadata| metadata.permissions().mode());
        Ok(NamedKey { identity, key, path, is_exposed: mode & 0o077 != 0 })
    }
}

/// The identity of a name, and its file.
fn named(name: &str) -> Result<(String, String), KeyError> {
    let identity = format!("{KIND}:{name}");
    // `NAME.pub` belongs to `NAME`.
    let is_public_half = std::path::Path::new(name).extension().is_some_and(|extension| extension == "pub");
    if is_issuer(&identity) && !is_public_half {
        Ok((identity, format!("{KEYS}/{name}")))
    } else {
        Err(KeyError::BadName { name: name.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_made_once_and_private() {
        let place = tempfile::tempdir().unwrap();
        let keys = IssuerKeys::in_state_folder(place.path().join("state"));
        let made = keys.generate("ci").unwrap();
        assert_eq!(made.identity, "service:ci");
        let opened = keys.open("ci").unwrap();
        assert_eq!(opened.key.public_key(), made.key.public_key());
        assert!(!opened.is_exposed);
        assert!(matches!(keys.generate("ci"), Err(KeyError::Exists { .. })));
        assert_eq!(keys.open("ci").unwrap().key.public_key(), made.key.public_key());
        let public = std::fs::read_to_string(place.path().join("state/keys/issuers/ci.pub")).unwrap();
        assert_eq!(public, format!("{}\n", made.key.public_key().as_str()));
        let mode = std::fs::metadata(&made.path).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
        assert!(matches!(keys.open("other"), Err(KeyError::Unknown { .. })));
    }

    #[test]
    fn names_stay_in_the_folder() {
        let keys = IssuerKeys::in_state_folder("/nowhere");
        for name in ["", "..", ".", "a/b", "/etc", "-x", ".hidden", "a b", "ci.pub", &"n".repeat(129)] {
            assert!(matches!(keys.open(name), Err(KeyError::BadName { .. })), "{name}");
            assert!(matches!(keys.generate(name), Err(KeyError::BadName { .. })), "{name}");
        }
    }
}
