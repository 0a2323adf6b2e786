//! The packs of a manifest, ready to be merged into it.

use std::path::PathBuf;
use std::sync::Arc;

use assize_compiler::{LoadedPack, PackLoadError, PackLoader};
use assize_schemas::{AgentCheck, Manifest};
use indexmap::IndexMap;

use crate::packs::{ConfinedRubric, Pack, PackError};

/// The packs that a manifest's `uses` name, or why they could not be had. Nothing here does I/O: everything that merging
/// will ask for has been read.
#[derive(Debug)]
pub struct LoadedPacks {
    packs: IndexMap<String, Result<Pack, Arc<PackError>>>,
}

impl LoadedPacks {
    pub(crate) fn new(packs: IndexMap<String, Result<Pack, Arc<PackError>>>) -> Self {
        Self { packs }
    }

    /// The pack that a reference names, as the manifest writes it; `None` when the manifest did not name it.
    ///
    /// # Errors
    ///
    /// Why the pack could not be had.
    #[must_use]
    pub fn pack(&self, reference: &str) -> Option<Result<&Pack, &Arc<PackError>>> {
        self.packs.get(reference).map(Result::as_ref)
    }

    /// The packs that are here, in the order of `uses`.
    pub(crate) fn all(&self) -> impl Iterator<Item = &Pack> {
        self.packs.values().filter_map(|pack| pack.as_ref().ok())
    }

    /// The packs that could not be had, in the order of `uses`.
    pub fn failures(&self) -> impl Iterator<Item = (&str, &PackError)> {
        self.packs.iter().filter_map(|(reference, pack)| Some((reference.as_str(), &**pack.as_ref().err()?)))
    }

    /// The rubric of an agent check of a manifest that these packs were merged into; `None` for a check that no pack
    /// brought.
    ///
    /// # Errors
    ///
    /// Why the pack or the rubric could not be had.
    pub fn rubric(&self, manifest: &Manifest, check: &AgentCheck) -> Option<Result<&ConfinedRubric, Arc<PackError>>> {
        let namespace = check.id.namespace()?;
        let entry = manifest.uses.iter().find(|entry| entry.namespace.as_str() == namespace)?;
        Some(match self.packs.get(&entry.pack)? {
            Ok(pack) => pack.rubric(&check.rubric),
            Err(error) => Err(Arc::clone(error)),
        })
    }
}

impl PackLoader for LoadedPacks {
    fn load(&self, reference: &str) -> Result<LoadedPack, PackLoadError> {
        let pack = match self.packs.get(reference) {
            Some(Ok(pack)) => pack,
            Some(Err(error)) => return Err(told(error)),
            None => return Err(PackLoadError::failed("it was not loaded")),
        };
        Ok(LoadedPack { review_md: pack.source().to_vec(), trusted: pack.trusted(), root: root_of(pack) })
    }

    fn read_rubric(&self, pack: &LoadedPack, path: &str) -> Result<Vec<u8>, PackLoadError> {
        let mut loaded = self.packs.values().filter_map(|loaded| loaded.as_ref().ok());
        let Some(found) = loaded.find(|found| root_of(found) == pack.root) else {
            return Err(PackLoadError::failed("its pack was not loaded"));
        };
        found.rubric(path).map(|rubric| rubric.bytes().to_vec()).map_err(|error| told(&error))
    }
}

/// What stands for the pack: its folder, or the reference where there is none.
fn root_of(pack: &Pack) -> PathBuf {
    pack.root().map_or_else(|| PathBuf::from(pack.reference()), PathBuf::from)
}

/// The error as the compiler tells it.
fn told(error: &Arc<PackError>) -> PackLoadError {
    let reason = error.report();
    if error.is_not_here() { PackLoadError::not_here(reason) } else { PackLoadError::failed(reason) }
}
