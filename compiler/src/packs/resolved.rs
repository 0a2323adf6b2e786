//! What resolving comes to.

use std::path::PathBuf;

use assize_schemas::{Manifest, PackDigest, PackNamespace, RubricDigest};

/// A manifest with its packs merged in: the one that is run.
#[derive(Debug, Clone, PartialEq)]
pub struct Resolved {
    /// The manifest. Its own checks come first, in their own order, then those of the packs in the order of `uses`.
    pub manifest: Manifest,
    /// The packs in the order of `uses`.
    pub packs: Vec<ResolvedPack>,
}

/// One pack that was merged in.
#[derive(Debug, Clone, PartialEq)]
pub struct ResolvedPack {
    /// The namespace of its checks.
    pub namespace: PackNamespace,
    /// Its root as the loader named it; the rubrics of its checks are relative to it.
    pub root: PathBuf,
    /// Its digest, as an attestation records it.
    pub digest: PackDigest,
    /// The rubrics of its selected agent checks in their order, as an attestation records them.
    pub rubrics: Vec<RubricDigest>,
}

impl Resolved {
    /// The digests in the order of `uses`.
    pub fn digests(&self) -> impl Iterator<Item = &PackDigest> {
        self.packs.iter().map(|pack| &pack.digest)
    }

    /// The pack that is imported under `namespace`.
    #[must_use]
    pub fn by_namespace(&self, namespace: &str) -> Option<&ResolvedPack> {
        self.packs.iter().find(|pack| pack.namespace.as_str() == namespace)
    }
}
