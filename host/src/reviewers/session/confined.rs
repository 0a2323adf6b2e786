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
/// What every folder of objects holds.
const STORE: [&str; 2] = ["info", "pack"];
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
        let mut never: Vec<PathBuf> = self.hidden.iter().map(real).collect();
        let (tree, temporary) = (real(&self.request.root), real(&self.private.place().to_owned()));
        if temporary != tree && temporary.starts_with(&tree) {
            never.push(temporary); // the homes of other reviewers are there
        }
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
            // What one of the tree begins with, or leads to, is not for the tree to say; it can be read anyway.
            path.is_absolute() && path.is_file() && !path.starts_with(&self.request.root)
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
    let keys = hidden.iter().map(|hidden| hidden.join(KEYS));
    // They may lie elsewhere and only be linked to.
    let keys: Vec<PathBuf> = keys.map(|keys| keys.canonicalize().unwrap_or(keys)).collect();
    // A file in there that somebody named is a script of theirs, but never a key.
    let is_hidden = hidden.iter().any(|hidden| real.starts_with(hidden) && real.is_dir());
    if is_hidden || keys.iter().any(|keys| real.starts_with(keys)) {
        return Vec::new();
    }
    if !hidden.iter().chain(&keys).any(|hidden| hidden.starts_with(&real)) {
        return vec![path.to_owned()];
    }
    let entries = std::fs::read_dir(&real).into_iter().flatten().flatten();
    // What a link in there leads to is somewhere else, and was not asked for.
    let entries = entries.filter(|entry| entry.file_type().is_ok_and(|kind| !kind.is_symlink()));
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
    // A command lane that is kept to its tree may write that file, and would not be to name a home.
    let is_store = |path: &PathBuf| STORE.iter().all(|part| path.join(part).is_dir());
    lines.filter_map(|path| path.canonicalize().ok()).filter(is_store).collect()
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
