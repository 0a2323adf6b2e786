//! The export directory, inside the repository whatever the tree holds.

use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

use crate::export::ExportError;

/// Where git keeps a repository.
const GIT: &str = ".git";

/// Makes a directory inside `root`, which is absolute and free of links, and answers where it really is. Links on the
/// way are followed only as long as they stay inside. Blocks the thread.
pub(crate) fn make_inside(root: &Path, relative: &str) -> Result<PathBuf, ExportError> {
    let escapes = |reason| ExportError::Escapes { path: root.join(relative), reason };
    let mut at = root.to_owned();
    for component in Path::new(relative).components() {
        let name = match component {
            Component::CurDir => continue,
            Component::Normal(name) => name,
            _ => return Err(escapes("it leads out of the repository")),
        };
        at.push(name);
        let trouble = |path: &Path, source: io::Error| ExportError::Directory { path: path.to_owned(), source };
        match fs::symlink_metadata(&at) {
            Ok(metadata) if metadata.is_dir() => {}
            Ok(metadata) if metadata.is_symlink() => {
                at = fs::canonicalize(&at).map_err(|error| trouble(&at, error))?;
                if !at.starts_with(root) {
                    return Err(escapes("a link leads out of the repository"));
                }
                if !at.is_dir() {
                    return Err(escapes("a part of it is no directory"));
                }
            }
            Ok(_) => return Err(escapes("a part of it is no directory")),
            Err(error) if error.kind() == io::ErrorKind::NotFound => match fs::create_dir(&at) {
                // Somebody else may have made it just now.
                Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(trouble(&at, error)),
                _ => {}
            },
            Err(error) => return Err(trouble(&at, error)),
        }
        let inside = at.strip_prefix(root).unwrap_or(&at);
        if inside.components().any(|part| part.as_os_str().eq_ignore_ascii_case(GIT)) {
            return Err(escapes("it is git's own"));
        }
    }
    if at == root { Err(escapes("it is the repository itself")) } else { Ok(at) }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    fn check(relative: &str, expect: Option<&str>) {
        let place = tempfile::tempdir().unwrap();
        let folder = fs::canonicalize(place.path()).unwrap();
        let root = folder.join("root");
        fs::create_dir_all(root.join("docs/deep")).unwrap();
        fs::create_dir(folder.join("outside")).unwrap();
        fs::create_dir(root.join(".git")).unwrap();
        fs::write(root.join("file"), "").unwrap();
        symlink("docs", root.join("inner")).unwrap();
        symlink("../outside", root.join("outer")).unwrap();
        symlink("gone", root.join("dangling")).unwrap();
        symlink(".git", root.join("hidden")).unwrap();
        let made = make_inside(&root, relative).ok();
        assert_eq!(made, expect.map(|expect| root.join(expect)), "{relative:?}");
        assert!(made.is_none_or(|made| made.is_dir()));
        assert_eq!(fs::read_dir(folder.join("outside")).unwrap().count(), 0, "{relative:?}");
    }

    #[test]
    fn directories_stay_inside() {
        check(".reviews", Some(".reviews"));
        check("./a/b/", Some("a/b"));
        check("größe/x y", Some("größe/x y"));
        check("inner/new", Some("docs/new"));
        for relative in ["", ".", "..", "../x", "a/../../x", "/tmp", "outer", "outer/x", "dangling", "file", "file/x"] {
            check(relative, None);
        }
        for relative in [".git", ".git/x", ".GIT/x", "a/.git", "hidden/x"] {
            check(relative, None);
        }
    }
}
