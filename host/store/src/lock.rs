//! Locks between processes.

use std::fs::{File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use rustix::fs::{Mode, OFlags};

use crate::StoreError;

/// An exclusive lock on a file. Dropping it, or the death of the process that holds it, gives it back. The file
/// itself stays: removing it would let two holders in at once.
#[derive(Debug)]
pub struct FileLock {
    file: File,
    path: PathBuf,
}

impl FileLock {
    /// Takes the lock at once, or answers `None` when another holder has it.
    ///
    /// # Errors
    ///
    /// [`StoreError`] when the file cannot be made or is not a regular file.
    pub fn try_acquire(path: &Path) -> Result<Option<Self>, StoreError> {
        let file = open(path)?;
        match file.try_lock() {
            Ok(()) => Ok(Some(Self { file, path: path.to_owned() })),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(error)) => Err(StoreError::io("lock", path, error)),
        }
    }

    /// Waits for the lock. Blocks the thread.
    ///
    /// # Errors
    ///
    /// [`StoreError`] when the file cannot be made, is not a regular file, or cannot be locked.
    pub fn acquire(path: &Path) -> Result<Self, StoreError> {
        let file = open(path)?;
        loop {
            match file.lock() {
                Ok(()) => return Ok(Self { file, path: path.to_owned() }),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(StoreError::io("lock", path, error)),
            }
        }
    }

    /// The file that is locked.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The open file, to read or write what the lock protects.
    #[must_use]
    pub fn file(&self) -> &File {
        &self.file
    }
}

fn open(path: &Path) -> Result<File, StoreError> {
    let flags = OFlags::RDWR | OFlags::CREATE | OFlags::CLOEXEC | OFlags::NONBLOCK | OFlags::NOFOLLOW | OFlags::NOCTTY;
    let file = rustix::fs::open(path, flags, Mode::RUSR | Mode::WUSR)
        .map(File::from)
        .map_err(|error| StoreError::io("open", path, error.into()))?;
    let metadata = file.metadata().map_err(|error| StoreError::io("open", path, error))?;
    if metadata.is_file() { Ok(file) } else { Err(StoreError::NotAFile { path: path.to_owned() }) }
}
