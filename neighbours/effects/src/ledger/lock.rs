//! Locks that are folders: they outlive their holder, and are never stolen.

use std::fs;
use std::io;
use std::os::unix::fs::DirBuilderExt as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

use rustix::fs::{CWD, RenameFlags, renameat_with};

use super::LedgerError;
use super::owner::{Life, Owner, life};

const POLL: Duration = Duration::from_millis(5);

/// A lock that this process holds; dropping it gives it back.
#[derive(Debug)]
pub(crate) struct DirectoryLock {
    path: PathBuf,
}

/// What a held lock looks like from outside.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LockState {
    /// Its holder lives.
    Live,
    /// Another process has the number of its holder.
    PidReused,
    /// Its holder is gone.
    Stale,
    /// Who holds it cannot be told.
    Unverifiable,
}

impl LockState {
    /// The state in a word.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Live => "live",
            Self::PidReused => "pid-reused",
            Self::Stale => "stale",
            Self::Unverifiable => "unverifiable",
        }
    }
}

/// The path of a lock.
pub(crate) fn lock_path(locks: &Path, name: &str) -> PathBuf {
    locks.join(format!("{name}.lock"))
}

impl DirectoryLock {
    /// Waits for a lock for at most `wait`.
    pub(crate) fn acquire(locks: &Path, name: &str, wait: Duration) -> Result<Self, LedgerError> {
        let path = lock_path(locks, name);
        let begun = Instant::now();
        loop {
            if take(locks, &path)? {
                return Ok(Self { path });
            }
            if begun.elapsed() >= wait {
                let owner = fs::read_to_string(path.join("owner")).ok().and_then(|text| Owner::read(&text));
                let owner =
                    owner.map_or("nobody that can be told".to_owned(), |owner| format!("process {}", owner.pid));
                return Err(LedgerError::LockTimeout { name: name.to_owned(), owner });
            }
            std::thread::sleep(POLL);
        }
    }
}

/// Takes the lock unless somebody has it. Folder and owner appear in one step, so that no lock is without an owner.
fn take(locks: &Path, path: &Path) -> Result<bool, LedgerError> {
    let failed = |error| LedgerError::io("lock", path, error);
    if path.exists() {
        return Ok(false);
    }
    let owner = Owner::own();
    let beside = locks.join(format!(".{}.new", uuid::Uuid::new_v4()));
    fs::DirBuilder::new().mode(0o700).create(&beside).map_err(failed)?;
    let taken = assize_store::write_atomically(&beside.join("owner"), owner.text.as_bytes(), 0o600)
        .map_err(io::Error::other)
        .and_then(|()| renameat_with(CWD, &beside, CWD, path, RenameFlags::NOREPLACE).map_err(io::Error::from));
    if taken.is_err() {
        // What is left of it is in nobody's way.
        drop(fs::remove_dir_all(&beside));
    }
    match taken {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(false),
        Err(error) => Err(failed(error)),
    }
}

/// Takes a lock away, whoever holds it, in one step.
pub(crate) fn remove_lock(path: &Path) -> io::Result<()> {
    let aside = path.with_file_name(format!(".{}.old", uuid::Uuid::new_v4()));
    fs::rename(path, &aside)?;
    fs::remove_dir_all(&aside)
}

impl Drop for DirectoryLock {
    fn drop(&mut self) {
        if let Err(error) = remove_lock(&self.path) {
            tracing::warn!(path = %self.path.display(), %error, "a lock could not be given back");
        }
    }
}

/// What is known of a held lock: its state, and its holder where it can be told.
pub(crate) fn inspect(path: &Path) -> (LockState, Option<Owner>) {
    let file = path.join("owner");
    let owner = fs::read_to_string(&file).ok().and_then(|text| Owner::read(&text));
    let taken: Option<SystemTime> = fs::metadata(&file).and_then(|metadata| metadata.modified()).ok();
    let (Some(owner), Some(taken)) = (owner, taken) else { return (LockState::Unverifiable, None) };
    let state = match life(owner.pid, taken) {
        Life::Alive => LockState::Live,
        Life::Reused => LockState::PidReused,
        Life::Gone => LockState::Stale,
        Life::Unknown => LockState::Unverifiable,
    };
    (state, Some(owner))
}
