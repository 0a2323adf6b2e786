//! Work trees that dead runs left behind.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Path, PathBuf};

use assize_git::Git;
use assize_store::{read_bounded, remove_tree};

use crate::repository::worktree_owner::{FOLDER_PREFIX, WorktreeOwner};

/// Where git keeps its records of work trees, below the git folder that they share.
const RECORDS: &str = "worktrees";
/// The most that is read of a record, in bytes.
const LIMIT: u64 = 64 * 1024;

/// A work tree on git's list that no run will take back.
struct LeftOver {
    tree: PathBuf,
    /// The folder it is in, with the claim on it; `None` when the folder is gone.
    folder: Option<(PathBuf, WorktreeOwner)>,
}

/// Takes back the work trees of this repository that runs made which are dead by now: a host that is killed cannot.
/// Trees of runs that are alive and trees that people made are left alone.
pub(crate) async fn remove_left_over(git: &Git, common_dir: &Path) {
    // One listing of a folder that most repositories do not have.
    for LeftOver { tree, folder } in left_over(common_dir) {
        // It forgets trees whose folder is gone, too.
        if let Err(error) = git.remove_worktree(&tree).await {
            tracing::debug!(%error, tree = %tree.display(), "git keeps a work tree of a dead run");
        }
        if let Some((folder, _owner)) = folder {
            let removed = tokio::task::spawn_blocking(move || remove_tree(&folder)).await;
            tracing::debug!(?removed, "work trees of a dead run");
        }
    }
}

fn left_over(common_dir: &Path) -> Vec<LeftOver> {
    let records = fs::read_dir(common_dir.join(RECORDS)).into_iter().flatten().flatten();
    records.filter_map(|record| dead(&record.path(), common_dir)).collect()
}

/// The work tree of a record, when its run is dead.
fn dead(record: &Path, common_dir: &Path) -> Option<LeftOver> {
    let bytes = read_bounded(&record.join("gitdir"), LIMIT).ok()??;
    let link = Path::new(OsStr::from_bytes(bytes.strip_suffix(b"\n").unwrap_or(&bytes)));
    // Git writes it relative to the record where it is told to.
    let tree = record.join(link).parent()?.to_owned();
    let folder = tree.parent()?;
    if !folder.file_name()?.as_bytes().starts_with(FOLDER_PREFIX.as_bytes()) {
        return None;
    }
    match fs::symlink_metadata(folder) {
        Ok(_) => {
            let owner = WorktreeOwner::of_dead(folder, common_dir)?;
            Some(LeftOver { folder: Some((folder.to_owned(), owner)), tree })
        }
        // Temporary files do not outlive everything. What somebody locked may come back.
        Err(error) if error.kind() == std::io::ErrorKind::NotFound && !record.join("locked").exists() => {
            Some(LeftOver { tree, folder: None })
        }
        Err(_) => None,
    }
}
