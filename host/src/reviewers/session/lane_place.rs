//! Where a lane's reviewer puts its verdict.

use std::fs::File;
use std::io::{self, Read as _};
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};

use assize_schemas::{MAX_VERDICT_FILE_BYTES, VerdictFile, read_verdict_file, repo_slug};
use assize_store::{StateFolder, StoreError, remove_tree};
use indexmap::IndexMap;
use rustix::fs::{Mode, OFlags};
use rustix::io::Errno;

use crate::ledger::REVIEWS;

/// The folder of runs, beside the verdicts of a repository.
const RUNS: &str = "runs";
/// How the name of a lane's verdict file ends.
const VERDICT: &str = ".verdict.json";
/// How the name of a lane's transcript ends.
const TRANSCRIPT: &str = ".transcript.txt";

/// The folder of one run inside the state folder.
fn run_folder(repo_remote: &str, run_id: &str) -> PathBuf {
    Path::new(REVIEWS).join(repo_slug(repo_remote)).join(RUNS).join(run_id)
}

/// A lane as a name of files.
fn file_name(lane: &str) -> String {
    lane.replace('/', "__")
}

/// Where the transcript of a lane is kept, inside the state folder.
pub(super) fn transcript_path(repo_remote: &str, run_id: &str, lane: &str) -> PathBuf {
    run_folder(repo_remote, run_id).join(file_name(lane) + TRANSCRIPT)
}

/// Takes away what the reviewers of a run left in the state folder, but for the transcripts of the lanes named in `keep`.
/// Answers those that there are. Blocks the thread.
pub(crate) fn clear_run(
    state: &StateFolder,
    repo_remote: &str,
    run_id: &str,
    keep: &[&str],
) -> IndexMap<String, PathBuf> {
    let folder = run_folder(repo_remote, run_id);
    let kept: IndexMap<String, PathBuf> = keep
        .iter()
        .map(|lane| ((*lane).to_owned(), state.root().join(transcript_path(repo_remote, run_id, lane))))
        .filter(|(_, path)| path.is_file())
        .collect();
    if kept.is_empty() {
        report(state.remove_folder(&folder));
        return kept;
    }
    for entry in state.entries(&folder).unwrap_or_default() {
        let path = entry.path();
        if kept.values().any(|kept| *kept == path) {
            continue;
        }
        let removed =
            if path.is_dir() && !path.is_symlink() { remove_tree(&path) } else { std::fs::remove_file(&path) };
        if let Err(error) = removed {
            tracing::debug!(%error, path = %path.display(), "a run's file stays");
        }
    }
    kept
}

fn report(removed: Result<(), StoreError>) {
    if let Err(error) = removed {
        tracing::debug!(%error, "a run's folder stays");
    }
}

/// The folder that one attempt of a lane's reviewer writes its verdict into.
#[derive(Debug)]
pub(super) struct LanePlace {
    folder: PathBuf,
    /// What was made, whatever stands at its path by now.
    opened: OwnedFd,
    verdict: String,
}

impl LanePlace {
    /// Makes the folder anew: what an earlier attempt left is gone, and whoever may still write there writes to a folder
    /// that nobody looks at (rulings 13).
    pub(super) fn renew(state: &StateFolder, repo_remote: &str, run_id: &str, lane: &str) -> Result<Self, StoreError> {
        let name = file_name(lane);
        let relative = run_folder(repo_remote, run_id).join(&name);
        state.remove_folder(&relative)?;
        let folder = state.make_folder(&relative)?;
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let opened = rustix::fs::open(&folder, flags, Mode::empty()).map_err(|error| StoreError::Io {
            action: "open",
            path: folder.clone(),
            source: error.into(),
        })?;
        Ok(Self { folder, opened, verdict: name + VERDICT })
    }

    /// The folder.
    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Where the verdict is to be.
    pub(super) fn verdict_path(&self) -> PathBuf {
        self.folder.join(&self.verdict)
    }

    /// The verdict that was written; `None` when there is no file.
    pub(super) fn read_verdict(&self) -> Result<Option<VerdictFile>, String> {
        let Some(bytes) = self.read()? else { return Ok(None) };
        let text = String::from_utf8(bytes).map_err(|_| "the verdict file is not UTF-8".to_owned())?;
        read_verdict_file(&text).map(Some).map_err(|error| error.to_string())
    }

    /// The bytes of the file itself. A link is not followed, and nothing is waited for.
    fn read(&self) -> Result<Option<Vec<u8>>, String> {
        let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
        let unreadable = |error: io::Error| format!("the verdict file cannot be read: {error}");
        let file = match rustix::fs::openat(&self.opened, &self.verdict, flags, Mode::empty()) {
            Ok(descriptor) => File::from(descriptor),
            Err(Errno::NOENT) => return Ok(None),
            Err(Errno::LOOP) => return Err("the verdict file is a symbolic link, not a regular file".to_owned()),
            Err(error) => return Err(unreadable(error.into())),
        };
        let metadata = file.metadata().map_err(unreadable)?;
        if !metadata.is_file() {
            return Err("the verdict file is not a regular file".to_owned());
        }
        let limit = u64::try_from(MAX_VERDICT_FILE_BYTES).unwrap_or(u64::MAX);
        let mut bytes = Vec::new();
        // The file may still grow: one byte more than the bound tells.
        file.take(limit.saturating_add(1)).read_to_end(&mut bytes).map_err(unreadable)?;
        if bytes.len() > MAX_VERDICT_FILE_BYTES {
            return Err(format!("the verdict file is larger than {MAX_VERDICT_FILE_BYTES} bytes"));
        }
        Ok(Some(bytes))
    }
}
