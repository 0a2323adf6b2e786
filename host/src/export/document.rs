//! The exported file.

use std::fs;
use std::path::{Path, PathBuf};

use assize_schemas::{BindingName, ReviewId, Sha};
use assize_store::write_atomically;
use serde_json::Value;

use crate::export::ExportError;
use crate::export::confined::make_inside;

/// Permission bits of exports: they are committed, and read by whoever runs the gate.
const FILE_MODE: u32 = 0o644;
/// How many digits of the head a name shows.
const HEAD_DIGITS: usize = 12;

/// Writes an attestation into an export directory of the repository at `root`, under its own name, and answers the
/// file. `root` is absolute and free of links, `directory` the manifest's `verdict.exportDir`. Blocks the thread.
///
/// # Errors
///
/// [`ExportError`] when the directory would lead out of the repository or into `.git`, the attestation cannot be
/// named, or the system refuses.
pub fn export_to_directory(root: &Path, directory: &str, attestation: &Value) -> Result<PathBuf, ExportError> {
    let name = file_name(attestation)?;
    write(&make_inside(root, directory)?.join(name), attestation)
}

/// Writes an attestation to a path: a file, or a directory that is there. Blocks the thread.
pub(crate) fn export_to_path(path: &Path, attestation: &Value) -> Result<PathBuf, ExportError> {
    if path.is_dir() {
        return write(&path.join(file_name(attestation)?), attestation);
    }
    if let Some(parent) = path.parent() {
        fs::create_dir_all(parent).map_err(|source| ExportError::Directory { path: parent.to_owned(), source })?;
    }
    write(path, attestation)
}

fn write(path: &Path, attestation: &Value) -> Result<PathBuf, ExportError> {
    let mut bytes = serde_json::to_vec_pretty(attestation).map_err(|error| ExportError::Internal(error.to_string()))?;
    bytes.push(b'\n');
    write_atomically(path, &bytes, FILE_MODE)?;
    Ok(path.to_owned())
}

/// `<reviewId>-<binding>-<head, 12 digits>.json`. The members may come from another host's ledger entry: only what
/// cannot leave the directory becomes part of a name.
fn file_name(attestation: &Value) -> Result<String, ExportError> {
    let text = |pointer| attestation.pointer(pointer).and_then(Value::as_str).unwrap_or_default();
    let review = ReviewId::parse(text("/reviewId")).map_err(|_| ExportError::Unusable("reviewId"))?;
    let binding = BindingName::parse(text("/binding")).map_err(|_| ExportError::Unusable("binding"))?;
    let head = Sha::parse(text("/target/headSha")).map_err(|_| ExportError::Unusable("target.headSha"))?;
    Ok(format!("{review}-{binding}-{}.json", head.short(HEAD_DIGITS)))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn check(review: &str, binding: &str, head: &str, expect: Option<&str>) {
        let attestation = json!({"reviewId": review, "binding": binding, "target": {"headSha": head}});
        assert_eq!(file_name(&attestation).ok().as_deref(), expect);
    }

    #[test]
    fn names() {
        let head = "0123456789abcdef0123456789abcdef01234567";
        check("my-repo", "ci", head, Some("my-repo-ci-0123456789ab.json"));
        check("my-repo", "ci", &"a".repeat(64), Some("my-repo-ci-aaaaaaaaaaaa.json"));
        check("../x", "ci", head, None);
        check("my-repo", "a/b", head, None);
        check("my-repo", "ci", "../../x", None);
        check("my-repo", "ci", "", None);
    }

    #[test]
    fn a_file_is_the_attestation_with_two_blanks_a_level() {
        let place = tempfile::tempdir().unwrap();
        let attestation =
            json!({"reviewId": "r", "binding": "b", "list": [1.5, {"ä": "\n"}], "target": {"headSha": "a".repeat(40)}});
        let path = export_to_path(place.path(), &attestation).unwrap();
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.starts_with("{\n  \"reviewId\": \"r\",\n") && text.ends_with("}\n"), "{text}");
        assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), attestation);
        let named = export_to_path(&place.path().join("new/x.json"), &attestation).unwrap();
        assert_eq!(fs::read_to_string(named).unwrap(), text);
    }
}
