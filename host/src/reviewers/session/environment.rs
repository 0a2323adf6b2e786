//! What a reviewer finds in its environment.

use std::ffi::{OsStr, OsString};
use std::path::{Component, Path, PathBuf};

use super::super::Preset;

/// What is passed on to every reviewer.
const PASSED: &[&str] = &["PATH", "USER", "LANG", "TZ", "TERM"];
/// The beginning of the names of locale settings, which are passed on too.
const LOCALE: &str = "LC_";
/// Where programs are looked for when nothing says so.
const PATH: &str = "/usr/local/bin:/usr/bin:/bin";

/// The environment of a session: a fixed list, what the preset names, and what is the session's own.
pub(super) fn environment(
    host: &[(OsString, OsString)],
    preset: &Preset,
    home: &Path,
    temporary: &Path,
    tree: &Path,
    own: &[(&str, OsString)],
) -> Vec<(OsString, OsString)> {
    let passed = |name: &OsStr| {
        name.to_str().is_some_and(|name| {
            PASSED.contains(&name) || name.starts_with(LOCALE) || preset.env.iter().any(|wanted| wanted == name)
        })
    };
    let mut environment: Vec<_> = host.iter().filter(|(name, _)| passed(name) && name != "PATH").cloned().collect();
    let path = host_folders(variable(host, "PATH").unwrap_or_default(), tree);
    environment.push(("PATH".into(), if path.is_empty() { PATH.into() } else { path }));
    environment.push(("HOME".into(), home.into()));
    environment.push(("TMPDIR".into(), temporary.into()));
    environment.extend(own.iter().map(|(name, value)| (OsString::from(name), value.clone())));
    environment
}

/// The search path `path` without what a tree under review could put programs into: folders of the tree itself, and
/// those that are relative to wherever a program is started.
pub(crate) fn host_folders(path: &OsStr, tree: &Path) -> OsString {
    let real = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let real_tree = real(tree);
    let is_of_host = |folder: &PathBuf| {
        // A link in the tree is the tree's, wherever it leads.
        folder.is_absolute()
            && ![tree, &real_tree].iter().any(|tree| passes(folder, tree))
            && !real(folder).starts_with(&real_tree)
    };
    std::env::join_paths(std::env::split_paths(path).filter(is_of_host)).unwrap_or_default()
}

/// Whether the way along `path` leads through `tree`.
fn passes(path: &Path, tree: &Path) -> bool {
    let mut way = PathBuf::new();
    path.components().any(|part| {
        match part {
            Component::ParentDir => drop(way.pop()),
            part => way.push(part),
        }
        way.starts_with(tree)
    })
}

/// The value of a variable that is set and not empty.
pub(crate) fn variable<'e>(environment: &'e [(OsString, OsString)], name: &str) -> Option<&'e OsStr> {
    let (_, value) = environment.iter().rev().find(|(known, _)| known == name)?;
    (!value.is_empty()).then_some(value)
}

#[cfg(test)]
mod tests {
    use super::super::super::Harness;
    use super::*;

    #[test]
    fn nothing_else_is_passed_on() {
        let host = [("PATH", "/bin"), ("LC_ALL", "C"), ("SECRET", "x"), ("KEY", "k"), ("HOME", "/home/me")];
        let host: Vec<_> = host.map(|(name, value)| (name.into(), value.into())).into();
        let mut preset = Preset::of_harness("x", Harness::Command);
        preset.env = vec!["KEY".to_owned(), "UNSET".to_owned()];
        let own = [("REVIEW_LABEL", OsString::from("l"))];
        let tree = Path::new("/tree");
        let found = environment(&host, &preset, Path::new("/h"), Path::new("/t"), tree, &own);
        let expect = ["LC_ALL=C", "KEY=k", "PATH=/bin", "HOME=/h", "TMPDIR=/t", "REVIEW_LABEL=l"];
        let found: Vec<_> =
            found.iter().map(|(name, value)| format!("{}={}", name.display(), value.display())).collect();
        assert_eq!(found, expect);
        let bare = environment(&[], &preset, Path::new("/h"), Path::new("/t"), tree, &[]);
        assert_eq!(variable(&bare, "PATH").unwrap(), PATH);
    }

    #[test]
    fn the_tree_is_on_no_search_path() {
        let place = tempfile::tempdir().unwrap();
        let root = place.path().canonicalize().unwrap();
        for folder in ["tree/bin", "bin"] {
            std::fs::create_dir_all(root.join(folder)).unwrap();
        }
        std::os::unix::fs::symlink("../bin", root.join("tree/link")).unwrap();
        std::os::unix::fs::symlink("tree/bin", root.join("into")).unwrap();
        let check = |folder: &str, kept: bool| {
            let folder = folder.replace("ROOT", root.to_str().unwrap());
            let path = host_folders(OsStr::new(&format!("/usr/bin:{folder}:/bin")), &root.join("tree"));
            let expect = if kept { format!("/usr/bin:{folder}:/bin") } else { "/usr/bin:/bin".to_owned() };
            assert_eq!(path, *expect, "{folder}");
        };
        check("ROOT/bin", true);
        check("ROOT/trees", true);
        for folder in [".", "", "bin", "ROOT/tree", "ROOT/tree/bin", "ROOT/tree/link", "ROOT/into"] {
            check(folder, false);
        }
        check("ROOT/bin/../tree/bin", false);
        check("ROOT/tree/../bin", false);
        check("ROOT/tree/missing", false);
    }
}
