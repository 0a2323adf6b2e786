//! The writing itself.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, BufWriter, Write as _};
use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStrExt as _;
use std::path::Path;
use std::process::{Child, ChildStdin, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use assize_schemas::Sha;
use rustix::fs::{Mode, OFlags};

use super::TreeError;
use super::contents::Contents;
use super::listing::{Entry, Kind, entries};
use super::places::judge;
use crate::command::{LONG, argv};
use crate::{Git, GitError};

/// The longest path that a symbolic link may hold, in bytes; no system follows a longer one.
const LONGEST_LINK: u64 = 4096;

/// Tells the writing thread to stop when nobody waits for it any more.
struct StopOnDrop(Arc<AtomicBool>);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl Git {
    /// Writes `tree` into `folder`, which must be there and empty: the exact bytes of every file, without filters,
    /// line-end conversions or attributes; modes 644 and 755; symbolic links as they are; an empty folder for a
    /// submodule. Whatever the tree holds, nothing is written outside of `folder`.
    ///
    /// However large the files are, a few hundred kilobytes of them are in memory, beside the list of paths.
    ///
    /// # Errors
    ///
    /// [`TreeError`]. A tree is refused as a whole, before anything of it is written, when it has names such as `..` or
    /// `.git` in it, or two beside each other that differ in case alone.
    pub async fn write_tree_to(&self, tree: &Sha, folder: &Path) -> Result<(), TreeError> {
        let command = argv!["ls-tree", "-r", "-t", "-z", "--full-tree", tree.as_str()];
        let listing = self.ask(&command, LONG).await?.stdout;
        let stop = StopOnDrop(Arc::default());
        let (git, folder, stopped) = (self.clone(), folder.to_owned(), Arc::clone(&stop.0));
        let written = tokio::task::spawn_blocking(move || write(&git, &listing, &folder, &stopped)).await;
        drop(stop);
        written.map_err(|error| TreeError::Git(GitError::Io(error.into())))?
    }
}

fn write(git: &Git, listing: &[u8], folder: &Path, stopped: &AtomicBool) -> Result<(), TreeError> {
    judge(listing)?;
    let mut child = git
        .prepared(&argv!["cat-file", "--batch", "--buffer"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|source| GitError::Start { program: "git".into(), source })?;
    let (stdin, stdout) = (child.stdin.take(), child.stdout.take());
    let (Some(stdin), Some(stdout)) = (stdin, stdout) else {
        return Err(GitError::Io(io::ErrorKind::BrokenPipe.into()).into());
    };
    let written = std::thread::scope(|scope| {
        scope.spawn(move || ask_for(stdin, listing));
        let written = write_all(listing, folder, &mut Contents::new(stdout), stopped);
        if written.is_err() {
            // Whoever asks is then waiting for a reader that is gone.
            end(&mut child);
        }
        written
    });
    let status = child.wait().map_err(GitError::Io)?;
    written?;
    if status.success() { Ok(()) } else { Err(GitError::Io(io::Error::other("git cat-file failed")).into()) }
}

fn end(child: &mut Child) {
    if let Err(error) = child.kill() {
        tracing::debug!(%error, "git cat-file was not there to be ended");
    }
}

/// Asks for every object in the order of the listing.
fn ask_for(stdin: ChildStdin, listing: &[u8]) {
    let mut stdin = BufWriter::with_capacity(64 * 1024, stdin);
    let wanted = entries(listing).filter_map(Result::ok).filter(|entry| entry.kind.has_content());
    for entry in wanted {
        if stdin.write_all(entry.object).and_then(|()| stdin.write_all(b"\n")).is_err() {
            return; // the answers end early, and the reader says so
        }
    }
    drop(stdin.flush());
}

/// The open folders from the root to the present one, each with its path in the tree.
struct Folders<'a>(Vec<(&'a [u8], OwnedFd)>);

fn write_all(
    listing: &[u8],
    folder: &Path,
    contents: &mut Contents<impl io::Read>,
    stopped: &AtomicBool,
) -> Result<(), TreeError> {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let root = rustix::fs::open(folder, flags, Mode::empty()).map_err(|error| TreeError::io(b"", error))?;
    let mut folders = Folders(vec![(&[], root)]);
    for entry in entries(listing) {
        let entry = entry?;
        if stopped.load(Ordering::Relaxed) {
            return Err(TreeError::Stopped);
        }
        let (parent, name) = entry.split();
        let name = OsStr::from_bytes(name);
        while folders.0.len() > 1 && folders.0.last().is_some_and(|(path, _)| *path != parent) {
            folders.0.pop();
        }
        let Some((_, here)) = folders.0.last().filter(|(path, _)| *path == parent) else {
            return Err(TreeError::refused(entry.path, "is in a folder that is none"));
        };
        let failed = |error: rustix::io::Errno| TreeError::io(entry.path, error);
        match entry.kind {
            Kind::File | Kind::Program => write_file(here, name, &entry, contents)?,
            Kind::Link => {
                let mut target = Vec::new();
                let size = contents.copy_next(&entry, &mut UpTo { to: &mut target, most: LONGEST_LINK })?;
                if size == 0 || target.contains(&0) {
                    return Err(TreeError::refused(entry.path, "is a symbolic link to what cannot be a path"));
                }
                rustix::fs::symlinkat(OsStr::from_bytes(&target), here, name).map_err(failed)?;
            }
            Kind::Folder | Kind::Submodule => {
                rustix::fs::mkdirat(here, name, Mode::from_raw_mode(0o777)).map_err(failed)?;
                if entry.kind == Kind::Folder {
                    let made = rustix::fs::openat(here, name, flags, Mode::empty()).map_err(failed)?;
                    folders.0.push((entry.path, made));
                }
            }
        }
    }
    Ok(())
}

fn write_file(
    here: &OwnedFd,
    name: &OsStr,
    entry: &Entry<'_>,
    contents: &mut Contents<impl io::Read>,
) -> Result<(), TreeError> {
    let failed = |error: rustix::io::Errno| TreeError::io(entry.path, error);
    let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let mode = Mode::from_raw_mode(if entry.kind == Kind::Program { 0o755 } else { 0o644 });
    let file = rustix::fs::openat(here, name, flags, mode).map_err(failed)?;
    let mut file = File::from(file);
    contents.copy_next(entry, &mut file)?;
    // Whatever the mask says.
    rustix::fs::fchmod(&file, mode).map_err(failed)
}

/// A writer that takes a bounded number of bytes.
struct UpTo<'a> {
    to: &'a mut Vec<u8>,
    most: u64,
}

impl io::Write for UpTo<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.to.len().saturating_add(bytes.len()) as u64 > self.most {
            return Err(io::Error::other("a symbolic link that is longer than any path"));
        }
        self.to.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
