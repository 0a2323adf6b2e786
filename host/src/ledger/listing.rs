//! Reading and writing the ledger.

use std::cmp::Reverse;
use std::path::{Path, PathBuf};

use assize_schemas::{range_sha, read_json, repo_slug};
use assize_store::{StateFolder, StoreError};
use chrono::{DateTime, FixedOffset};
use serde_json::Value;

use crate::ledger::check::contradiction;
use crate::ledger::entry::NewEntry;
use crate::ledger::key::{LedgerKey, REVIEWS};
use crate::{HostError, LedgerEntry, LedgerFilter, LedgerRow};

/// The most that is read of one entry, in bytes.
const ENTRY_LIMIT: u64 = 64 * 1024 * 1024;

/// The ledger of one state folder. Every call reads the disk and blocks the thread.
#[derive(Debug, Clone)]
pub struct Ledger {
    pub(super) state: StateFolder,
}

/// What a list found.
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct LedgerListing {
    /// The rows, newest first.
    pub rows: Vec<LedgerRow>,
    /// How many there are, those beyond the limit included.
    pub total: usize,
    /// Files that stand where entries do and are none, by path. They are never served and never removed.
    pub damaged: Vec<DamagedEntry>,
}

/// A file that should be an entry and is not.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct DamagedEntry {
    /// The file, absolute.
    pub path: PathBuf,
    /// What is wrong with it.
    pub reason: String,
}

impl Ledger {
    pub(crate) fn new(state: StateFolder) -> Self {
        Self { state }
    }

    /// The entries that a filter admits, newest first by the time they record. One that contradicts itself is damage,
    /// as for [`Ledger::check`].
    ///
    /// # Errors
    ///
    /// [`HostError::Store`] when a folder cannot be read. A file that cannot be read is damage, not an error.
    pub fn list(&self, filter: &LedgerFilter) -> Result<LedgerListing, HostError> {
        let mut listing = LedgerListing::default();
        let sessions = self.sessions(filter)?;
        self.walk(filter.slug().as_deref(), |found| {
            match found {
                Ok((row, entry)) if filter.admits(&row) && sessions.admits(&row) => {
                    match contradiction(entry.attestation()) {
                        None => listing.rows.push(row),
                        Some(reason) => listing.damaged.push(DamagedEntry { path: entry.path().to_owned(), reason }),
                    }
                }
                Ok(_) => {}
                Err(damage) => listing.damaged.push(damage),
            }
            true
        })?;
        listing.rows.sort_by_cached_key(newest_first);
        listing.total = listing.rows.len();
        listing.rows.truncate(filter.limit.unwrap_or(usize::MAX));
        for row in &mut listing.rows {
            // What was noted later is nearer to what is so now.
            match self.annotations(&LedgerKey::of_row(row)) {
                Ok(noted) => row.pr = noted.and_then(|noted| noted.pull_request().cloned()).or(row.pr.take()),
                Err(damage) => listing.damaged.push(damage),
            }
        }
        Ok(listing)
    }

    /// The entry of a run; `None` when there is none (any more: a run of the same key takes an entry's place).
    ///
    /// # Errors
    ///
    /// [`HostError::Store`] when a folder cannot be read, and [`HostError::Damaged`] when the one entry of that run
    /// contradicts itself.
    pub fn show(&self, run_id: &str) -> Result<Option<LedgerEntry>, HostError> {
        let (mut shown, mut damaged) = (None, None);
        self.walk(None, |found| {
            if let Ok((row, entry)) = found
                && row.run_id == run_id
            {
                match contradiction(entry.attestation()) {
                    None => shown = Some(entry),
                    Some(reason) => damaged = Some(DamagedEntry { path: entry.path().to_owned(), reason }),
                }
            }
            shown.is_none()
        })?;
        match (shown, damaged) {
            (None, Some(DamagedEntry { path, reason })) => Err(HostError::Damaged { path, reason }),
            (shown, _) => Ok(shown),
        }
    }

