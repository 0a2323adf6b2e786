//! Repositories to ask about.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use assize_git::{Git, GitProgram};
use assize_schemas::Sha;
use assize_scratch::Scratch;

/// A repository in a temporary folder.
pub(crate) struct Repo(Scratch);

impl Repo {
    /// An empty repository on a branch `main`.
    pub(crate) fn unborn(name: &str, format: &str) -> Self {
        Self(Scratch::of_format(name, format))
    }

    /// A repository with one commit of one file.
    pub(crate) fn new() -> Self {
        let repo = Self::unborn("repo", "sha1");
        repo.commit("file", "one\n");
        repo
    }

    pub(crate) fn root(&self) -> &Path {
        self.0.root()
    }

    /// The program under test, in this repository.
    pub(crate) fn git(&self) -> Git {
        self.git_at(self.root())
    }

    pub(crate) fn environment(&self) -> Vec<(OsString, OsString)> {
        self.0.environment()
    }

    pub(crate) fn git_at(&self, directory: &Path) -> Git {
        Git::new(GitProgram::find(&self.0.environment()).unwrap(), directory)
    }

    /// Runs git for a test's own needs and answers what it printed.
    pub(crate) fn run(&self, arguments: &[&str]) -> String {
        self.0.git(arguments)
    }

    pub(crate) fn run_in(&self, directory: &Path, arguments: &[&str]) -> String {
        self.0.git_in(directory, arguments)
    }

    pub(crate) fn write(&self, path: &str, text: &str) {
        self.0.write(path, text);
    }

    pub(crate) fn commit(&self, path: &str, text: &str) -> Sha {
        Sha::parse(self.0.commit(path, text)).unwrap()
    }

    pub(crate) fn head(&self) -> Sha {
        Sha::parse(self.0.head()).unwrap()
    }

    /// A clone beside the repository, made from its `file://` address.
    pub(crate) fn clone_to(&self, name: &str, options: &[&str]) -> PathBuf {
        self.0.clone_to(name, options)
    }
}
