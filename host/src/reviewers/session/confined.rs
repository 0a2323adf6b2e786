//! What a reviewer may touch.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use assize_nodes::{ReviewRequest, Sandbox};
use assize_store::read_bounded;

use super::installation::installation;
use super::lane_place::LanePlace;
use super::private_folder::PrivateFolder;

/// Where git says that objects are elsewhere too, below its folder.
const ALTERNATES: &str = "objects/info/alternates";
/// Where the state folder keeps keys.
const KEYS: &str = "keys";
/// The most that is read of it, in bytes.
const LIMIT: u64 = 64 * 1024;

/// Everything that decides what a session may touch.
pub(super) struct Confinement<'a> {
    pub(super) request: &'a ReviewRequest,
    pub(super) place: &'a LanePlace,
    pub(super) private: &'a PrivateFolder,
    pub(super) argv: &'a [OsString],
    /// The search path.
    pub(super) path: &'a OsStr,
    /// What else the preset lets it read.
    pub(super) readable: Vec<PathBuf>,
    /// The user's home, where it is known.
    pub(super) home: Option<PathBuf>,
    /// The state folder, and whatever else no reviewer may read.
    pub(super) hidden: &'a [PathBuf],
}

impl Confinement<'_> {
    /// The sandbox: the repository, the system, the reviewer's own program and what it is given are there to be read,
    /// its lane's folder, home and temporary folder to be written. The state folder is in none of them, even where it
    /// lies inside one.
    pub(super) fn sandbox(&self) -> Sandbox {
        let real = |path: &PathBuf| path.canonicalize().unwrap_or_else(|_| path.clone());
        let never: Vec<PathBuf> = self.hidden.iter().map(real).collect();
        let hidden: Vec<PathBuf> = never.iter().cloned().chain(self.home.iter().map(real)).collect();
        let folders = self.request.git_folders.iter().chain([&self.request.root]);
        let repository = folders.flat_map(|folder| [vec![folder.clone()], alternates(folder)].concat());
        let mut readable: Vec<PathBuf> = repository.collect();
        readable.extend(self.readable.iter().cloned());
        for name in self.programs() {
            readable.extend(installation(name, &self.request.root, self.path, &hidden));
        }
        let readable = readable.into_iter().flat_map(|path| without(&path, &never));
        system_without(&never)
            .reading_all(readable)
            .reading(self.private.input())
            .writing(self.private.home())
            .writing(self.private.temporary())
            .writing(self.place.folder())
    }

    /// The arguments that name files of the reviewer's own: the program, what `env` starts, and absolute paths.
    fn programs(&self) -> impl Iterator<Item = &OsString> {
        let is_env = self.argv.first().is_some_and(|first| first == "env");
        let started = self
            .argv
            .iter()
            .skip(1)
            .find(|_| is_env)
            .and_then(|_| self.argv.iter().skip(1).find(|argument| !argument.as_encoded_bytes().contains(&b'=')));
        let named = self.argv.iter().skip(1).filter(|argument| {
            let path = Path::new(argument);
            path.is_absolute() && path.is_file()
        });
        self.argv.first().into_iter().chain(started).chain(named)
    }
}

/// The sandbox of the system, with what leads to `hidden` left out.
pub(crate) fn system_without(hidden: &[PathBuf]) -> Sandbox {
    let system = Sandbox::with_system();
    let readable = system.readable().flat_map(|path| without(path, hidden));
    Sandbox::closed().reading_all(readable).writing_all(system.writable())
}

/// `path`, or what lies in it without what leads to one of `hidden`. What is there may be reached then, the folders in
/// between cannot be listed.
pub(crate) fn without(path: &Path, hidden: &[PathBuf]) -> Vec<PathBuf> {
    let real = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    // A file in there that somebody named is a script of theirs, but never a key.
    let is_hidden =
        |hidden: &PathBuf| real.starts_with(hidden) && (real.is_dir() || real.starts_with(hidden.join(KEYS)));
    if hidden.iter().any(is_hidden) {
        return Vec::new();
    }
    if !hidden.iter().any(|hidden| hidden.starts_with(&real)) {
        return vec![path.to_owned()];
    }
    let entries = std::fs::read_dir(&real).into_iter().flatten().flatten();
    entries.flat_map(|entry| without(&entry.path(), hidden)).collect()
}

/// Where else the objects of a repository are, whose git folder this is or is in it.
fn alternates(folder: &Path) -> Vec<PathBuf> {
    let files = [folder.join(ALTERNATES), folder.join(".git").join(ALTERNATES)];
    let texts = files.iter().filter_map(|file| read_bounded(file, LIMIT).ok().flatten());
    let lines = texts.flat_map(|text| {
        let text = String::from_utf8_lossy(&text).into_owned();
        text.lines().filter(|line| line.starts_with('/')).map(PathBuf::from).collect::<Vec<_>>()
    });
    lines.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_hidden_is_left_out() {
        let place = tempfile::tempdir().unwrap();
        let root = place.path().canonicalize().unwrap();
        for folder in ["repo/src", "repo/deep/state/keys", "repo/deep/other", "apart"] {
            std::fs::create_dir_all(root.join(folder)).unwrap();
        }
        let check = |path: &str, expect: &[&str]| {
            let mut found = without(&root.join(path), &[root.join("repo/deep/state")]);
            found.sort();
            assert_eq!(found, expect.iter().map(|path| root.join(path)).collect::<Vec<_>>(), "{path}");
        };
        check("apart", &["apart"]);
        check("repo/src", &["repo/src"]);
        check("repo", &["repo/deep/other", "repo/src"]);
        check("repo/deep/state", &[]);
        check("repo/deep/state/keys", &[]);
    }
}
