//! Files with a content: `file:<path>@sha256:<hex>`.

use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::{Component, Path, PathBuf};

use async_trait::async_trait;
use serde_json::{Map, Value};
use sha2::{Digest as _, Sha256};

use super::answer::Raised;
use super::reference::{InvalidVerifier, VerifierRef};
use super::request::{Verifier, VerifierRequest, absent, present, unknown};
use crate::document::is_digest;
use crate::hash::hex;
use crate::identity::FILE_DIGEST;

/// Asks a folder whether a file in it has a digest.
#[derive(Debug)]
pub(super) struct FileVerifier {
    reference: VerifierRef,
    root: PathBuf,
}

impl FileVerifier {
    pub(super) fn new(root: PathBuf) -> Result<Self, InvalidVerifier> {
        Ok(Self { reference: VerifierRef::new(FILE_DIGEST, "1.0.0", true)?, root })
    }
}

#[async_trait]
impl Verifier for FileVerifier {
    fn reference(&self) -> &VerifierRef {
        &self.reference
    }

    async fn verify(&self, request: &VerifierRequest) -> Result<Value, Raised> {
        let root = self.root.clone();
        let (target, pinned) = (request.target.clone(), request.expected.digest.clone());
        tokio::task::spawn_blocking(move || judge(&root, &target, pinned.as_deref()))
            .await
            .unwrap_or_else(|_| unknown("server-error"))
    }
}

fn judge(root: &Path, target: &str, pinned: Option<&str>) -> Result<Value, Raised> {
    let Some((path, wanted)) = target.strip_prefix("file:").and_then(|rest| rest.rsplit_once('@')) else {
        return unknown("malformed-response");
    };
    if !is_digest(wanted) || path.is_empty() {
        return unknown("malformed-response");
    }
    if pinned.is_some_and(|pinned| pinned != wanted) {
        return unknown("evidence-conflict");
    }
    let relative = Path::new(path);
    // A path that leaves the root by its words alone is not followed.
    if !relative.components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir)) {
        return unknown("container-unreadable");
    }
    let Ok(root) = fs::canonicalize(root) else { return unknown("container-unreadable") };
    let full = root.join(relative);
    let found = match fs::canonicalize(&full) {
        Ok(found) => found,
        Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => {
            return missing(&root, &full);
        }
        Err(_) => return unknown("container-unreadable"),
    };
    if !found.starts_with(&root) {
        return unknown("container-unreadable");
    }
    // Looked at before it is opened: opening a pipe would wait.
    let Ok(metadata) = fs::metadata(&found) else { return unknown("container-unreadable") };
    if !metadata.is_file() {
        return unknown("evidence-conflict");
    }
    let Ok(seen) = digest_of(&found) else { return unknown("container-unreadable") };
    let mut evidence = Map::new();
    evidence.insert("sha256".to_owned(), seen.clone().into());
    if seen == wanted { present("digest-match", evidence) } else { absent(evidence) }
}

/// A file that is not there counts as absent only when what is there of its path lies in the root.
fn missing(root: &Path, full: &Path) -> Result<Value, Raised> {
    for ancestor in full.ancestors().skip(1) {
        // A link that leads nowhere is a path that nobody can follow to its end.
        let Ok(metadata) = fs::symlink_metadata(ancestor) else { continue };
        return match fs::canonicalize(ancestor) {
            Ok(found) if found.starts_with(root) && (metadata.is_dir() || metadata.is_symlink()) => {
                // The last part itself may be such a link.
                let dangles = fs::symlink_metadata(full).is_ok();
                if dangles { unknown("container-unreadable") } else { absent(Map::new()) }
            }
            Ok(found) if found.starts_with(root) => absent(Map::new()),
            _ => unknown("container-unreadable"),
        };
    }
    unknown("container-unreadable")
}

fn digest_of(path: &Path) -> io::Result<String> {
    let mut file = File::open(path)?;
    let mut hasher = Sha256::new();
    let mut buffer = vec![0; 1 << 16];
    loop {
        let length = file.read(&mut buffer)?;
        if length == 0 {
            return Ok(format!("sha256:{}", hex(&hasher.finalize())));
        }
        hasher.update(buffer.get(..length).unwrap_or_default());
    }
}
