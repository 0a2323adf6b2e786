//! Locks between processes.

use std::fs::{File, TryLockError};
use std::io;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};

use rustix::fs::{Mode, OFlags};

use crate::StoreError;

/// A lock on a file, of one holder alone unless it is shared. Dropping it, or the death of the process that holds it,
/// gives it back. The file itself stays: removing it would let two holders in at once, unless each asks
/// [`FileLock::is_named`].
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

    /// Takes the lock together with others who share it, or answers `None` when somebody has it alone.
    ///
    /// # Errors
    ///
    /// As [`FileLock::try_acquire`].
    pub fn try_share(path: &Path) -> Result<Option<Self>, StoreError> {
        let file = open(path)?;
        match file.try_lock_shared() {
            Ok(()) => Ok(Some(Self { file, path: path.to_owned() })),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(error)) => Err(StoreError::io("lock", path, error)),
        }
    }

    /// Turns a shared lock into one of its own when nobody else shares it any more. Otherwise the lock is given back.
    ///
    /// # Errors
    ///
    /// [`StoreError`] when the system refuses.
    pub fn try_alone(self) -> Result<Option<Self>, StoreError> {
        match self.file.try_lock() {
            Ok(()) => Ok(Some(self)),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(error)) => Err(StoreError::io("lock", &self.path, error)),
        }
    }

    /// Whether the file that is locked still has its name. Where locked files are removed with what they protect, a
    /// lock on one that was is worth nothing.
    #[must_use]
    pub fn is_named(&self) -> bool {
        match (self.file.metadata(), std::fs::symlink_metadata(&self.path)) {
            (Ok(held), Ok(named)) => held.dev() == named.dev() && held.ino() == named.ino(),
            _ => false,
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
