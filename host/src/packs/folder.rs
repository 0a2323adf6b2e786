//! A folder that nothing is read outside of.

use std::fs::File;
use std::io::{self, Read as _};
use std::os::fd::{AsFd as _, OwnedFd};
use std::path::{Component, Path, PathBuf};

use rustix::fs::{AtFlags, FileType, Mode, OFlags};
use rustix::io::Errno;

use crate::packs::{PackError, REVIEW_MD};

/// A folder that nothing is read outside of, by real path (AIP-62, "Rubric confinement").
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ConfinedFolder {
    /// The folder as it was named; what reviewers and messages are told.
    named: PathBuf,
    /// Its real path.
    real: PathBuf,
}

impl ConfinedFolder {
    /// The folder at `path`.
    pub(crate) fn open(path: &Path) -> Result<Self, PackError> {
        let real = path.canonicalize().map_err(|error| trouble(REVIEW_MD, path.display().to_string(), error))?;
        Ok(Self { named: path.to_owned(), real })
    }

    /// The folder as it was named.
    pub(crate) fn named(&self) -> &Path {
        &self.named
    }

    /// Where the folder really is.
    pub(crate) fn real(&self) -> &Path {
        &self.real
    }

    /// Where `name` really is, relative to the real folder: free of links and of `..`.
    pub(crate) fn find(&self, name: &str) -> Result<PathBuf, PackError> {
        let real = self.real.join(name).canonicalize().map_err(|error| self.refused(name, error))?;
        match real.strip_prefix(&self.real) {
            Ok(inner) if !inner.as_os_str().is_empty() => Ok(inner.to_owned()),
            Ok(_) => Err(self.not_a_file(name)),
            Err(_) => Err(PackError::Escapes { what: name.to_owned(), place: self.place() }),
        }
    }

    /// Reads the regular file at `inner`, which [`ConfinedFolder::find`] answered for `name`. A link that has come
    /// between since then is not followed, and nothing that could block or act is opened.
    pub(crate) fn read(&self, name: &str, inner: &Path, limit: u64) -> Result<Vec<u8>, PackError> {
        let file = self.open_inside(name, inner)?;
        let too_large = || PackError::TooLarge { what: name.to_owned(), place: self.place(), limit };
        let refused = |error| self.refused(name, error);
        let metadata = file.metadata().map_err(refused)?;
        if !metadata.is_file() {
            return Err(self.not_a_file(name));
        }
        if metadata.len() > limit {
            return Err(too_large());
        }
        let mut bytes = Vec::new();
        // The file may grow while it is read: one byte more than the bound tells.
        file.take(limit.saturating_add(1)).read_to_end(&mut bytes).map_err(refused)?;
        if u64::try_from(bytes.len()).is_ok_and(|length| length <= limit) { Ok(bytes) } else { Err(too_large()) }
    }

    fn open_inside(&self, name: &str, inner: &Path) -> Result<File, PackError> {
        // Component by component without following links: `openat2` would do it at once, where a system has it and
        // a sandbox lets it through.
        let refused = |error: Errno| match error {
            Errno::LOOP | Errno::MLINK | Errno::NOTDIR => {
                PackError::Changed { what: name.to_owned(), place: self.place() }
            }
            error => self.refused(name, error.into()),
        };
        let through = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let mut folder: OwnedFd = rustix::fs::open(&self.real, through, Mode::empty()).map_err(refused)?;
        let mut parts = inner.components().peekable();
        while let Some(part) = parts.next() {
            let Component::Normal(part) = part else {
                return Err(PackError::Escapes { what: name.to_owned(), place: self.place() });
            };
            if parts.peek().is_some() {
                folder = rustix::fs::openat(folder.as_fd(), part, through, Mode::empty()).map_err(refused)?;
                continue;
            }
            // Looked at before it is opened: opening a device can do things.
            let stat = rustix::fs::statat(folder.as_fd(), part, AtFlags::SYMLINK_NOFOLLOW).map_err(refused)?;
            match FileType::from_raw_mode(stat.st_mode) {
                FileType::RegularFile => {}
                FileType::Symlink => return Err(refused(Errno::LOOP)),
                _ => return Err(self.not_a_file(name)),
            }
            let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
            return rustix::fs::openat(folder.as_fd(), part, flags, Mode::empty()).map(File::from).map_err(refused);
        }
        Err(self.not_a_file(name))
    }

    /// The folder for messages.
    pub(crate) fn place(&self) -> String {
        self.named.display().to_string()
    }

    fn not_a_file(&self, name: &str) -> PackError {
        PackError::NotAFile { what: name.to_owned(), place: self.place() }
    }

    fn refused(&self, name: &str, source: io::Error) -> PackError {
        trouble(name, self.place(), source)
    }
}

fn trouble(name: &str, place: String, source: io::Error) -> PackError {
    let what = name.to_owned();
    match source.kind() {
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => PackError::Missing { what, place },
        _ => PackError::Io { what, place, source },
    }
}
