//! A repository, a home and a state folder of a test's own.

use std::path::{Path, PathBuf};

use snapbox::cmd::{Command, cargo_bin};
use tempfile::TempDir;

/// The world of one test; everything in it goes when it is dropped.
pub(crate) struct Sandbox {
    folder: TempDir,
}

impl Sandbox {
    /// A repository whose first commit is known as `origin/main`, as after a clone.
    pub(crate) fn new() -> Self {
        let sandbox = Self { folder: tempfile::tempdir().unwrap() };
        std::fs::create_dir_all(sandbox.root()).unwrap();
        sandbox.git(&["init", "-q", "-b", "main", "."]);
        sandbox.write("README", "base\n");
        sandbox.commit("base");
        sandbox.git(&["update-ref", "refs/remotes/origin/main", "HEAD"]);
        sandbox
    }

    /// A repository with a REVIEW.md of the given checks, committed over the base.
    pub(crate) fn with_checks(checks: &str) -> Self {
        let sandbox = Self::new();
        sandbox.write("REVIEW.md", &format!("---\nkind: review\nid: sample\ntarget: git-range\n{checks}\n---\n"));
        sandbox.commit("change");
        sandbox
    }

    pub(crate) fn root(&self) -> PathBuf {
        self.folder.path().join("repository")
    }

    pub(crate) fn state(&self) -> PathBuf {
        self.folder.path().join("state")
    }

    pub(crate) fn write(&self, path: &str, text: &str) {
        let path = self.root().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }

    pub(crate) fn commit(&self, message: &str) {
        self.git(&["add", "-A"]);
        self.git(&["commit", "-q", "--allow-empty", "-m", message]);
    }

    pub(crate) fn git(&self, args: &[&str]) {
        self.command(Path::new("git")).args(args).assert().success();
    }

    /// The object name of a commit.
    pub(crate) fn rev(&self, name: &str) -> String {
        let output = self.std_command(Path::new("git")).args(["rev-parse", "--verify", name]).output().unwrap();
        String::from_utf8(output.stdout).unwrap().trim().to_owned()
    }

    /// Another program, for which `assize` is on the path.
    pub(crate) fn with_assize_on_the_path(&self, program: &str, args: &[&str]) -> std::process::Command {
        let mut paths = vec![cargo_bin!("assize").parent().unwrap().to_owned()];
        paths.extend(std::env::split_paths(&std::env::var_os("PATH").unwrap()));
        let mut command = self.std_command(Path::new(program));
        command.args(args).env("PATH", std::env::join_paths(paths).unwrap());
        command
    }

    /// `assize` with these arguments, at the repository's root.
    pub(crate) fn assize(&self, args: &[&str]) -> Command {
        self.command(cargo_bin!("assize")).args(args)
    }

    fn command(&self, program: &Path) -> Command {
        let assert = snapbox::Assert::new().action_env("SNAPSHOTS");
        Command::from_std(self.std_command(program)).stdin(snapbox::Data::new()).with_assert(assert)
    }

    /// The same for tests that talk to the process while it runs.
    pub(crate) fn std_command(&self, program: &Path) -> std::process::Command {
        let mut command = std::process::Command::new(program);
        command.current_dir(self.root()).env_clear().envs(self.environment());
        command
    }

    /// What the processes of this sandbox find in their environment.
    pub(crate) fn environment(&self) -> Vec<(String, String)> {
        let text = |path: PathBuf| path.to_str().unwrap().to_owned();
        [
            ("PATH", std::env::var("PATH").unwrap()),
            ("HOME", text(self.folder.path().join("home"))),
            ("AGENTPROTO_HOME", text(self.state())),
            ("ASSIZE_GRACE_MS", "300".to_owned()),
            ("GIT_CONFIG_NOSYSTEM", "1".to_owned()),
            ("GIT_CONFIG_GLOBAL", "/dev/null".to_owned()),
            ("GIT_AUTHOR_NAME", "Ada".to_owned()),
            ("GIT_AUTHOR_EMAIL", "ada@example.com".to_owned()),
            ("GIT_COMMITTER_NAME", "Ada".to_owned()),
            ("GIT_COMMITTER_EMAIL", "ada@example.com".to_owned()),
        ]
        .map(|(name, value)| (name.to_owned(), value))
        .to_vec()
    }

    /// Starts `assize` without waiting for it.
    pub(crate) fn assize_std(&self, args: &[&str]) -> std::process::Command {
        let mut command = self.std_command(cargo_bin!("assize"));
        command.args(args);
        command
    }

    /// Runs and gives standard output as one JSON document.
    pub(crate) fn json(&self, args: &[&str]) -> serde_json::Value {
        let output = self.assize(args).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        assert_eq!(text.lines().count(), 1, "one line and nothing else: {text}");
        serde_json::from_str(&text).unwrap()
    }
}
