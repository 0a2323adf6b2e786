//! Judging a listing before anything is written.

use std::collections::HashSet;

use super::TreeError;
use super::listing::{Kind, entries};
use super::names::{fault, folded};

/// How deep folders may be nested. Each level is an open folder while its files are written.
const DEEPEST: usize = 256;

/// A folder of the listing that entries may still come for, with the names in it.
struct Open<'a> {
    path: &'a [u8],
    names: HashSet<Vec<u8>>,
}

/// Refuses a listing in which anything is not where it says, has a name that must not be written, or shares its name
/// with another thing as soon as case is not looked at. Only the folders on the way to the present entry are kept.
pub(super) fn judge(listing: &[u8]) -> Result<(), TreeError> {
    let mut open = vec![Open { path: &[], names: HashSet::new() }];
    for entry in entries(listing) {
        let entry = entry?;
        let (folder, name) = entry.split();
        if entry.path.starts_with(b"/") {
            return Err(TreeError::refused(entry.path, "has an empty name in it"));
        }
        if let Some(reason) = fault(name) {
            return Err(TreeError::refused(entry.path, reason));
        }
        while open.len() > 1 && open.last().is_some_and(|last| last.path != folder) {
            open.pop();
        }
        let depth = open.len();
        let Some(here) = open.last_mut().filter(|last| last.path == folder) else {
            return Err(TreeError::refused(entry.path, "is in a folder that is none"));
        };
        if !here.names.insert(folded(name)) {
            return Err(TreeError::refused(
                entry.path,
                "differs from another name beside it in case alone, or not at all",
            ));
        }
        if entry.kind == Kind::Folder {
            if depth > DEEPEST {
                return Err(TreeError::refused(entry.path, "is nested too deeply"));
            }
            open.push(Open { path: entry.path, names: HashSet::new() });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listing(entries: &[&str]) -> Vec<u8> {
        let line = |path: &&str| match path.strip_suffix('/') {
            Some(folder) => format!("040000 tree aa\t{folder}\0"),
            None => format!("100644 blob aa\t{path}\0"),
        };
        entries.iter().map(line).collect::<String>().into_bytes()
    }

    fn check(entries: &[&str], good: bool) {
        assert_eq!(judge(&listing(entries)).is_ok(), good, "{entries:?}");
    }

    #[test]
    fn listings_are_judged() {
        check(&[], true);
        check(&["a", "b/", "b/a", "b/c/", "b/c/d", "c"], true);
        check(&["a/", "a.b"], true);
        check(&["A", "a"], false);
        check(&["a", "a"], false);
        check(&["d/", "d/x", "D/", "D/y"], false);
        check(&["d/", "d/X", "d/x"], false);
        check(&["d/", "d/x", "e/", "e/X"], true);
        check(&["a", "a/b"], false);
        check(&["../a"], false);
        check(&["b/", "b/../a"], false);
        check(&["/a"], false);
        check(&["b/", "b//a"], false);
        check(&["b/", "b/.git/"], false);
        check(&["x/y"], false);
        check(&["b/", "c", "b/d"], false);
    }

    #[test]
    fn depth_is_bounded() {
        let nested = |depth: usize| -> Vec<u8> {
            let mut path = String::new();
            let mut text = Vec::new();
            for level in 0..depth {
                path.push_str(if level == 0 { "d" } else { "/d" });
                text.extend(format!("040000 tree aa\t{path}\0").into_bytes());
            }
            text
        };
        assert!(judge(&nested(DEEPEST)).is_ok());
        assert!(judge(&nested(DEEPEST + 1)).is_err());
    }
}
