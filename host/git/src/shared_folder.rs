//! The git folder that all work trees of a repository share.

use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt as _;
use std::path::PathBuf;

use crate::command::{SHORT, argv};
use crate::{Git, GitError};

/// Where a repository keeps what all its work trees share.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SharedFolder {
    /// The absolute path.
    pub path: PathBuf,
    /// `sha1` or `sha256`.
    pub object_format: String,
}

impl Git {
    /// The shared git folder, of a repository with or without a work tree.
    ///
    /// # Errors
    ///
    /// [`GitError::NotARepository`] and others when there is none that git trusts.
    pub async fn shared_folder(&self) -> Result<SharedFolder, GitError> {
        let command = argv!["rev-parse", "--path-format=absolute", "--show-object-format", "--git-common-dir"];
        let answer = self.ask(&command, SHORT).await?;
        let text = answer.stdout.strip_suffix(b"\n").unwrap_or(&answer.stdout);
        let newline = text.iter().position(|byte| *byte == b'\n').ok_or_else(|| answer.unexpected())?;
        let (format, path) = text.split_at(newline);
        let path = path.get(1..).unwrap_or_default();
        Ok(SharedFolder {
            path: PathBuf::from(OsString::from_vec(path.to_vec())),
            object_format: String::from_utf8_lossy(format).into_owned(),
        })
    }
}
