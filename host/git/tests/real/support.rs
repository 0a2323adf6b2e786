//! Repositories to ask about.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use assize_git::{Git, GitProgram};
use assize_schemas::Sha;
use tempfile::TempDir;

/// A repository in a temporary folder. Its git reads neither the user's nor the machine's settings.
pub(crate) struct Repo {
    _place: TempDir,
    root: PathBuf,
}

pub(crate) fn environment() -> Vec<(OsString, OsString)> {
    let path = std::env::var_os("PATH").unwrap();
    [
        ("PATH", path),
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
    .collect()
}

pub(crate) fn git_at(directory: &Path) -> Git {
    Git::new(GitProgram::find(&environment()).unwrap(), directory)
}

/// Runs git for a test's own needs and answers what it printed.
pub(crate) fn run(directory: &Path, arguments: &[&str]) -> String {
    let output = Command::new("git")
        .args(["-c", "protocol.file.allow=always"])
        .args(arguments)
        .current_dir(directory)
        .env_clear()
        .envs(environment())
        .output()
        .unwrap();
    assert!(output.status.success(), "git {arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap().trim().to_owned()
}

impl Repo {
    /// An empty repository on a branch `main`.
    pub(crate) fn unborn(name: &str, format: &str) -> Self {
        let place = tempfile::tempdir().unwrap();
        let root = fs::canonicalize(place.path()).unwrap().join(name);
        fs::create_dir(&root).unwrap();
        run(&root, &["init", "--quiet", "--initial-branch=main", &format!("--object-format={format}"), "."]);
        Self { _place: place, root }
    }

    /// A repository with one commit of one file.
    pub(crate) fn new() -> Self {
        let repo = Self::unborn("repo", "sha1");
        repo.commit("file", "one\n");
        repo
    }

    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    pub(crate) fn git(&self) -> Git {
        git_at(&self.root)
    }

    pub(crate) fn run(&self, arguments: &[&str]) -> String {
        run(&self.root, arguments)
    }

    pub(crate) fn write(&self, path: &str, text: &str) {
        let path = self.root.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    pub(crate) fn commit(&self, path: &str, text: &str) -> Sha {
        self.write(path, text);
        self.run(&["add", "--", path]);
        self.run(&["commit", "--quiet", "-m", path]);
        self.head()
    }

    pub(crate) fn head(&self) -> Sha {
        Sha::parse(self.run(&["rev-parse", "HEAD"])).unwrap()
    }

    /// A clone beside the repository, made from its `file://` address.
    pub(crate) fn clone_to(&self, name: &str, options: &[&str]) -> PathBuf {
        let target = self.root.parent().unwrap().join(name);
        let address = format!("file://{}", self.root.display());
        let mut arguments = vec!["clone", "--quiet"];
        arguments.extend(options);
        arguments.extend([address.as_str(), name]);
        run(self.root.parent().unwrap(), &arguments);
        target
    }
}
