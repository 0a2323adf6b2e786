//! Taking away folders that somebody else filled.

use std::fs::{self, Permissions};
use std::io::{self, ErrorKind};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

/// Whoever filled the folder is given so many chances to have put something in meanwhile.
const ROUNDS: u32 = 3;

/// Removes a folder and all that is in it, however that was left: folders that are nested deeper than a path can be long
/// or a process can have files open, and folders whose owner took the rights to them away. Links are not followed; `root`
/// itself must be no link. That it is not there is no error.
///
/// Folders are emptied from the top: what lies in one that is below `root` is moved up before it is removed. So a name
/// never has more than two parts below `root`, and nothing is called recursively.
///
/// # Errors
///
/// What the system said, when a part of it could not be removed.
pub fn remove_tree(root: &Path) -> io::Result<()> {
    match fs::symlink_metadata(root) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(error),
        Ok(found) if !found.is_dir() => return Err(ErrorKind::NotADirectory.into()),
        Ok(_) => {}
    }
    let mut last = Ok(());
    for _ in 0..ROUNDS {
        last = empty(root).and_then(|()| fs::remove_dir(root));
        match &last {
            Err(error) if error.kind() == ErrorKind::DirectoryNotEmpty => {}
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
            _ => return last,
        }
    }
    last
}

fn empty(root: &Path) -> io::Result<()> {
    open_up(root);
    let mut number = 0_u64;
    let mut waiting = Vec::new();
    for entry in fs::read_dir(root)? {
        waiting.extend(without_files(&entry?)?);
    }
    while let Some(folder) = waiting.pop() {
        open_up(&folder);
        for entry in fs::read_dir(&folder)? {
            let Some(inner) = without_files(&entry?)? else { continue };
            // Moving a folder writes in it: what is above it changes.
            open_up(&inner);
            let up = free_name(root, &mut number)?;
            fs::rename(&inner, &up)?;
            waiting.push(up);
        }
        fs::remove_dir(&folder)?;
    }
    Ok(())
}

/// The path of an entry that is a folder; one that is anything else is removed.
fn without_files(entry: &fs::DirEntry) -> io::Result<Option<PathBuf>> {
    if entry.file_type()?.is_dir() {
        return Ok(Some(entry.path()));
    }
    match fs::remove_file(entry.path()) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
        _ => Ok(None),
    }
}

/// A name in `root` that nothing has.
fn free_name(root: &Path, number: &mut u64) -> io::Result<PathBuf> {
    loop {
        let path = root.join(format!(".going-{number}"));
        *number = number.wrapping_add(1);
        match fs::symlink_metadata(&path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(path),
            Err(error) => return Err(error),
            Ok(_) => {}
        }
    }
}

/// Gives the owner back the right to empty a folder. Whether it worked shows when that is done.
fn open_up(folder: &Path) {
    let _ = fs::set_permissions(folder, Permissions::from_mode(0o700));
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    /// `depth` folders, one in the other, below `root`.
    fn chain(root: &Path, depth: usize) {
        fs::create_dir_all(root).unwrap();
        let (inner, outer) = (root.join("inner"), root.join("outer"));
        fs::create_dir(&inner).unwrap();
        fs::write(inner.join("file"), "x").unwrap();
        for _ in 0..depth {
            fs::create_dir(&outer).unwrap();
            fs::rename(&inner, outer.join("d")).unwrap();
            fs::rename(&outer, &inner).unwrap();
        }
    }

    #[test]
    fn whatever_was_left_goes() {
        let place = tempfile::tempdir().unwrap();
        let (root, kept) = (place.path().join("root"), place.path().join("kept"));
        fs::create_dir_all(kept.join("inside")).unwrap();
        chain(&root.join("deep"), 3_000);
        for number in 0..3 {
            fs::create_dir(root.join(format!(".going-{number}"))).unwrap();
        }
        symlink(&kept, root.join("link")).unwrap();
        symlink(&kept, root.join("deep/link")).unwrap();
        symlink("nowhere", root.join("deep/dangling")).unwrap();
        for (folder, mode) in [("a/b", 0o0), ("a", 0o500), ("deep", 0o0)] {
            fs::create_dir_all(root.join(folder)).unwrap();
            fs::set_permissions(root.join(folder), Permissions::from_mode(mode)).unwrap();
        }
        remove_tree(&root).unwrap();
        assert!(!root.exists());
        assert!(kept.join("inside").is_dir(), "links are not followed");
        remove_tree(&root).unwrap();
    }

    #[test]
    fn a_link_is_no_folder() {
        let place = tempfile::tempdir().unwrap();
        let (kept, link) = (place.path().join("kept"), place.path().join("link"));
        fs::create_dir_all(kept.join("inside")).unwrap();
        symlink(&kept, &link).unwrap();
        assert_eq!(remove_tree(&link).unwrap_err().kind(), ErrorKind::NotADirectory);
        assert!(kept.join("inside").is_dir());
    }
}
