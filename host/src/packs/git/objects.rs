//! Reading objects of a bare repository, each held against its name.

use std::collections::HashMap;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::Arc;

use assize_git::{GitError, GitProgram};
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::process::{Child, ChildStdin, ChildStdout};

use crate::packs::PackError;
use crate::packs::git::call::GitCall;
use crate::packs::git::object::ObjectId;

/// The longest line git answers before an object, in bytes.
const HEADER_LIMIT: u64 = 512;
/// The most that is read of one commit or tree, in bytes.
const STRUCTURE_LIMIT: u64 = 16 * 1024 * 1024;

/// What was found under a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Found {
    /// The object.
    Object(Arc<[u8]>),
    /// An object of another kind.
    OtherKind(String),
    /// An object larger than was asked for.
    TooLarge,
    /// Nothing.
    Missing,
}

/// The objects of a bare repository. One git answers for all of them; it ends when this is dropped.
///
/// Whoever can write the cache could put other content under a name, and git does not look: so each object is hashed
/// here, from the pinned commit down to the file.
#[derive(Debug)]
pub(super) struct Objects {
    repository: PathBuf,
    stdin: ChildStdin,
    stdout: BufReader<ChildStdout>,
    known: HashMap<ObjectId, Arc<[u8]>>,
    _child: Child,
}

impl Objects {
    /// The objects of the repository at `repository`, which must be one.
    pub(super) fn open(program: &GitProgram, repository: &Path) -> Result<Self, GitError> {
        let call = GitCall::at(program, repository)
            .global([OsStr::new("--git-dir"), OsStr::new(".")])
            // What is not there is not fetched behind our back.
            .variable("GIT_NO_LAZY_FETCH", "1")
            .variable("GIT_ALLOW_PROTOCOL", "none")
            .words(&["cat-file", "--batch"]);
        let mut child = call.process().stdin(Stdio::piped()).spawn().map_err(|source| call.not_started(source))?;
        let (Some(stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(GitError::Io(std::io::Error::other("git was started without pipes")));
        };
        Ok(Self {
            repository: repository.to_owned(),
            stdin,
            stdout: BufReader::new(stdout),
            known: HashMap::new(),
            _child: child,
        })
    }

    /// A commit or a tree.
    pub(super) async fn structure(&mut self, id: ObjectId, kind: &str) -> Result<Found, PackError> {
        if let Some(known) = self.known.get(&id) {
            return Ok(Found::Object(Arc::clone(known)));
        }
        let found = self.object(id, kind, STRUCTURE_LIMIT).await?;
        if let Found::Object(content) = &found {
            self.known.insert(id, Arc::clone(content));
        }
        Ok(found)
    }

    /// The object `id`, which must be of `kind`, of at most `limit` bytes. After anything but [`Found::Object`] and
    /// [`Found::Missing`] nothing more can be read.
    pub(super) async fn object(&mut self, id: ObjectId, kind: &str, limit: u64) -> Result<Found, PackError> {
        let io = |error| PackError::Git(GitError::Io(error));
        self.stdin.write_all(format!("{id}\n").as_bytes()).await.map_err(io)?;
        let mut header = String::new();
        (&mut self.stdout).take(HEADER_LIMIT).read_line(&mut header).await.map_err(io)?;
        let mut words = header.trim_end().split(' ').skip(1);
        let (found_kind, size) = match (words.next(), words.next().map(str::parse::<u64>)) {
            (Some("missing"), None) => return Ok(Found::Missing),
            (Some(found_kind), Some(Ok(size))) => (found_kind, size),
            _ => return Err(self.damaged(format!("git cannot read {id}"))),
        };
        if found_kind != kind {
            return Ok(Found::OtherKind(found_kind.to_owned()));
        }
        if size > limit {
            return Ok(Found::TooLarge);
        }
        let mut content = Vec::new();
        (&mut self.stdout).take(size).read_to_end(&mut content).await.map_err(io)?;
        let mut line_end = [0];
        self.stdout.read_exact(&mut line_end).await.map_err(io)?;
        if ObjectId::of(kind, &content) != id {
            return Err(self.damaged(format!("what is kept as {id} is something else")));
        }
        Ok(Found::Object(content.into()))
    }

    /// The error for a repository that does not hold what it must.
    pub(super) fn damaged(&self, what: String) -> PackError {
        PackError::DamagedCache { repository: self.repository.clone(), what }
    }
}
