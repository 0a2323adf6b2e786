//! Files that are published once: whole, durable, and only if nobody was first.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::Path;

use super::LedgerError;

/// Publishes `bytes` as `path` unless there is a file of that name. Gives whether it did.
///
/// The content is on disk before the name is: whoever finds the name finds all of it.
pub(crate) fn publish(path: &Path, bytes: &[u8]) -> Result<bool, LedgerError> {
    let failed = |error| LedgerError::io("write", path, error);
    let folder = path.parent().unwrap_or(Path::new("."));
    let beside = folder.join(format!(".{}.new", uuid::Uuid::new_v4()));
    let linked = write_new(&beside, bytes).and_then(|()| match fs::hard_link(&beside, path) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(false),
        Err(error) => Err(error),
    });
    let removed = fs::remove_file(&beside);
    let is_first = linked.map_err(failed)?;
    removed.map_err(failed)?;
    sync_folder(folder)?;
    Ok(is_first)
}

fn write_new(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}

/// Forces the names in a folder to disk.
pub(crate) fn sync_folder(folder: &Path) -> Result<(), LedgerError> {
    File::open(folder).and_then(|folder| folder.sync_all()).map_err(|error| LedgerError::io("sync", folder, error))
}

/// Replaces a file: what was there, or all of `bytes`.
pub(crate) fn replace(path: &Path, bytes: &[u8]) -> Result<(), LedgerError> {
    assize_store::write_atomically(path, bytes, 0o600)
        .map_err(|error| LedgerError::io("write", path, io::Error::other(error)))
}

/// Removes a file, whether or not it is there.
pub(crate) fn remove(path: &Path) -> Result<(), LedgerError> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(LedgerError::io("remove", path, error)),
        _ => path.parent().map_or(Ok(()), sync_folder),
    }
}
