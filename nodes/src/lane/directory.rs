//! Where in a tree a command runs.

use std::path::{Component, Path, PathBuf};

/// Why a working directory is not used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DirectoryError {
    /// It climbs out of the tree.
    #[error("the working directory {cwd:?} leads out of the repository")]
    LeadsOut {
        /// The directory as declared.
        cwd: String,
    },
    /// It is absolute, and the tree is the lane's own: it would show something else than the frozen head.
    #[error("the working directory {cwd:?} is absolute, and this lane may only see its own tree")]
    Absolute {
        /// The directory as declared.
        cwd: String,
    },
}

/// The directory that `cwd` means in the tree at `root`; the root itself without one.
///
/// A relative path may not climb out with `..`: it is meant to be inside the repository (AIP-62, "Checks"), so this is
/// a mistake. An absolute path is taken as it stands, as the seed resolves paths, but not in a lane with a tree of
/// its own. Symbolic links are followed: this rule is against mistakes, since a command can go wherever it likes.
///
/// # Errors
///
/// [`DirectoryError`]; whether the directory exists is found out by the start.
pub fn directory_in(root: &Path, cwd: Option<&str>, isolated: bool) -> Result<PathBuf, DirectoryError> {
    let Some(cwd) = cwd else { return Ok(root.to_owned()) };
    let path = Path::new(cwd);
    if path.is_absolute() {
        return if isolated { Err(DirectoryError::Absolute { cwd: cwd.to_owned() }) } else { Ok(path.to_owned()) };
    }
    let mut depth = 0_usize;
    for component in path.components() {
        match component {
            Component::Normal(_) => depth += 1,
            Component::ParentDir => {
                depth = depth.checked_sub(1).ok_or_else(|| DirectoryError::LeadsOut { cwd: cwd.to_owned() })?;
            }
            Component::CurDir | Component::RootDir | Component::Prefix(_) => {}
        }
    }
    Ok(root.join(path))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(cwd: Option<&str>, isolated: bool, expect: Option<&str>) {
        let found = directory_in(Path::new("/r"), cwd, isolated);
        assert_eq!(found.ok().as_deref(), expect.map(Path::new), "{cwd:?}");
    }

    #[test]
    fn directories_stay_inside() {
        check(None, false, Some("/r"));
        check(Some("."), true, Some("/r"));
        check(Some("a/b"), true, Some("/r/a/b"));
        check(Some("a/../b"), false, Some("/r/a/../b"));
        check(Some("a/../.."), false, None);
        check(Some("../r"), false, None);
        check(Some("/elsewhere"), false, Some("/elsewhere"));
        check(Some("/r/a"), true, None);
    }
}
