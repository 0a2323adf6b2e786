//! Writing files whole or not at all.

use std::fs::{File, Permissions};
use std::io::Write as _;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use crate::StoreError;

/// Prefix of the files that hold content on its way to its real name. Readers of a folder skip them.
pub(crate) const TEMPORARY_PREFIX: &str = ".assize-tmp-";

/// Writes `bytes` to `path` with the permission bits `mode`: into a new file beside it, to disk, and then to its
/// name in one step. Whatever stood at `path` is replaced; a symbolic link is replaced, not followed.
///
/// # Errors
///
/// [`StoreError::Io`] naming the step that failed; the old content is then still there.
pub fn write_atomically(path: &Path, bytes: &[u8], mode: u32) -> Result<(), StoreError> {
    write(path, bytes, mode, true)
}

/// As [`write_atomically`] for other processes alone: what a machine that loses power leaves may be torn or gone. For
/// files that mean nothing once the processes are gone that they are about.
pub(crate) fn write_passing(path: &Path, bytes: &[u8], mode: u32) -> Result<(), StoreError> {
    write(path, bytes, mode, false)
}

fn write(path: &Path, bytes: &[u8], mode: u32, durable: bool) -> Result<(), StoreError> {
    let folder = match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        Some(_) => Path::new("."),
        None => return Err(StoreError::NotAFile { path: path.to_owned() }),
    };
    let refused = |error| StoreError::io("write", path, error);
    // Made with the owner's bits alone; the wanted mode comes before the name does, whatever the umask says.
    let mut file = tempfile::Builder::new().prefix(TEMPORARY_PREFIX).tempfile_in(folder).map_err(refused)?;
    file.as_file().set_permissions(Permissions::from_mode(mode)).map_err(refused)?;
    file.write_all(bytes).map_err(refused)?;
    if durable {
        file.as_file().sync_all().map_err(refused)?;
    }
    file.persist(path).map_err(|error| refused(error.error))?;
    if durable {
        File::open(folder)
            .and_then(|folder| folder.sync_all())
            .map_err(|error| StoreError::io("sync", folder, error))?;
    }
    Ok(())
}

/// Writes `bytes` to `path`, where nothing may be: into a new file in the folder `by_way_of`, to disk, and then to its
/// name in one step. Both folders must be on one file system. `false` when something has the name; that is left as it is.
///
/// # Errors
///
/// [`StoreError::Io`] naming the step that failed.
pub fn write_new(path: &Path, bytes: &[u8], mode: u32, by_way_of: &Path) -> Result<bool, StoreError> {
    let refused = |error| StoreError::io("write", path, error);
    let mut file = tempfile::Builder::new().tempfile_in(by_way_of).map_err(refused)?;
    file.as_file().set_permissions(Permissions::from_mode(mode)).map_err(refused)?;
    file.write_all(bytes).map_err(refused)?;
    file.as_file().sync_all().map_err(refused)?;
    match file.persist_noclobber(path) {
        Err(error) if error.error.kind() == std::io::ErrorKind::AlreadyExists => return Ok(false),
        other => other.map_err(|error| refused(error.error))?,
    };
    if let Some(folder) = path.parent() {
        File::open(folder)
            .and_then(|folder| folder.sync_all())
            .map_err(|error| StoreError::io("sync", folder, error))?;
    }
    Ok(true)
}
