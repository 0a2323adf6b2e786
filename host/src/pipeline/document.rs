//! The manifest of a run.

use std::path::{Path, PathBuf};

use assize_compiler::{
    CheckedManifest, CompileError, MAX_SOURCE_BYTES, Problems, Resolved, ResolvedPack, compile, parse_manifest,
    resolve_binding,
};
use assize_engine::StepGraph;
use assize_schemas::{Binding, Manifest, Sha, Sha256Hex, Vars};
use assize_store::read_bounded;

use crate::packs::LoadedPacks;
use crate::{HostError, ManifestProblems, PackPlaces};

/// A manifest that was read and found right.
#[derive(Debug, Clone)]
pub(crate) struct ReadManifest {
    /// The file, absolute.
    pub(crate) path: PathBuf,
    /// SHA-256 of its bytes.
    pub(crate) sha: Sha256Hex,
    /// What it says, with what its packs bring once they were merged in.
    pub(crate) manifest: Manifest,
    /// What it says alone, and where.
    pub(crate) checked: CheckedManifest,
    /// The commit that it was read from; `None` for a file.
    pub(crate) commit: Option<Sha>,
}

impl ReadManifest {
    /// Reads and parses the manifest at `path`.
    pub(crate) fn read(path: PathBuf) -> Result<Self, HostError> {
        let source = read_source(&path)?;
        Self::of_source(path, source, None)
    }

    /// Parses the manifest that stands at `path`, in the work tree or in a commit.
    pub(crate) fn of_source(path: PathBuf, source: Vec<u8>, commit: Option<Sha>) -> Result<Self, HostError> {
        let sha = Sha256Hex::of(&source);
        match parse_manifest(&source) {
            Ok(checked) => Ok(Self { commit, ..Self::of(path, sha, checked) }),
            Err(problems) => Err(HostError::Manifest(Box::new(ManifestProblems { path, source, problems }))),
        }
    }

    /// A manifest that was parsed before.
    pub(crate) fn of(path: PathBuf, sha: Sha256Hex, checked: CheckedManifest) -> Self {
        Self { path, sha, manifest: checked.manifest().clone(), checked, commit: None }
    }

    /// The directory that the manifest's own paths are relative to.
    pub(crate) fn directory(&self) -> &Path {
        self.path.parent().unwrap_or(Path::new("/"))
    }

    /// The binding to run.
    pub(crate) fn binding(&self, name: Option<&str>) -> Result<Binding, HostError> {
        Ok(resolve_binding(&self.manifest, name)?.clone())
    }

    /// What the manifest is with its packs merged in; `None` when it uses none (AIP-62, "Resolution").
    pub(crate) async fn resolve(&self, places: &PackPlaces) -> Result<Option<(Resolved, LoadedPacks)>, HostError> {
        if self.manifest.uses.is_empty() {
            return Ok(None);
        }
        places.resolve(&self.checked).await.map(Some).map_err(|error| self.wrong(error.problems))
    }

    /// Takes up what the packs bring, and answers what is recorded of them.
    pub(crate) fn merge(&mut self, resolved: Option<Resolved>) -> Vec<ResolvedPack> {
        let Some(resolved) = resolved else { return Vec::new() };
        self.manifest = resolved.manifest;
        resolved.packs
    }

    /// Compiles a binding of the manifest as it is now.
    pub(crate) fn compile(&self, binding: &Binding, vars: &Vars) -> Result<StepGraph, HostError> {
        match compile(&self.manifest, binding, vars) {
            Err(CompileError::Placeholders { mut problems, .. }) => {
                self.checked.locate(&mut problems);
                Err(self.wrong(problems))
            }
            compiled => Ok(compiled?),
        }
    }

    /// The error for problems of this manifest.
    fn wrong(&self, problems: Problems) -> HostError {
        let source = self.checked.source().as_bytes().to_vec();
        HostError::Manifest(Box::new(ManifestProblems { path: self.path.clone(), source, problems }))
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
