//! Reading attestations from files.

use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use assize_schemas::{read_json, read_time};
use assize_store::read_bounded;
use serde_json::Value;

use crate::verify::VerifyError;

/// The most that is read of one attestation, in bytes.
const FILE_LIMIT: u64 = 16 * 1024 * 1024;
/// The most that is read of one directory, in bytes.
const FOLDER_LIMIT: u64 = 512 * 1024 * 1024;
/// The most files of a directory that are looked at.
const COUNT_LIMIT: u64 = 20_000;

/// A file and the JSON document in it.
#[derive(Debug, Clone)]
pub(crate) struct Candidate {
    pub(crate) path: PathBuf,
    pub(crate) document: Value,
}

impl Candidate {
    /// The string behind a JSON pointer.
    pub(crate) fn text(&self, pointer: &str) -> Option<&str> {
        self.document.pointer(pointer).and_then(Value::as_str)
    }

    /// What makes one attestation newer than another; a time that is none makes it the oldest.
    pub(crate) fn age(&self) -> impl Ord + use<'_> {
        (self.text("/createdAt").and_then(read_time), self.path.as_path())
    }
}

/// What a file holds.
#[derive(Debug, Clone)]
pub(crate) enum FileContent {
    Document(Value),
    /// Why it is no JSON document.
    NotJson(String),
    Missing,
}

/// Reads one file that the caller named. Blocks the thread.
pub(crate) fn read_file(path: &Path) -> Result<FileContent, VerifyError> {
    Ok(match read_bounded(path, FILE_LIMIT)? {
        None => FileContent::Missing,
        Some(bytes) => match parse(&bytes) {
            Ok(document) => FileContent::Document(document),
            Err(reason) => FileContent::NotJson(reason),
        },
    })
}

pub(crate) fn parse(bytes: &[u8]) -> Result<Value, String> {
    let text = std::str::from_utf8(bytes).map_err(|_| "it is not UTF-8".to_owned())?;
    read_json(text).map_err(|error| match error.path.as_str() {
        "" => error.to_string(),
        path => format!("{path}: {error}"),
    })
}

/// The attestations of a directory.
#[derive(Debug, Clone, Default)]
pub(crate) struct ExportFolder {
    pub(crate) candidates: Vec<Candidate>,
    /// Files named like attestations that could not be read as JSON, with the reason.
    pub(crate) unread: Vec<(PathBuf, String)>,
}

impl ExportFolder {
    /// Reads every `*.json` directly inside a directory, in the order of their names; a directory that is not there is
    /// empty. Links and special files are passed over, so that a commit cannot make a verifier read what lies outside.
    /// Blocks the thread.
    pub(crate) fn read(path: &Path) -> Result<Self, VerifyError> {
        let trouble = |source| VerifyError::Directory { path: path.to_owned(), source };
        let listing = match fs::read_dir(path) {
            Ok(listing) => listing,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Self::default()),
            Err(error) => return Err(trouble(error)),
        };
        let mut files = Vec::new();
        let mut count = 0;
        for entry in listing {
            let entry = entry.map_err(trouble)?;
            count += 1;
            if count > COUNT_LIMIT {
                return Err(VerifyError::TooMuch { path: path.to_owned(), limit: COUNT_LIMIT, what: "files" });
            }
            let file = entry.path();
            if file.extension() == Some(OsStr::new("json")) {
                files.push((file, entry.file_type().map_err(trouble)?.is_file()));
            }
        }
        files.sort_unstable();
        let mut folder = Self::default();
        let mut total = 0_u64;
        for (file, is_file) in files {
            if !is_file {
                folder.unread.push((file, "it is not a regular file".to_owned()));
                continue;
            }
            match read_bounded(&file, FILE_LIMIT) {
                Ok(Some(bytes)) => {
                    total = total.saturating_add(u64::try_from(bytes.len()).unwrap_or(u64::MAX));
                    if total > FOLDER_LIMIT {
                        return Err(VerifyError::TooMuch { path: path.to_owned(), limit: FOLDER_LIMIT, what: "bytes" });
                    }
                    match parse(&bytes) {
                        Ok(document) => folder.candidates.push(Candidate { path: file, document }),
                        Err(reason) => folder.unread.push((file, reason)),
                    }
                }
                Ok(None) => {}
                Err(error) => folder.unread.push((file, error.to_string())),
            }
        }
        Ok(folder)
    }
}
