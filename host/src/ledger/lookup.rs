//! Finding entries by what they are about.

use std::io::ErrorKind;
use std::path::Path;

use assize_schemas::repo_slug;

use crate::{DamagedEntry, Ledger, LedgerEntry, LedgerKey};

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
}

fn is_missing(path: &Path) -> bool {
    std::fs::symlink_metadata(path)
        .is_err_and(|error| matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory))
}
