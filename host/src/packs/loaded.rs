//! The packs of a manifest, ready to be merged into it.

use std::sync::Arc;

use indexmap::IndexMap;

use crate::packs::{Pack, PackError};

/// The packs that a manifest's `uses` name, or why they could not be had. Nothing here does I/O.
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

    /// The packs that could not be had, in the order of `uses`.
    pub fn failures(&self) -> impl Iterator<Item = (&str, &PackError)> {
        self.packs.iter().filter_map(|(reference, pack)| Some((reference.as_str(), &**pack.as_ref().err()?)))
    }
}
