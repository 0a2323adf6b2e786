//! Reading regular files with a bound.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;

use rustix::fs::{Mode, OFlags};

use crate::StoreError;

/// Reads a regular file of at most `limit` bytes; `None` when there is none.
///
/// The file is opened without waiting, so that a FIFO cannot hold the reader, and only what was opened is judged.
///
/// # Errors
///
/// [`StoreError::NotAFile`], [`StoreError::TooLarge`], or [`StoreError::Io`] when the system refuses.
pub fn read_bounded(path: &Path, limit: u64) -> Result<Option<Vec<u8>>, StoreError> {
    let opened =
        rustix::fs::open(path, OFlags::RDONLY | OFlags::CLOEXEC | OFlags::NONBLOCK | OFlags::NOCTTY, Mode::empty());
    let file = match opened {
        Ok(descriptor) => File::from(descriptor),
        Err(error) => {
            let error = io::Error::from(error);
            // A component that is a file where a directory is meant holds no entry either.
            return match error.kind() {
                io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => Ok(None),
                _ => Err(StoreError::io("read", path, error)),
            };
        }
    };
    let metadata = file.metadata().map_err(|error| StoreError::io("read", path, error))?;
    if !metadata.is_file() {
        return Err(StoreError::NotAFile { path: path.to_owned() });
    }
    if metadata.len() > limit {
        return Err(StoreError::TooLarge { path: path.to_owned(), limit });
    }
    let mut bytes = Vec::with_capacity(usize::try_from(metadata.len()).unwrap_or(0).saturating_add(1));
    // The file may grow while it is read: one byte more than the bound tells.
    file.take(limit.saturating_add(1)).read_to_end(&mut bytes).map_err(|error| StoreError::io("read", path, error))?;
    if u64::try_from(bytes.len()).unwrap_or(u64::MAX) > limit {
        return Err(StoreError::TooLarge { path: path.to_owned(), limit });
    }
    Ok(Some(bytes))
}
