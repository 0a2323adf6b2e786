//! Making the host's key.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use assize_store::{FileLock, StateFolder};
use tempfile::TempDir;

use crate::signing::key::{KEY, KEYS, read_whole, write_public};
use crate::signing::principal::host_name;

use crate::signing::{SigningError, SshKeygen, SshKeygenError, words};

/// The lock's name in the folder of keys.
const LOCK: &str = ".review_ed25519.lock";
/// Prefix of the folders that a key is made in.
const TEMPORARY: &str = ".review_ed25519.new-";
/// How long the process that makes the key is waited for.
const PATIENCE: Duration = Duration::from_secs(60);
/// How often the lock is tried meanwhile.
const PAUSE: Duration = Duration::from_millis(5);

/// Makes the key unless there is one by now; answers whether it did.
///
/// The key is made in a folder of its own and gets its name by a hard link, which fails when the name is taken: neither
/// a process that dies on the way nor a host that knows nothing of our lock can leave half a key, or take another's
/// place.
pub(crate) async fn create(program: &SshKeygen, state: &StateFolder, hostname: &str) -> Result<bool, SigningError> {
    let folder = state.make_folder(KEYS)?;
    let _lock = wait_for_lock(state).await?;
    let key = folder.join(KEY);
    if fs::symlink_metadata(&key).is_ok() {
        return Ok(false);
    }
    remove_left_over(&folder);
    let made = tempfile::Builder::new().prefix(TEMPORARY).tempdir_in(&folder).map_err(trouble("make", &folder))?;
    let new = made.path().join(KEY);
    let comment = host_name(hostname);
    let arguments = words!["-q", "-t", "ed25519", "-N", "", "-C", &comment, "-f", &new];
    program.call(&arguments, b"").await?.output("make a key")?;
    tokio::task::spawn_blocking(move || publish(made, &new, &key))
        .await
        .map_err(|error| SshKeygenError::Io(error.into()))?
}

fn publish(made: TempDir, new: &Path, key: &Path) -> Result<bool, SigningError> {
    let sync = |path: &Path| File::open(path).and_then(|file| file.sync_all()).map_err(trouble("write", path));
    sync(new)?;
    let public = new.with_extension("pub");
    let line = read_whole(&public).map_err(trouble("read", &public))?;
    let created = match fs::hard_link(new, key) {
        Ok(()) => {
            write_public(key, &line)?;
            true
        }
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => false,
        Err(error) => return Err(trouble("make", key)(error)),
    };
    if let Some(folder) = key.parent() {
        sync(folder)?;
    }
    // The key has its name; what is left of its folder is removed with the next one, if not now.
    drop(made);
    Ok(created)
}

/// Waits without holding up a thread, so that a caller that gives up leaves nothing behind.
async fn wait_for_lock(state: &StateFolder) -> Result<FileLock, SigningError> {
    let relative = Path::new(KEYS).join(LOCK);
    let begun = Instant::now();
    loop {
        if let Some(lock) = state.try_lock(&relative)? {
            return Ok(lock);
        }
        if begun.elapsed() > PATIENCE {
            return Err(SigningError::KeyLocked { path: state.root().join(relative), waited: PATIENCE });
        }
        tokio::time::sleep(PAUSE).await;
    }
}

/// Removes what a process that died left behind. Called under the lock, so nobody is making a key there now.
fn remove_left_over(folder: &Path) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        if entry.file_name().to_string_lossy().starts_with(TEMPORARY) {
            // What cannot be removed is in nobody's way.
            drop(fs::remove_dir_all(entry.path()));
        }
    }
}

fn trouble(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> SigningError + use<> {
    let path: PathBuf = path.to_owned();
    move |source| SigningError::KeyFile { action, path, source }
}
