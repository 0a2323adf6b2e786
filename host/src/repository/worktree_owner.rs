//! Whose the work trees in a temporary folder are.

use std::io::Write as _;
use std::os::unix::ffi::OsStrExt as _;
use std::path::Path;

use assize_store::{FileLock, StoreError, read_bounded};

/// How the names of the folders begin that hold the work trees of one run.
pub(crate) const FOLDER_PREFIX: &str = "assize-";
/// The file in such a folder that its run has the lock on.
const OWNER: &str = ".owner";
/// What the file begins with; the repository's git folder follows.
const BEGINS: &[u8] = b"work trees of a review in ";
/// The most that is read of it, in bytes.
const LIMIT: u64 = 64 * 1024;

/// The claim of a run on the folder that holds its work trees. The system gives it back when the process dies, so that a
/// later run can tell what nobody will take back any more.
#[derive(Debug)]
pub(crate) struct WorktreeOwner {
    _lock: FileLock,
}

impl WorktreeOwner {
    /// Claims a folder that was just made, for work trees of the repository whose git folder is `common_dir`.
    pub(crate) fn of(folder: &Path, common_dir: &Path) -> Result<Self, StoreError> {
        let path = folder.join(OWNER);
        let busy =
            || StoreError::Io { action: "lock", path: path.clone(), source: std::io::ErrorKind::WouldBlock.into() };
        let lock = FileLock::try_acquire(&path)?.ok_or_else(busy)?;
        let written = lock.file().write_all(&text(common_dir));
        written.map_err(|source| StoreError::Io { action: "write", path: path.clone(), source })?;
        Ok(Self { _lock: lock })
    }

    /// Takes over a folder of work trees of that repository whose run is dead; `None` for any other folder.
    pub(crate) fn of_dead(folder: &Path, common_dir: &Path) -> Option<Self> {
        let path = folder.join(OWNER);
        // Looked at first: taking a lock makes the file.
        let claimed = read_bounded(&path, LIMIT).ok()??;
        if claimed != text(common_dir) {
            return None;
        }
        let lock = FileLock::try_acquire(&path).ok()??;
        lock.is_named().then_some(Self { _lock: lock })
    }
}

fn text(common_dir: &Path) -> Vec<u8> {
    [BEGINS, common_dir.as_os_str().as_bytes(), b"\n"].concat()
}
