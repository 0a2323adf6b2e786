//! Finding the attestation (AIP-62, "Verification", step 3).

use std::fs;
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Path, PathBuf};

use crate::repository::ReviewRange;
use crate::verify::folder::{Candidate, ExportFolder, FileContent, read_file};
use crate::verify::{Subject, VerifyError, VerifyRequest};

/// Where an attestation was looked for, and what was there.
#[derive(Debug)]
pub(crate) enum Located {
    /// The attestation, and the directory it is in with what else was read there, if it was read.
    Found { candidate: Candidate, directory: PathBuf, folder: Option<ExportFolder> },
    /// The file that the caller named holds no JSON document.
    NotJson { path: PathBuf, reason: String },
    /// The file that the caller named is not there.
    NoFile { path: PathBuf },
    /// The directory has none for this range.
    NoMatch { directory: PathBuf, folder: ExportFolder },
    /// The manifest exports none, and the caller allowed for that.
    NotExported,
}

/// Finds the attestation. When `HEAD` only adds files to the directory that was searched, and there is none for it,
/// the one for its parent is taken and `subject` is about the parent then.
pub(crate) async fn locate(subject: &mut Subject, request: &VerifyRequest) -> Result<Located, VerifyError> {
    let directory = match place_to_look(subject, request)? {
        Looked::File(path) => return named_file(path).await,
        Looked::Directory(directory) => directory,
        Looked::Nowhere => return Ok(Located::NotExported),
    };
    let reading = directory.clone();
    let folder = blocking(move || ExportFolder::read(&reading)).await??;
    if let Some(candidate) = newest(&folder, &subject.range, request) {
        return Ok(Located::Found { candidate, directory, folder: Some(folder) });
    }
    if request.head.is_none() && only_adds_exports(subject, &directory).await? {
        let range = subject.of_parent().await?;
        if let Some(candidate) = newest(&folder, &range, request) {
            subject.range = range;
            subject.parent = true;
            return Ok(Located::Found { candidate, directory, folder: Some(folder) });
        }
    }
    Ok(Located::NoMatch { directory, folder })
}

enum Looked {
    File(PathBuf),
    Directory(PathBuf),
    Nowhere,
}

fn place_to_look(subject: &Subject, request: &VerifyRequest) -> Result<Looked, VerifyError> {
    if let Some(named) = &request.attestation {
        let path = subject.cwd.join(named);
        return Ok(if path.is_dir() { Looked::Directory(path) } else { Looked::File(path) });
    }
    match &subject.manifest().verdict.export_dir {
        Some(relative) => {
            let path = subject.place.checkout.root.join(relative);
            // What is not there yet holds nothing, wherever it would be.
            if fs::canonicalize(&path).is_ok_and(|real| !real.starts_with(&subject.place.checkout.root)) {
                return Err(VerifyError::ExportDirEscapes { path });
            }
            Ok(Looked::Directory(path))
        }
        None if request.if_exported => Ok(Looked::Nowhere),
        None => Err(VerifyError::NowhereToLook),
    }
}

async fn named_file(path: PathBuf) -> Result<Located, VerifyError> {
    let reading = path.clone();
    Ok(match blocking(move || read_file(&reading)).await?? {
        FileContent::Document(document) => {
            let directory = path.parent().unwrap_or(Path::new("/")).to_owned();
            Located::Found { candidate: Candidate { path, document }, directory, folder: None }
        }
        FileContent::NotJson(reason) => Located::NotJson { path, reason },
        FileContent::Missing => Located::NoFile { path },
    })
}

fn newest(folder: &ExportFolder, range: &ReviewRange, request: &VerifyRequest) -> Option<Candidate> {
    let fits = |candidate: &&Candidate| {
        candidate.text("/target/baseSha") == Some(range.base.as_str())
            && candidate.text("/target/headSha") == Some(range.head.as_str())
            && request.binding.as_deref().is_none_or(|binding| candidate.text("/binding") == Some(binding))
    };
    folder.candidates.iter().filter(fits).max_by(|one, other| one.age().cmp(&other.age())).cloned()
}

/// Whether the commit that is checked out changes files below `directory` and nothing else.
async fn only_adds_exports(subject: &Subject, directory: &Path) -> Result<bool, VerifyError> {
    let Ok(real) = fs::canonicalize(directory) else { return Ok(false) };
    let Ok(inside) = real.strip_prefix(&subject.place.checkout.root) else { return Ok(false) };
    if inside.as_os_str().is_empty() {
        return Ok(false);
    }
    let mut prefix = inside.as_os_str().as_bytes().to_vec();
    prefix.push(b'/');
    let changed = subject.place.git.changed_paths(&subject.range.head).await.map_err(crate::HostError::from)?;
    Ok(!changed.is_empty() && changed.iter().all(|path| path.starts_with(&prefix)))
}

/// Runs something that reads files.
pub(crate) async fn blocking<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, VerifyError> {
    tokio::task::spawn_blocking(work).await.map_err(|error| VerifyError::Internal(error.to_string()))
}
