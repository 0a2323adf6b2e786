//! Making files without overwriting any.

use std::fs::{self, OpenOptions, Permissions};
use std::io::{self, Write as _};
use std::os::unix::fs::{OpenOptionsExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};

use crate::init::InitError;

/// Permission bits of files that people read and edit; the umask takes its share.
pub(super) const PLAIN: u32 = 0o666;
/// Permission bits of programs.
pub(super) const PROGRAM: u32 = 0o777;

/// What came of making a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Made {
    /// It is there now.
    Created,
    /// Something was there already.
    Exists,
    /// A folder on the way is a link that leads out of the root.
    Outside,
}

/// Makes the file `relative` below `root`, which has no link in its path, with the folders it needs. Whatever stands at
/// the path, a link that leads nowhere included, stays.
pub(super) fn make(root: &Path, relative: &Path, text: &str, mode: u32) -> Result<Made, InitError> {
    let path = root.join(relative);
    let folder = path.parent().unwrap_or(root);
    match real_folder(folder) {
        Some(real) if real.starts_with(root) => {}
        _ => return Ok(Made::Outside),
    }
    let refused =
        |action| move |path: &Path, source: io::Error| InitError::Io { action, path: path.to_owned(), source };
    fs::create_dir_all(folder).map_err(|error| refused("make the folder")(folder, error))?;
    let mut file = match OpenOptions::new().write(true).create_new(true).mode(mode).open(&path) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => return Ok(Made::Exists),
        Err(error) => return Err(refused("make")(&path, error)),
    };
    file.write_all(text.as_bytes()).and_then(|()| file.sync_all()).map_err(|error| {
        // Half a file would count as a person's from now on.
        drop(fs::remove_file(&path));
        refused("write")(&path, error)
    })?;
    Ok(Made::Created)
}

/// Replaces the content of a file that exists, keeping its permission bits. `path` has no link in it.
pub(super) fn replace(path: &Path, text: &str) -> Result<(), InitError> {
    let metadata =
        fs::metadata(path).map_err(|source| InitError::Io { action: "read", path: path.to_owned(), source })?;
    let mode = Permissions::mode(&metadata.permissions()) & 0o7777;
    assize_store::write_atomically(path, text.as_bytes(), mode)?;
    Ok(())
}

/// Where a folder really is, or would be if it were made.
fn real_folder(folder: &Path) -> Option<PathBuf> {
    let existing = folder.ancestors().find(|ancestor| fs::symlink_metadata(ancestor).is_ok())?;
    let missing = folder.strip_prefix(existing).ok()?;
    Some(existing.canonicalize().ok()?.join(missing))
}
