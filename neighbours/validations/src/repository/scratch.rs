//! Temporary folders that do not outlive the next command, however a command ended.
//!
//! Before a folder is made its path is noted in the repository, in a file that is locked for as long as its owner lives.
//! Whoever finds a note that nobody has locked removes what it names.

use std::fs::{self, DirBuilder};
use std::io::{Read as _, Write as _};
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::DirBuilderExt as _;
use std::path::{Path, PathBuf};

use assize_store::{FileLock, StoreError};

use super::folder::remove_file;
use super::removal::remove_all;
use super::{Repository, RepositoryError};
use crate::hex::hex;
use crate::random::random;

/// The folder of notes.
const NOTES: &str = "running";
/// How the folders' names begin. Nothing else is ever removed.
const PREFIX: &str = "assize-tree-";
/// How often a note is made anew when somebody takes it for an abandoned one.
const TRIES: usize = 20;

/// A private temporary folder, removed when it is dropped.
#[derive(Debug)]
pub(crate) struct Scratch {
    folder: PathBuf,
    note: FileLock,
}

impl Scratch {
    /// The folder, absolute.
    pub(crate) fn path(&self) -> &Path {
        &self.folder
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        match remove_all(&self.folder) {
            Ok(()) => drop(remove_file(self.note.path())),
            // The note stays, and with it the next command's duty.
            Err(error) => tracing::warn!(folder = %self.folder.display(), %error, "a temporary folder is left"),
        }
    }
}

impl Repository {
    /// Makes a folder below `temporary`.
    pub(crate) fn scratch(&self, temporary: &Path) -> Result<Scratch, RepositoryError> {
        for _ in 0..TRIES {
            let name = hex(&random::<12>()?);
            let folder = temporary.join(format!("{PREFIX}{name}"));
            let Some(note) = self.folder.try_lock(Path::new(NOTES).join(&name))? else { continue };
            let failed = |source| StoreError::Io { action: "write", path: note.path().to_owned(), source };
            note.file().write_all(folder.as_os_str().as_bytes()).map_err(failed)?;
            // Between its making and its locking somebody may have taken it for abandoned.
            if !note.is_named() {
                continue;
            }
            let made = DirBuilder::new().mode(0o700).create(&folder);
            made.map_err(|source| StoreError::Io { action: "make the folder", path: folder.clone(), source })?;
            return Ok(Scratch { folder, note });
        }
        let path = self.full(NOTES)?;
        Err(RepositoryError::Damaged { path, what: "no note in it stays".to_owned() })
    }

    /// Removes the folders of commands that are no more; the paths of those that could not be removed.
    pub(crate) fn sweep(&self) -> Result<Vec<PathBuf>, RepositoryError> {
        let mut left = Vec::new();
        for entry in self.folder.entries(NOTES)? {
            let name = entry.file_name();
            let Ok(Some(note)) = self.folder.try_lock(Path::new(NOTES).join(&name)) else { continue };
            let mut path = Vec::new();
            let read = note.file().take(16 * 1024).read_to_end(&mut path);
            let folder = PathBuf::from(std::ffi::OsStr::from_bytes(&path));
            let expected = format!("{PREFIX}{}", name.to_string_lossy());
            let is_ours = folder.is_absolute() && folder.file_name().is_some_and(|name| *name == *expected);
            if read.is_ok() && is_ours && remove_all(&folder).is_err() {
                left.push(folder);
                continue;
            }
            if note.is_named() {
                fs::remove_file(note.path()).ok();
            }
        }
        Ok(left)
    }
}
