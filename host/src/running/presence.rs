//! Being there.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use assize_store::{FileLock, StateFolder};

use crate::running::document::ENDED;
use crate::running::{LOCK, RUNNING};

/// What every request has a share of the lock on.
const REQUESTS: &str = ".requests";
/// How often that is tried. Who has it alone only removes a few files.
const TRIES: usize = 200;
/// How often the system may refuse.
const TROUBLES: usize = 10;
/// The pause between two tries.
const PAUSE: Duration = Duration::from_millis(2);
/// How long the end of a review is kept where requests never stop coming.
const KEPT: Duration = Duration::from_secs(600);

/// A request that has begun and not ended. While one is there, the ends of reviews are kept.
#[derive(Debug)]
pub(crate) struct Presence {
    folder: PathBuf,
    lock: Option<FileLock>,
}

impl Presence {
    /// Comes in. `None` where there is no place to meet others; a request can do without.
    pub(crate) async fn enter(state: &StateFolder) -> Option<Self> {
        let requests = Path::new(RUNNING).join(REQUESTS);
        let mut trouble = 0;
        for _ in 0..TRIES {
            match state.try_share(&requests) {
                Ok(Some(lock)) if lock.is_named() => {
                    return Some(Self { folder: state.root().join(RUNNING), lock: Some(lock) });
                }
                // Whoever left last is clearing up, or has just removed the file.
                Ok(_) => {}
                // Or the folder, after it was made for this one.
                Err(error) if trouble < TROUBLES => {
                    trouble += 1;
                    tracing::debug!(%error, "no place to meet other requests");
                }
                Err(_) => return None,
            }
            tokio::time::sleep(PAUSE).await;
        }
        None
    }
}

impl Drop for Presence {
    /// Leaves. The last one clears up: what a process that died left behind, and ends that nobody waits for.
    fn drop(&mut self) {
        let Some(lock) = self.lock.take() else { return };
        match lock.try_alone() {
            Ok(Some(alone)) => {
                for folder in folders(&self.folder) {
                    drop(fs::remove_dir_all(folder));
                }
                // The lock's own file goes last: from here on others come in by another one.
                drop(fs::remove_file(alone.path()));
                drop(fs::remove_dir(&self.folder));
            }
            _ => folders(&self.folder).filter(|folder| is_forgotten(folder)).for_each(|folder| {
                // Nobody can begin in it meanwhile.
                if let Ok(Some(_lock)) = FileLock::try_acquire(&folder.join(LOCK)) {
                    drop(fs::remove_dir_all(&folder));
                }
            }),
        }
    }
}

/// The folders of reviews.
fn folders(running: &Path) -> impl Iterator<Item = PathBuf> {
    let entries = fs::read_dir(running).into_iter().flatten().flatten();
    entries.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir())).map(|entry| entry.path())
}

/// Whether a review ended so long ago that no request can have begun before.
fn is_forgotten(folder: &Path) -> bool {
    let ended = fs::metadata(folder.join(ENDED)).and_then(|metadata| metadata.modified());
    ended.is_ok_and(|ended| ended.elapsed().is_ok_and(|age| age > KEPT))
}
