//! Where a ledger lies, and who may look at it.

use std::fs;
use std::io;
use std::os::unix::fs::{DirBuilderExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};

use super::LedgerError;

/// The folder of ledgers in the artifact root.
const EFFECTS: &str = "effects";
/// The folders of one ledger.
const FOLDERS: &[&str] = &["segments", "index", "checkpoints", "locks"];
const FOLDER_MODE: u32 = 0o700;

/// Where artifacts are kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ArtifactRoot {
    /// A folder in a project; it is made when it is needed.
    InProject(PathBuf),
    /// A folder that was configured: it must be there.
    External(PathBuf),
}

impl ArtifactRoot {
    /// The folder.
    #[must_use]
    pub fn path(&self) -> &Path {
        match self {
            Self::InProject(path) | Self::External(path) => path,
        }
    }
}

/// One ledger's folder.
#[derive(Debug, Clone)]
pub(crate) struct LedgerFolder {
    root: ArtifactRoot,
    path: PathBuf,
}

impl LedgerFolder {
    /// The folder of a subsystem's ledger, if all that is there of it is private.
    pub(crate) fn open(root: ArtifactRoot, subsystem: &str) -> Result<Self, LedgerError> {
        if let ArtifactRoot::External(path) = &root
            && !path.is_dir()
        {
            return Err(LedgerError::RootUnavailable(path.clone()));
        }
        let path = root.path().join(EFFECTS).join(subsystem);
        let folder = Self { root, path };
        folder.check_private()?;
        Ok(folder)
    }

    /// The folder itself.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// A path in it.
    pub(crate) fn join(&self, relative: &str) -> PathBuf {
        self.path.join(relative)
    }

    fn check_private(&self) -> Result<(), LedgerError> {
        let inside = FOLDERS.iter().map(|name| self.path.join(name));
        let own = [self.root.path().join(EFFECTS), self.path.clone()];
        for path in own.into_iter().chain(inside) {
            let metadata = match fs::symlink_metadata(&path) {
                Ok(metadata) => metadata,
                Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
                Err(error) => return Err(LedgerError::io("look at", &path, error)),
            };
            if !metadata.is_dir() {
                let message = format!("{} is no folder", path.display());
                return Err(LedgerError::integrity("ledger-permissions", message));
            }
            let mode = metadata.permissions().mode();
            if mode & 0o077 != 0 {
                let message = format!(
                    "{} may be entered by others (mode {:o}): chmod 700 it, and find out who was there",
                    path.display(),
                    mode & 0o777
                );
                return Err(LedgerError::integrity("ledger-permissions", message));
            }
        }
        Ok(())
    }

    /// Makes what is missing of the folders, private.
    pub(crate) fn make(&self) -> Result<(), LedgerError> {
        if let ArtifactRoot::InProject(path) = &self.root {
            fs::create_dir_all(path).map_err(|error| LedgerError::io("make the folder", path, error))?;
        }
        for name in FOLDERS {
            let path = self.path.join(name);
            fs::DirBuilder::new()
                .recursive(true)
                .mode(FOLDER_MODE)
                .create(&path)
                .map_err(|error| LedgerError::io("make the folder", &path, error))?;
        }
        Ok(())
    }
}
