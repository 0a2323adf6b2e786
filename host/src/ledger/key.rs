//! Under what a verdict is kept.

use std::path::{Path, PathBuf};

use assize_schemas::{Attestation, BindingName, Sha256Hex, repo_slug};

use crate::LedgerRow;

/// The folder of the ledger inside the state folder.
pub(crate) const REVIEWS: &str = "reviews";

/// Under what a verdict is kept: one repository, one manifest, one binding, one range (AIP-62, "The ledger").
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct LedgerKey {
    /// The repository's normalised remote.
    pub repo_remote: String,
    /// SHA-256 of the manifest's bytes.
    pub manifest_sha: String,
    /// The binding.
    pub binding: String,
    /// SHA-256 of `<baseSha>..<headSha>`.
    pub range_sha: String,
}

impl LedgerKey {
    /// The key that an attestation belongs under.
    #[must_use]
    pub fn of(attestation: &Attestation) -> Self {
        Self {
            repo_remote: attestation.target.repo_remote.clone(),
            manifest_sha: attestation.manifest_sha.clone(),
            binding: attestation.binding.clone(),
            range_sha: attestation.range_sha.clone(),
        }
    }

    /// The key of the entry that a row is about.
    #[must_use]
    pub fn of_row(row: &LedgerRow) -> Self {
        Self {
            repo_remote: row.repo_remote.clone(),
            manifest_sha: row.manifest_sha.clone(),
            binding: row.binding.clone(),
            range_sha: row.range_sha.clone(),
        }
    }

    /// The entry's path inside the state folder. Two remotes may share a slug, so an entry is this key's only when
    /// what it records says so too (rulings 16).
    #[must_use]
    pub fn path(&self) -> PathBuf {
        let mut path = Path::new(REVIEWS).join(repo_slug(&self.repo_remote));
        path.push(&self.manifest_sha);
        path.push(&self.binding);
        path.push(format!("{}.json", self.range_sha));
        path
    }

    /// Reads the key off the path of an entry; `None` for paths that no entry has.
    pub(crate) fn names_at(manifest: &str, binding: &str, file: &str) -> Option<(String, String, String)> {
        let range = Sha256Hex::parse(file.strip_suffix(".json")?).ok()?;
        let manifest = Sha256Hex::parse(manifest).ok()?;
        let binding = BindingName::parse(binding).ok()?;
        Some((manifest.to_string(), binding.to_string(), range.to_string()))
    }
}
