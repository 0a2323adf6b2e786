//! The folder that a reviewer's home and temporary files are in.

use std::fs::{self, DirBuilder, OpenOptions, Permissions};
use std::io::{self, Write as _};
use std::os::unix::fs::{DirBuilderExt as _, MetadataExt as _, OpenOptionsExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};

use assize_store::{FileLock, remove_tree};

/// How the names of these folders begin.
const PREFIX: &str = "assize-reviewer-";
/// The file in it that its host has the lock on. The reviewer may not touch it.
const CLAIM: &str = ".claim";
/// The reviewer's home, its temporary folder and what it is given, below the private folder.
const HOME: &str = "home";
const TEMPORARY: &str = "tmp";
const INPUT: &str = "input";
/// How often a new folder is tried for.
const TRIES: u32 = 3;

/// A folder below the machine's temporary one, gone when this is dropped: with the reviewer's home, its temporary folder
/// and what it is given to read.
#[derive(Debug)]
pub(super) struct PrivateFolder {
    root: PathBuf,
    _claim: FileLock,
}

impl PrivateFolder {
    /// Makes one below `temporary`, and takes away those of hosts that are dead: they may hold copies of credentials.
    pub(super) fn make(temporary: &Path) -> io::Result<Self> {
        remove_dead(temporary);
        for _ in 0..TRIES {
            let permissions = Permissions::from_mode(0o700);
            let root = tempfile::Builder::new().prefix(PREFIX).permissions(permissions).tempdir_in(temporary)?.keep();
            // Somebody who clears away dead ones may have been quicker.
            let Some(claim) = FileLock::try_acquire(&root.join(CLAIM)).map_err(io::Error::other)? else { continue };
            let folder = Self { root, _claim: claim };
            for part in [folder.home(), folder.temporary(), folder.input()] {
                DirBuilder::new().mode(0o700).create(part)?;
            }
            return Ok(folder);
        }
        Err(io::ErrorKind::WouldBlock.into())
    }

    /// The reviewer's home.
    pub(super) fn home(&self) -> PathBuf {
        self.root.join(HOME)
    }

    /// Its temporary folder.
    pub(super) fn temporary(&self) -> PathBuf {
        self.root.join(TEMPORARY)
    }

    /// The whole of it.
    pub(super) fn root(&self) -> &Path {
        &self.root
    }

    /// Where it is itself, with those of other reviewers.
    pub(super) fn place(&self) -> &Path {
        self.root.parent().unwrap_or(&self.root)
    }

    /// What it is given to read.
    pub(super) fn input(&self) -> PathBuf {
        self.root.join(INPUT)
    }

    /// Writes a file that the reviewer is given to read.
    pub(super) fn give(&self, name: &str, bytes: &[u8]) -> io::Result<PathBuf> {
        let path = self.input().join(name);
        write_private(&path, bytes)?;
        Ok(path)
    }

    /// Writes a file into the reviewer's home, with the folders that it needs.
    pub(super) fn furnish(&self, relative: &Path, bytes: &[u8]) -> io::Result<()> {
        let path = self.home().join(relative);
        if let Some(parent) = path.parent() {
            DirBuilder::new().recursive(true).mode(0o700).create(parent)?;
        }
        write_private(&path, bytes)
    }
}

impl Drop for PrivateFolder {
    fn drop(&mut self) {
        take_away(&self.root);
    }
}

fn write_private(path: &Path, bytes: &[u8]) -> io::Result<()> {
    OpenOptions::new().write(true).create_new(true).mode(0o600).open(path)?.write_all(bytes)
}

/// Removes a folder with what its reviewer left in it.
fn take_away(root: &Path) {
    // The claim goes last: should this be interrupted, the next host goes on with it.
    for place in [root.join(HOME), root.join(TEMPORARY), root.join(INPUT), root.to_owned()] {
        if let Err(error) = remove_tree(&place) {
            tracing::warn!(%error, place = %place.display(), "a reviewer's folder stays");
        }
    }
}

/// Takes away the folders of hosts that were killed.
fn remove_dead(temporary: &Path) {
    for entry in fs::read_dir(temporary).into_iter().flatten().flatten() {
        if !entry.file_name().to_string_lossy().starts_with(PREFIX) {
            continue;
        }
        let (path, claim) = (entry.path(), entry.path().join(CLAIM));
        let ours = fs::symlink_metadata(&path)
            .is_ok_and(|found| found.is_dir() && found.uid() == rustix::process::geteuid().as_raw());
        // Looked at first: taking a lock makes the file.
        if !ours || fs::symlink_metadata(&claim).is_err() {
            continue;
        }
        if let Ok(Some(_claim)) = FileLock::try_acquire(&claim) {
            take_away(&path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_goes_whatever_is_in_it_and_so_does_that_of_a_dead_host() {
        let place = tempfile::tempdir().unwrap();
        let count = || fs::read_dir(place.path()).unwrap().count();
        let folder = PrivateFolder::make(place.path()).unwrap();
        folder.furnish(Path::new(".agent/auth.json"), b"secret").unwrap();
        let copy = folder.home().join(".agent/auth.json");
        assert_eq!(fs::metadata(&copy).unwrap().permissions().mode() & 0o777, 0o600);
        fs::set_permissions(folder.home().join(".agent"), Permissions::from_mode(0o0)).unwrap();
        let other = PrivateFolder::make(place.path()).unwrap();
        assert_eq!(count(), 2, "a host that lives keeps its own");
        drop(folder);
        assert_eq!(count(), 1);
        let dead = place.path().join(format!("{PREFIX}dead"));
        fs::create_dir_all(dead.join("home")).unwrap();
        fs::write(dead.join(CLAIM), "").unwrap();
        drop(other);
        drop(PrivateFolder::make(place.path()).unwrap());
        assert_eq!(count(), 0);
    }
}
