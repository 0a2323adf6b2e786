//! The private folder.

use std::fs::{self, DirBuilder, DirEntry};
use std::io;
use std::os::unix::fs::DirBuilderExt as _;
use std::path::{Component, Path, PathBuf};

use crate::write::{TEMPORARY_PREFIX, write_new, write_passing};
use crate::{FileLock, StoreError, read_bounded, remove_tree, write_atomically};

/// Permission bits of private folders.
const FOLDER_MODE: u32 = 0o700;
/// Permission bits of private files.
const FILE_MODE: u32 = 0o600;

/// A private folder that this host keeps its state in. It is made when something is first written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StateFolder {
    root: PathBuf,
}

impl StateFolder {
    /// The folder at `root`, which need not exist.
    #[must_use]
    pub fn new(root: impl Into<PathBuf>) -> Self {
        Self { root: root.into() }
    }

    /// Where the folder is.
    #[must_use]
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The absolute form of a path inside the folder.
    ///
    /// # Errors
    ///
    /// [`StoreError::Escapes`] when `relative` is empty, absolute, or has a `.` or `..` in it.
    pub fn path(&self, relative: impl AsRef<Path>) -> Result<PathBuf, StoreError> {
        let relative = relative.as_ref();
        let confined = relative.components().all(|component| matches!(component, Component::Normal(_)));
        if confined && !relative.as_os_str().is_empty() {
            Ok(self.root.join(relative))
        } else {
            Err(StoreError::Escapes { path: relative.to_owned() })
        }
    }

    /// Makes a folder inside this one, with those above it, all private. Folders that are there already are left
    /// as they are.
    ///
    /// # Errors
    ///
    /// [`StoreError`] when the path would escape or the system refuses.
    pub fn make_folder(&self, relative: impl AsRef<Path>) -> Result<PathBuf, StoreError> {
        let path = self.path(relative)?;
        make_private(&path)?;
        Ok(path)
    }

    /// Writes a private file whole or not at all, making the folders it needs.
    ///
    /// # Errors
    ///
    /// [`StoreError`] when the path would escape or the system refuses; what was there before is then still there.
    pub fn write(&self, relative: impl AsRef<Path>, bytes: &[u8]) -> Result<PathBuf, StoreError> {
        let path = self.path(relative)?;
        if let Some(parent) = path.parent() {
            make_private(parent)?;
        }
        write_atomically(&path, bytes, FILE_MODE)?;
        Ok(path)
    }

    /// As [`StateFolder::write`] for what only matters to processes that run now: it is not forced to disk, so that
    /// after a loss of power it may be torn.
    ///
    /// # Errors
    ///
    /// As [`StateFolder::write`].
    pub fn write_passing(&self, relative: impl AsRef<Path>, bytes: &[u8]) -> Result<PathBuf, StoreError> {
        let path = self.path(relative)?;
        if let Some(parent) = path.parent() {
            make_private(parent)?;
        }
        write_passing(&path, bytes, FILE_MODE)?;
        Ok(path)
    }

    /// Writes a private file that must not be there yet, whole or not at all, making the folders it needs. On its way
    /// it lies in the folder `by_way_of` inside this one; what is found there later was never finished. `false` when
    /// something has the name.
    ///
    /// # Errors
    ///
    /// [`StoreError`] when a path would escape or the system refuses.
    pub fn create(
        &self,
        relative: impl AsRef<Path>,
        bytes: &[u8],
        by_way_of: impl AsRef<Path>,
    ) -> Result<bool, StoreError> {
        let path = self.path(relative)?;
        let by_way_of = self.make_folder(by_way_of)?;
        if let Some(parent) = path.parent() {
            make_private(parent)?;
        }
        write_new(&path, bytes, FILE_MODE, &by_way_of)
    }