    /// Writes an entry in place of any other of its key.
    pub(crate) fn record(&self, entry: &NewEntry) -> Result<PathBuf, StoreError> {
        self.state.write(entry.key.path(), &entry.bytes)
    }

    /// Goes through all entries below one repository's folder or all of them, in the order of their paths, until
    /// `each` answers false.
    pub(super) fn walk(
        &self,
        slug: Option<&str>,
        mut each: impl FnMut(Result<(LedgerRow, LedgerEntry), DamagedEntry>) -> bool,
    ) -> Result<(), HostError> {
        let slugs = match slug {
            Some(slug) => vec![slug.to_owned()],
            None => self.names(Path::new(REVIEWS))?,
        };
        for slug in slugs {
            let repository = Path::new(REVIEWS).join(&slug);
            for manifest in self.names(&repository)? {
                if manifest.len() != 64 {
                    continue; // `runs`, and whatever other hosts keep here.
                }
                for binding in self.names(&repository.join(&manifest))? {
                    let folder = repository.join(&manifest).join(&binding);
                    for file in self.names(&folder)? {
                        let Some((manifest, binding, range)) = LedgerKey::names_at(&manifest, &binding, &file) else {
                            continue;
                        };
                        let found = self.read(&folder.join(&file), &[&slug, &manifest, &binding, &range]);
                        if !each(found) {
                            return Ok(());
                        }
                    }
                }
            }
        }
        Ok(())
    }

    pub(super) fn names(&self, folder: &Path) -> Result<Vec<String>, StoreError> {
        let entries = self.state.entries(folder)?;
        Ok(entries.into_iter().filter_map(|entry| entry.file_name().into_string().ok()).collect())
    }

    /// Reads one entry and holds it against the names on its path.
    pub(super) fn read(&self, relative: &Path, names: &[&str; 4]) -> Result<(LedgerRow, LedgerEntry), DamagedEntry> {
        let path = self.state.root().join(relative);
        let damaged = |reason: String| DamagedEntry { path: path.clone(), reason };
        // An entry is a file of the ledger's own; what a link leads to may be anybody's.
        if std::fs::symlink_metadata(&path).is_ok_and(|metadata| metadata.is_symlink()) {
            return Err(damaged("it is a symbolic link".to_owned()));
        }
        let bytes = self
            .state
            .read(relative, ENTRY_LIMIT)
            .map_err(|error| damaged(error.to_string()))?
            .ok_or_else(|| damaged("it is gone".to_owned()))?;
        let value = read_entry(&bytes).map_err(&damaged)?;
        let attestation = value.get("attestation").ok_or_else(|| damaged("it has no attestation".to_owned()))?;
        let row = LedgerRow::of(attestation).map_err(&damaged)?;
        let recorded =
            [repo_slug(&row.repo_remote), row.manifest_sha.clone(), row.binding.clone(), row.range_sha.clone()];
        let parts = ["repository", "manifest", "binding", "range"];
        for ((part, recorded), name) in parts.iter().zip(&recorded).zip(names) {
            if recorded != name {
                return Err(damaged(format!("it is about the {part} {recorded:?} and stands under {name:?}")));
            }
        }
        if range_sha(&row.base_sha, &row.head_sha).as_str() != row.range_sha {
            return Err(damaged("its range digest is not that of its base and head".to_owned()));
        }
        Ok((row, LedgerEntry::read(path, value)))
    }
}

/// Sorts rows. Any RFC 3339 time is read; texts that are none come last.
pub(super) fn newest_first(row: &LedgerRow) -> (Reverse<Option<DateTime<FixedOffset>>>, Reverse<String>) {
    (Reverse(DateTime::parse_from_rfc3339(&row.created_at).ok()), Reverse(row.created_at.clone()))
}

fn read_entry(bytes: &[u8]) -> Result<Value, String> {
    let text = std::str::from_utf8(bytes).map_err(|_| "it is not UTF-8".to_owned())?;
    read_json(text).map_err(|error| error.to_string())
}
