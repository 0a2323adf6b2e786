//! Paths that clients name.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use assize_schemas::ATTESTATION_SCHEMA;
use serde_json::Value;

use super::answer::{ToolError, wrong};
use super::input::text;
use crate::ServerSettings;

/// The manifest's name in its folder.
const REVIEW_FILE: &str = "REVIEW.md";
/// Where git keeps a repository.
const GIT: &str = ".git";
/// The most that is read of a file that an export would replace, in bytes.
const READ: u64 = 64 * 1024 * 1024;

/// The folder that a client works in: one that is there. Relative ones begin at the server's own.
pub(super) fn folder(settings: &ServerSettings, member: &str, given: &str) -> Result<PathBuf, ToolError> {
    let path = settings.cwd.join(text(member, given)?);
    match fs::metadata(&path) {
        Ok(found) if found.is_dir() => Ok(path),
        Ok(_) => Err(wrong(member, format!("{} is not a folder", path.display()))),
        Err(error) => Err(wrong(member, format!("{}: {error}", path.display()))),
    }
}

/// The REVIEW.md that a client names, from its folder; a folder means the one in it.
pub(super) fn manifest(cwd: &Path, given: &str) -> Result<PathBuf, ToolError> {
    const MEMBER: &str = "manifestPath";
    let mut path = cwd.join(text(MEMBER, given)?);
    if path.is_dir() {
        path.push(REVIEW_FILE);
    }
    match fs::metadata(&path) {
        Ok(found) if found.is_file() => Ok(path),
        Ok(_) => Err(wrong(MEMBER, format!("{} is not a file", path.display()))),
        Err(error) => Err(wrong(MEMBER, format!("{}: {error}", path.display()))),
    }
}

/// Where a client wants an export: a folder that is there, or a `.json` file that is new or holds an attestation. A
/// client that was talked into it must not replace anything else, nor write into git's folder or the state folder.
pub(super) fn export(cwd: &Path, given: &str, state: &Path) -> Result<PathBuf, ToolError> {
    const MEMBER: &str = "outPath";
    let path = cwd.join(text(MEMBER, given)?);
    let refused = |why: &str| wrong(MEMBER, format!("{} {why}", path.display()));
    let is_folder = path.is_dir();
    if !is_folder {
        if path.extension().is_none_or(|extension| extension != "json") {
            return Err(refused("is no folder that is there, and no .json file"));
        }
        match fs::symlink_metadata(&path) {
            Ok(found) if !found.is_file() => return Err(refused("is there, and no regular file")),
            Ok(found) if found.len() > READ || !is_attestation(&path) => {
                return Err(refused("is there, and holds no attestation: it is not replaced"));
            }
            Ok(_) => {}
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(error) => return Err(refused(&format!("cannot be written: {error}"))),
        }
    }
    let real = real(&path).ok_or_else(|| refused("leads nowhere"))?;
    if real.components().any(|part| part.as_os_str().eq_ignore_ascii_case(GIT)) {
        return Err(refused("is git's own"));
    }
    if fs::canonicalize(state).is_ok_and(|state| real.starts_with(state)) {
        return Err(refused("is in the state folder"));
    }
    Ok(path)
}

/// A path without links, as far as it is there.
fn real(path: &Path) -> Option<PathBuf> {
    let there = path.ancestors().find(|ancestor| fs::symlink_metadata(ancestor).is_ok())?;
    let rest = path.strip_prefix(there).ok()?;
    // What is not there yet cannot be gone up from.
    let goes_up = rest.components().any(|part| part == std::path::Component::ParentDir);
    let there = fs::canonicalize(there).ok().filter(|_| !goes_up)?;
    Some(if rest.as_os_str().is_empty() { there } else { there.join(rest) })
}

fn is_attestation(path: &Path) -> bool {
    let value = fs::read(path).ok().and_then(|bytes| serde_json::from_slice::<Value>(&bytes).ok());
    value.is_some_and(|value| value.get("schema").and_then(Value::as_str) == Some(ATTESTATION_SCHEMA))
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn where_exports_may_go() {
        let place = tempfile::tempdir().unwrap();
        let cwd = place.path().join("repository");
        for folder in ["repository/.git/refs", "repository/out", "state/reviews", "elsewhere"] {
            fs::create_dir_all(place.path().join(folder)).unwrap();
        }
        let write = |name: &str, text: &str| fs::write(cwd.join(name), text).unwrap();
        write("old.json", &format!("{{\"schema\": \"{ATTESTATION_SCHEMA}\"}}"));
        write("package.json", "{\"name\": \"x\"}");
        write("broken.json", "{");
        symlink("../state", cwd.join("link")).unwrap();
        symlink("package.json", cwd.join("link.json")).unwrap();
        symlink(".git", cwd.join("hidden")).unwrap();
        let check = |given: &str, expect: Option<&str>| {
            let found = export(&cwd, given, &place.path().join("state"));
            match (&found, expect) {
                (Ok(path), None) => assert_eq!(*path, cwd.join(given)),
                (Err(error), Some(why)) => assert!(error.to_string().contains(why), "{given}: {error}"),
                _ => panic!("{given}: {found:?}"),
            }
        };
        check("out", None);
        check("out/new.json", None);
        check("deep/er/new.json", None);
        check("old.json", None);
        check("../elsewhere/new.json", None);
        check("", Some("it is empty"));
        check("a\0b.json", Some("control characters"));
        check("out/new.txt", Some("no .json file"));
        check("package.json", Some("holds no attestation"));
        check("broken.json", Some("holds no attestation"));
        check("link.json", Some("no regular file"));
        check("../state/reviews/new.json", Some("in the state folder"));
        check("link/new.json", Some("in the state folder"));
        check(".git/refs", Some("git's own"));
        check(".git/new.json", Some("git's own"));
        check("hidden/new.json", Some("git's own"));
        check("new/../.git/x.json", Some("leads nowhere"));
        check("package.json/x.json", Some("cannot be written"));
    }
}
