//! The manifest of a run.

use std::path::{Path, PathBuf};

use assize_compiler::{MAX_SOURCE_BYTES, parse_manifest, resolve_binding};
use assize_schemas::{Binding, Manifest, Sha256Hex};
use assize_store::read_bounded;

use crate::{HostError, ManifestProblems};

/// A manifest that was read and found right.
#[derive(Debug, Clone)]
pub(crate) struct ReadManifest {
    /// The file, absolute.
    pub(crate) path: PathBuf,
    /// SHA-256 of its bytes.
    pub(crate) sha: Sha256Hex,
    /// What it says.
    pub(crate) manifest: Manifest,
}

impl ReadManifest {
    /// Reads and parses the manifest at `path`.
    pub(crate) fn read(path: PathBuf) -> Result<Self, HostError> {
        let source = read_source(&path)?;
        let sha = Sha256Hex::of(&source);
        match parse_manifest(&source) {
            Ok(checked) => Ok(Self { path, sha, manifest: checked.manifest().clone() }),
            Err(problems) => Err(HostError::Manifest(Box::new(ManifestProblems { path, source, problems }))),
        }
    }

    /// The directory that the manifest's own paths are relative to.
    pub(crate) fn directory(&self) -> &Path {
        self.path.parent().unwrap_or(Path::new("/"))
    }

    /// The binding to run.
    pub(crate) fn binding(&self, name: Option<&str>) -> Result<Binding, HostError> {
        Ok(resolve_binding(&self.manifest, name)?.clone())
    }
}

/// Reads the bytes of a manifest or a pack. What is larger than any of them may be is refused unread.
pub(crate) fn read_source(path: &Path) -> Result<Vec<u8>, HostError> {
    let limit = u64::try_from(MAX_SOURCE_BYTES).unwrap_or(u64::MAX);
    match read_bounded(path, limit) {
        Ok(Some(source)) => Ok(source),
        Ok(None) => Err(HostError::NoManifest { path: path.to_owned() }),
        Err(error) => Err(HostError::ManifestUnreadable(error)),
    }
}
