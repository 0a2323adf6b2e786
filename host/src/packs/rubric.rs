//! The rubric of a pack's agent check.

use std::path::PathBuf;
use std::sync::Arc;

use assize_schemas::Sha256Hex;

use crate::packs::folder::ConfinedFolder;
use crate::packs::{PackError, RUBRIC_LIMIT};

/// A rubric that lies inside its pack, with what it held when the pack was resolved.
///
/// A lane reads it again with [`ConfinedRubric::read`] when it runs: what was put in its place in between is refused.
#[derive(Debug, Clone)]
pub struct ConfinedRubric {
    declared: String,
    bytes: Arc<[u8]>,
    sha256: Sha256Hex,
    home: Home,
}

#[derive(Debug, Clone)]
enum Home {
    /// A file of a folder.
    Folder {
        folder: ConfinedFolder,
        /// The real path inside the folder.
        inner: PathBuf,
    },
    /// An object of a commit, which nothing can change.
    Commit,
}

impl ConfinedRubric {
    /// Reads a rubric from a folder.
    pub(crate) fn in_folder(folder: &ConfinedFolder, declared: &str) -> Result<Self, PackError> {
        let inner = folder.find(declared)?;
        let bytes = folder.read(declared, &inner, RUBRIC_LIMIT)?;
        Ok(Self::new(declared, bytes, Home::Folder { folder: folder.clone(), inner }))
    }

    /// A rubric that a commit holds.
    pub(crate) fn in_commit(declared: &str, bytes: Vec<u8>) -> Self {
        Self::new(declared, bytes, Home::Commit)
    }

    fn new(declared: &str, bytes: Vec<u8>, home: Home) -> Self {
        Self { declared: declared.to_owned(), sha256: Sha256Hex::of(&bytes), bytes: bytes.into(), home }
    }

    /// The path as the pack declares it; the label in the pack's digest.
    #[must_use]
    pub fn declared(&self) -> &str {
        &self.declared
    }

    /// What the rubric held when the pack was resolved.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The digest of [`ConfinedRubric::bytes`].
    #[must_use]
    pub fn sha256(&self) -> &Sha256Hex {
        &self.sha256
    }

    /// The path a reviewer may be told, the declared one joined to the pack's; `None` for a rubric of a git pack, which
    /// is an object and no file. Whoever opens the path must not take what is there for the rubric:
    /// [`ConfinedRubric::read`] does.
    #[must_use]
    pub fn path(&self) -> Option<PathBuf> {
        match &self.home {
            Home::Folder { folder, .. } => Some(folder.named().join(&self.declared)),
            Home::Commit => None,
        }
    }

    /// Where the file really is; `None` for a rubric of a git pack.
    pub(crate) fn real_path(&self) -> Option<PathBuf> {
        match &self.home {
            Home::Folder { folder, inner } => Some(folder.real().join(inner)),
            Home::Commit => None,
        }
    }

    /// Reads the rubric again, under the same confinement. Blocks the thread for the length of a read.
    ///
    /// # Errors
    ///
    /// [`PackError::Changed`] when it is no longer what it was when the pack was resolved, a link in its place
    /// included; or whatever else keeps it from being read.
    pub fn read(&self) -> Result<Arc<[u8]>, PackError> {
        let Home::Folder { folder, inner } = &self.home else { return Ok(Arc::clone(&self.bytes)) };
        // Found anew: a link that now leads elsewhere is a change even where the old file is still there.
        let found = folder.find(&self.declared)?;
        let same = found == *inner && *folder.read(&self.declared, &found, RUBRIC_LIMIT)? == *self.bytes;
        if same {
            Ok(Arc::clone(&self.bytes))
        } else {
            Err(PackError::Changed { what: self.declared.clone(), place: folder.place() })
        }
    }
}
