//! A ledger that was found.

use super::LedgerError;
use super::disk::DiskFiles;
use super::folder::LedgerFolder;
use super::settings::LedgerSettings;
use crate::document::is_writer;
use crate::identity::Scope;
use crate::verify::{LedgerReport, VerifyOptions, verify_ledger};

/// The ledger of one scope in one artifact root.
#[derive(Debug)]
pub struct Ledger {
    pub(crate) folder: LedgerFolder,
    pub(crate) settings: LedgerSettings,
}

impl Ledger {
    /// Finds the ledger. Nothing is made before something is written.
    ///
    /// # Errors
    ///
    /// [`LedgerError::RootUnavailable`] when a configured root is missing, and [`LedgerError::Integrity`] when others
    /// may enter the ledger's folders.
    pub fn open(settings: LedgerSettings) -> Result<Self, LedgerError> {
        if !is_writer(&settings.writer) {
            return Err(LedgerError::usage(
                "invalid-writer",
                format!(
                    "{:?} is no name for a writer: a lowercase letter or digit, then up to 63 of those or '-'",
                    settings.writer
                ),
            ));
        }
        let folder = LedgerFolder::open(settings.root.clone(), settings.scope.subsystem())?;
        Ok(Self { folder, settings })
    }

    /// Whose ledger it is.
    #[must_use]
    pub fn scope(&self) -> &Scope {
        &self.settings.scope
    }

    /// The ledger's files.
    #[must_use]
    pub fn files(&self) -> DiskFiles {
        DiskFiles::new(self.folder.path())
    }

    /// Verifies the ledger.
    ///
    /// # Errors
    ///
    /// [`LedgerError::Io`] when a file cannot be read.
    pub fn verify(&self, options: &VerifyOptions) -> Result<LedgerReport, LedgerError> {
        verify_ledger(&self.files(), self.scope(), options)
            .map_err(|error| LedgerError::io("verify", self.folder.path(), error))
    }

    /// Whether anything was ever written: the first write makes the keyring.
    pub(crate) fn is_begun(&self) -> bool {
        self.folder.join("keyring.json").exists()
    }

    pub(crate) fn step(&self, name: &'static str) {
        if let Some(step) = &self.settings.step {
            step(name);
        }
    }
}
