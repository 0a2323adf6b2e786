//! Repositories for tests. Their git reads neither the user's nor the machine's settings.

use std::ffi::OsString;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use assize_git::GitProgram;
use assize_store::StateFolder;
use tempfile::TempDir;

/// A temporary folder with a repository `repo` on a branch `main`.
pub(crate) struct Repo {
    place: TempDir,
    root: PathBuf,
    extra: Vec<(OsString, OsString)>,
}

impl Repo {
    /// A repository without a commit.
    pub(crate) fn unborn() -> Self {
        let place = tempfile::tempdir().unwrap();
        let root = fs::canonicalize(place.path()).unwrap().join("repo");
        let repo = Self { place, root, extra: Vec::new() };
        fs::create_dir(&repo.root).unwrap();
        repo.git(&["init", "--quiet", "--initial-branch=main", "."]);
        repo
    }

    /// A repository with one commit.
    pub(crate) fn new() -> Self {
        let repo = Self::unborn();
        repo.write("README", "hello\n");
        repo.commit("first");
        repo
    }

    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    /// The folder around the repository.
    pub(crate) fn outside(&self) -> PathBuf {
        fs::canonicalize(self.place.path()).unwrap()
    }

    pub(crate) fn state(&self) -> StateFolder {
        StateFolder::new(self.outside().join("state"))
    }

    /// Adds a variable to the environment of every call that follows.
    pub(crate) fn set(&mut self, name: &str, value: impl Into<OsString>) {
        self.extra.retain(|(known, _)| known != name);
        self.extra.push((name.into(), value.into()));
    }

    pub(crate) fn environment(&self) -> Vec<(OsString, OsString)> {
        let mut environment: Vec<(OsString, OsString)> = [
            ("PATH", std::env::var_os("PATH").unwrap()),
            ("HOME", "/nonexistent".into()),
            ("GIT_CONFIG_GLOBAL", "/dev/null".into()),
            ("GIT_CONFIG_NOSYSTEM", "1".into()),
            ("GIT_AUTHOR_NAME", "Ann Thor".into()),
            ("GIT_AUTHOR_EMAIL", "ann@example.com".into()),
            ("GIT_COMMITTER_NAME", "Com Mitter".into()),
            ("GIT_COMMITTER_EMAIL", "com@example.com".into()),
        ]
        .into_iter()
        .map(|(name, value)| (OsString::from(name), value))
        .collect();
        for (name, value) in &self.extra {
            environment.retain(|(known, _)| known != name);
            environment.push((name.clone(), value.clone()));
        }
        environment
    }

    pub(crate) fn program(&self) -> GitProgram {
        GitProgram::find(&self.environment()).unwrap()
    }

    /// Runs git in the repository and answers what it printed.
    pub(crate) fn git(&self, arguments: &[&str]) -> String {
        self.git_at(&self.root, arguments)
    }

    pub(crate) fn git_at(&self, directory: &Path, arguments: &[&str]) -> String {
        let output = self.try_git_at(directory, arguments);
        assert!(output.status.success(), "git {arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap().trim().to_owned()
    }

    pub(crate) fn try_git_at(&self, directory: &Path, arguments: &[&str]) -> Output {
        Command::new("git")
            .args(arguments)
            .current_dir(directory)
            .env_clear()
            .envs(self.environment())
            .output()
            .unwrap()
    }

    /// Writes a file of the repository, or an absolute one.
    pub(crate) fn write(&self, path: impl AsRef<Path>, text: &str) {
        let path = self.root.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    /// Writes a file that may be executed.
    pub(crate) fn write_program(&self, path: impl AsRef<Path>, text: &str) {
        let path = self.root.join(path);
        self.write(&path, text);
        fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
    }

    pub(crate) fn read(&self, path: impl AsRef<Path>) -> String {
        fs::read_to_string(self.root.join(path)).unwrap()
    }

    pub(crate) fn link(&self, target: impl AsRef<Path>, path: impl AsRef<Path>) {
        let path = self.root.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::os::unix::fs::symlink(target, path).unwrap();
    }

    /// Commits everything there is.
    pub(crate) fn commit(&self, message: &str) -> String {
        self.git(&["add", "-A"]);
        self.git(&["commit", "--quiet", "--allow-empty", "-m", message]);
        self.git(&["rev-parse", "HEAD"])
    }
}

/// The text of a pack with one agent check for each rubric and one command check.
pub(crate) fn pack_text(rubrics: &[&str]) -> String {
    let mut text =
        "---\nkind: review-pack\nid: a-pack\nversion: 1.0.0\nchecks:\n  - {id: run, kind: command, run: 'true'}\n"
            .to_owned();
    for (at, rubric) in rubrics.iter().enumerate() {
        text.push_str(&format!("  - {{id: a{at}, kind: agent, preset: p, rubric: '{rubric}'}}\n"));
    }
    text.push_str("---\n");
    text
}
