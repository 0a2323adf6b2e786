//! Finding entries by what they are about.

use std::io::ErrorKind;
use std::path::Path;

use assize_schemas::{Verdict, repo_slug};

use crate::ledger::listing::newest_first;
use crate::{AttestationDocument, DamagedEntry, Ledger, LedgerEntry, LedgerKey};

impl Ledger {
    /// The entry of a key; `None` when there is none. Another repository's whose remote has the same slug is none
    /// (rulings 16). Blocks the thread.
    ///
    /// # Errors
    ///
    /// [`DamagedEntry`] for a file that cannot be read or is not about what its path says.
    pub fn entry(&self, key: &LedgerKey) -> Result<Option<LedgerEntry>, DamagedEntry> {
        let relative = key.path();
        if is_missing(&self.state.root().join(&relative)) {
            return Ok(None);
        }
        let slug = repo_slug(&key.repo_remote);
        let (row, entry) = self.read(&relative, &[&slug, &key.manifest_sha, &key.binding, &key.range_sha])?;
        Ok((row.repo_remote == key.repo_remote).then_some(entry))
    }

    /// The attestations of a key's repository, manifest and binding over other ranges from the same base that passed,
    /// newest first. What is damaged or contradicts itself is none of them. Blocks the thread.
    pub(crate) fn passed_from(&self, key: &LedgerKey, base: &str) -> Vec<AttestationDocument> {
        let own = key.path();
        let Some(folder) = own.parent() else { return Vec::new() };
        let slug = repo_slug(&key.repo_remote);
        let mut passed = Vec::new();
        for file in self.names(folder).unwrap_or_default() {
            let names = LedgerKey::names_at(&key.manifest_sha, &key.binding, &file);
            let Some((manifest, binding, range)) = names.filter(|_| own != folder.join(&file)) else { continue };
            let Ok((row, entry)) = self.read(&folder.join(&file), &[&slug, &manifest, &binding, &range]) else {
                continue;
            };
            if row.repo_remote == key.repo_remote && row.base_sha == base && row.verdict == Verdict::Pass {
                passed.push((newest_first(&row), entry));
            }
        }
        passed.sort_by(|(one, _), (other, _)| one.cmp(other));
        passed.into_iter().filter_map(|(_, entry)| AttestationDocument::read(entry.into_attestation()).ok()).collect()
    }
}

fn is_missing(path: &Path) -> bool {
    std::fs::symlink_metadata(path)
        .is_err_and(|error| matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory))
}
