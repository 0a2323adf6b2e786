//! What the rubrics were when a run began.

use std::path::{Path, PathBuf};

use assize_schemas::{Binding, Check, Manifest, RubricDigest, Sha256Hex};
use assize_store::read_bounded;

/// The most that is read of one rubric, in bytes.
const RUBRIC_LIMIT: u64 = 16 * 1024 * 1024;

/// The rubrics of a binding's agent lanes, with the files they are in.
pub(crate) fn rubric_files(manifest: &Manifest, binding: &Binding, directory: &Path) -> Vec<(RubricDigest, PathBuf)> {
    let unread = |check: &Check| match check {
        Check::Agent(check) => {
            let digest =
                RubricDigest { check: check.id.to_string(), path: check.rubric.clone(), sha256: String::new() };
            Some((digest, directory.join(&check.rubric)))
        }
        Check::Command(_) => None,
    };
    binding.checks.iter().filter_map(|id| manifest.check(id)).filter_map(unread).collect()
}

/// Digests the rubrics, in the order of the binding. One that cannot be read is left out; its lane will be skipped
/// (AIP-62, "The run"). Blocks the thread.
pub(crate) fn digest_rubrics(files: Vec<(RubricDigest, PathBuf)>) -> Vec<RubricDigest> {
    let digested = |(digest, file): (RubricDigest, PathBuf)| {
        let bytes = read_bounded(&file, RUBRIC_LIMIT).ok().flatten()?;
        Some(RubricDigest { sha256: Sha256Hex::of(bytes).to_string(), ..digest })
    };
    files.into_iter().filter_map(digested).collect()
}