    /// Reads a regular file of at most `limit` bytes; `None` when there is none.
    ///
    /// # Errors
    ///
    /// As [`read_bounded`], and [`StoreError::Escapes`].
    pub fn read(&self, relative: impl AsRef<Path>, limit: u64) -> Result<Option<Vec<u8>>, StoreError> {
        read_bounded(&self.path(relative)?, limit)
    }

    /// Waits for the lock on a file inside the folder, making what it needs. Blocks the thread.
    ///
    /// # Errors
    ///
    /// [`StoreError`] when the path would escape or the system refuses.
    pub fn lock(&self, relative: impl AsRef<Path>) -> Result<FileLock, StoreError> {
        FileLock::acquire(&self.lock_path(relative.as_ref())?)
    }

    /// Takes the lock on a file inside the folder, or answers `None` when another holder has it.
    ///
    /// # Errors
    ///
    /// [`StoreError`] when the path would escape or the system refuses.
    pub fn try_lock(&self, relative: impl AsRef<Path>) -> Result<Option<FileLock>, StoreError> {
        FileLock::try_acquire(&self.lock_path(relative.as_ref())?)
    }

    /// Takes the lock on a file inside the folder together with others who share it, or answers `None` when somebody
    /// has it alone.
    ///
    /// # Errors
    ///
    /// [`StoreError`] when the path would escape or the system refuses.
    pub fn try_share(&self, relative: impl AsRef<Path>) -> Result<Option<FileLock>, StoreError> {
        FileLock::try_share(&self.lock_path(relative.as_ref())?)
    }

    /// Removes a folder and all that is in it, as [`remove_tree`] does; that it is not there is no error.
    ///
    /// # Errors
    ///
    /// [`StoreError`] when the path would escape or the system refuses.
    pub fn remove_folder(&self, relative: impl AsRef<Path>) -> Result<(), StoreError> {
        let path = self.path(relative)?;
        remove_tree(&path).map_err(|error| StoreError::io("remove", &path, error))
    }

    /// The entries of a folder inside this one, by name, without files that are still being written. Empty when
    /// there is no such folder; `""` is the folder itself.
    ///
    /// # Errors
    ///
    /// [`StoreError`] when the path would escape or the folder cannot be read.
    pub fn entries(&self, relative: impl AsRef<Path>) -> Result<Vec<DirEntry>, StoreError> {
        let relative = relative.as_ref();
        let path = if relative.as_os_str().is_empty() { self.root.clone() } else { self.path(relative)? };
        let refused = |error| StoreError::io("list", &path, error);
        let listing = match fs::read_dir(&path) {
            Ok(listing) => listing,
            Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => {
                return Ok(Vec::new());
            }
            Err(error) => return Err(refused(error)),
        };
        let mut entries = listing.collect::<Result<Vec<_>, _>>().map_err(refused)?;
        entries.retain(|entry| !entry.file_name().to_string_lossy().starts_with(TEMPORARY_PREFIX));
        entries.sort_by_key(DirEntry::file_name);
        Ok(entries)
    }

    /// Tells whether private files can be written: makes the folder when it is missing and a file in it that is
    /// gone at once.
    ///
    /// # Errors
    ///
    /// [`StoreError::Io`] with what the system said.
    pub fn check_writable(&self) -> Result<(), StoreError> {
        make_private(&self.root)?;
        tempfile::Builder::new()
            .prefix(TEMPORARY_PREFIX)
            .tempfile_in(&self.root)
            .map(drop)
            .map_err(|error| StoreError::io("write to", &self.root, error))
    }

    fn lock_path(&self, relative: &Path) -> Result<PathBuf, StoreError> {
        let path = self.path(relative)?;
        if let Some(parent) = path.parent() {
            make_private(parent)?;
        }
        Ok(path)
    }
}

fn make_private(path: &Path) -> Result<(), StoreError> {
    // `recursive` gives the mode to every folder it makes and accepts those that exist.
    DirBuilder::new()
        .recursive(true)
        .mode(FOLDER_MODE)
        .create(path)
        .map_err(|error| StoreError::io("make the folder", path, error))
}
