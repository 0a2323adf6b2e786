//! The folder, the repository and the environment of one test.
#![expect(clippy::expect_used, reason = "a test that cannot go on has failed")]

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

/// A folder with a repository and, beside it, an empty `home` and `tmp`.
#[derive(Debug)]
pub struct Scratch {
    _folder: TempDir,
    outside: PathBuf,
    root: PathBuf,
    environment: Vec<(OsString, OsString)>,
}

impl Scratch {
    /// A repository without a commit, on a branch `main`, in a folder of the given name.
    #[must_use]
    pub fn unborn(name: &str) -> Self {
        Self::of_format(name, "sha1")
    }

    /// As [`Scratch::unborn`], with objects named by the given hash.
    #[must_use]
    pub fn of_format(name: &str, format: &str) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let outside = std::fs::canonicalize(folder.path()).expect("the folder's real path");
        let root = outside.join(name);
        for made in [&root, &outside.join("home"), &outside.join("tmp")] {
            std::fs::create_dir_all(made).expect("a folder of the test's own");
        }
        let environment = [
            ("PATH", std::env::var_os("PATH").expect("a PATH")),
            ("HOME", outside.join("home").into()),
            ("TMPDIR", outside.join("tmp").into()),
            ("GIT_CONFIG_GLOBAL", "/dev/null".into()),
            ("GIT_CONFIG_NOSYSTEM", "1".into()),
            ("GIT_AUTHOR_NAME", "Ann Thor".into()),
            ("GIT_AUTHOR_EMAIL", "ann@example.com".into()),
            ("GIT_COMMITTER_NAME", "Com Mitter".into()),
            ("GIT_COMMITTER_EMAIL", "com@example.com".into()),
        ]
        .map(|(name, value)| (OsString::from(name), value));
        let scratch = Self { _folder: folder, outside, root, environment: environment.to_vec() };
        scratch.git(&["init", "--quiet", "--initial-branch=main", &format!("--object-format={format}"), "."]);
        scratch
    }

    /// A repository `repository` with one commit of one file, known as `origin/main` as after a clone.
    #[must_use]
    pub fn cloned() -> Self {
        let scratch = Self::unborn("repository");
        scratch.commit("README", "base\n");
        scratch.git(&["update-ref", "refs/remotes/origin/main", "HEAD"]);
        scratch
    }

    /// The repository's root, absolute, without symbolic links.
    #[must_use]
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The folder around the repository.
    #[must_use]
    pub fn outside(&self) -> &Path {
        &self.outside
    }

    /// A path in the folder around the repository.
    #[must_use]
    pub fn beside(&self, name: &str) -> PathBuf {
        self.outside.join(name)
    }

    /// What processes find in their environment.
    #[must_use]
    pub fn environment(&self) -> Vec<(OsString, OsString)> {
        self.environment.clone()
    }

    /// Sets a variable for everything that is started from now on.
    pub fn set(&mut self, name: &str, value: impl Into<OsString>) {
        self.environment.retain(|(known, _)| known != name);
        self.environment.push((name.into(), value.into()));
    }

    /// A program, to be started at the repository's root.
    #[must_use]
    pub fn command(&self, program: impl AsRef<Path>) -> Command {
        let mut command = Command::new(program.as_ref());
        let environment = self.environment.iter().map(|(name, value)| (name, value));
        command.current_dir(&self.root).env_clear().envs(environment);
        command
    }
}
