//! What the rubrics were when a run began.

use std::path::{Path, PathBuf};

use assize_compiler::ResolvedPack;
use assize_schemas::{Binding, Check, Manifest, RubricDigest, Sha256Hex};
use assize_store::read_bounded;

/// The most that is read of one rubric, in bytes.
pub(super) const RUBRIC_LIMIT: u64 = 16 * 1024 * 1024;

/// The rubric of an agent lane.
pub(crate) enum Rubric {
    /// A pack's, which was read when the pack was resolved.
    Digested(RubricDigest),
    /// The manifest's own, with the file it is in.
    Unread(RubricDigest, PathBuf),
}

/// The rubrics of a binding's agent lanes, in the order of the binding.
pub(crate) fn rubrics(manifest: &Manifest, binding: &Binding, directory: &Path, packs: &[ResolvedPack]) -> Vec<Rubric> {
    let rubric = |check: &Check| {
        let Check::Agent(check) = check else { return None };
        if let Some(namespace) = check.id.namespace() {
            let pack = packs.iter().find(|pack| pack.namespace.as_str() == namespace)?;
            return pack.rubrics.iter().find(|digest| digest.check == check.id.as_str()).cloned().map(Rubric::Digested);
        }
        let digest = RubricDigest { check: check.id.to_string(), path: check.rubric.clone(), sha256: String::new() };
        Some(Rubric::Unread(digest, directory.join(&check.rubric)))
    };
    binding.checks.iter().filter_map(|id| manifest.check(id)).filter_map(rubric).collect()
}

/// Digests the rubrics. One that cannot be read is left out; its lane will be skipped (AIP-62, "The run"). Blocks the
/// thread.
pub(crate) fn digest_rubrics(rubrics: Vec<Rubric>) -> Vec<RubricDigest> {
    let digested = |rubric| match rubric {
        Rubric::Digested(digest) => Some(digest),
        Rubric::Unread(digest, file) => {
            let bytes = read_bounded(&file, RUBRIC_LIMIT).ok().flatten()?;
            Some(RubricDigest { sha256: Sha256Hex::of(bytes).to_string(), ..digest })
        }
    };
    rubrics.into_iter().filter_map(digested).collect()
}
