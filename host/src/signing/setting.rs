//! What a person set about signing.

use std::path::PathBuf;

use assize_store::StateFolder;
use toml::{Table, Value};

use crate::signing::SigningError;

/// The settings file inside the state folder.
const FILE: &str = "config.toml";
/// The most that is read of it, in bytes.
const FILE_LIMIT: u64 = 256 * 1024;

/// The `[signing]` table of `config.toml` in the state folder.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct SigningSetting {
    /// The name to vouch for.
    pub principal: Option<String>,
}

impl SigningSetting {
    /// Reads the settings; without a file, or without the table, nothing is set. Blocks the thread.
    ///
    /// # Errors
    ///
    /// [`SigningError`] when there is a file that cannot be read or understood: a name that was set must not be passed
    /// over.
    pub fn read(state: &StateFolder) -> Result<Self, SigningError> {
        let Some(bytes) = state.read(FILE, FILE_LIMIT)? else { return Ok(Self::default()) };
        let wrong = |message: String| SigningError::Setting { path: path(state), message };
        let text = String::from_utf8(bytes).map_err(|_| wrong("it is not UTF-8".to_owned()))?;
        let table: Table = text.parse().map_err(|error: toml::de::Error| wrong(error.message().to_owned()))?;
        let principal = match table.get("signing") {
            None => None,
            Some(Value::Table(signing)) => signing.get("principal"),
            Some(_) => return Err(wrong("signing must be a table".to_owned())),
        };
        match principal {
            None => Ok(Self::default()),
            Some(Value::String(principal)) => Ok(Self { principal: Some(principal.clone()) }),
            Some(_) => Err(wrong("signing.principal must be a string".to_owned())),
        }
    }
}

fn path(state: &StateFolder) -> PathBuf {
    state.root().join(FILE)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expect: Option<Option<&str>>) {
        let place = tempfile::tempdir().unwrap();
        let state = StateFolder::new(place.path());
        state.write(FILE, text.as_bytes()).unwrap();
        let read = SigningSetting::read(&state).ok().map(|setting| setting.principal);
        assert_eq!(read.as_ref().map(Option::as_deref), expect, "{text:?}");
    }

    #[test]
    fn settings() {
        check("", Some(None));
        check("[other]\nx = 1\n", Some(None));
        check("[signing]\n", Some(None));
        check("[signing]\nprincipal = \"ci@example.com\"\n", Some(Some("ci@example.com")));
        check("[signing]\nprincipal = 1\n", None);
        check("signing = 1\n", None);
        check("[signing\n", None);
    }

    #[test]
    fn no_file_sets_nothing() {
        let place = tempfile::tempdir().unwrap();
        assert_eq!(SigningSetting::read(&StateFolder::new(place.path())).unwrap(), SigningSetting::default());
    }
}
