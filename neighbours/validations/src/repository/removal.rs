//! Removing a folder, whatever a command did to it.

use std::fs::{self, Permissions};
use std::io;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

/// How often it is tried: processes that are being ended may still write.
const TRIES: usize = 5;

/// Removes `folder` and all that is in it, symbolic links as such; folders that were made read-only are no obstacle. That
/// it is not there is no error.
pub(super) fn remove_all(folder: &Path) -> io::Result<()> {
    let mut last = Ok(());
    for _ in 0..TRIES {
        last = match fs::remove_dir_all(folder) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            other => other,
        };
        match &last {
            Ok(()) => return last,
            Err(_) => make_writable(folder),
        }
    }
    last
}

/// Gives the owner every right on every folder below. Errors show when the removal is tried again.
fn make_writable(folder: &Path) {
    let mut pending = vec![folder.to_owned()];
    while let Some(folder) = pending.pop() {
        let is_folder = fs::symlink_metadata(&folder).is_ok_and(|metadata| metadata.is_dir());
        if !is_folder || fs::set_permissions(&folder, Permissions::from_mode(0o700)).is_err() {
            continue;
        }
        let Ok(entries) = fs::read_dir(&folder) else { continue };
        pending.extend(
            entries
                .flatten()
                .filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir()))
                .map(|entry| entry.path()),
        );
    }
}
