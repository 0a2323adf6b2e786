//! The default sink: a git ref that points to the newest checkpoint.

use std::cell::RefCell;

use assize_git::Git;
use assize_schemas::Sha;
use tokio::runtime::Runtime;

use crate::ledger::{CheckpointSink, SinkError};

/// A ref of the project's repository: `refs/aiwg/effects/<subsystem>/checkpoint`.
#[derive(Debug)]
pub struct GitSink {
    git: Git,
    name: String,
    runtime: Runtime,
    /// The blob that was read last: only that one is replaced.
    read: RefCell<Option<Sha>>,
}

impl GitSink {
    /// The sink of a subsystem's ledger.
    ///
    /// # Errors
    ///
    /// What the system says when no runtime can be started for git's calls.
    pub fn new(git: Git, subsystem: &str) -> std::io::Result<Self> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let name = format!("refs/aiwg/effects/{subsystem}/checkpoint");
        Ok(Self { git, name, runtime, read: RefCell::new(None) })
    }
}

impl CheckpointSink for GitSink {
    fn read(&self) -> Result<Option<String>, SinkError> {
        let failed = |error: assize_git::GitError| SinkError(error.to_string());
        let found = self.runtime.block_on(self.git.read_object(&self.name)).map_err(failed)?;
        let Some(object) = found else {
            if self.runtime.block_on(self.git.has_ref(&self.name)).map_err(failed)? {
                return Err(SinkError(format!("{} points to an object that is not there", self.name)));
            }
            *self.read.borrow_mut() = None;
            return Ok(None);
        };
        if object.kind != "blob" {
            return Err(SinkError(format!("{} points to a {}, not to a checkpoint", self.name, object.kind)));
        }
        let text = String::from_utf8(object.bytes).map_err(|_| SinkError(format!("{} holds no text", self.name)))?;
        *self.read.borrow_mut() = Some(object.sha);
        Ok(Some(text))
    }

    fn replace(&self, before: Option<&str>, text: &str) -> Result<(), SinkError> {
        let failed = |error: assize_git::GitError| SinkError(error.to_string());
        let read = self.read.borrow().clone();
        if read.is_some() != before.is_some() {
            return Err(SinkError(format!("{} was not read before it is replaced", self.name)));
        }
        let blob = self.runtime.block_on(self.git.write_blob(text.as_bytes())).map_err(failed)?;
        let moved = self.runtime.block_on(self.git.move_ref(&self.name, &blob, read.as_ref())).map_err(failed)?;
        if !moved {
            return Err(SinkError(format!("{} was moved in between", self.name)));
        }
        *self.read.borrow_mut() = Some(blob);
        Ok(())
    }
}
