//! A repository of a test's own, with the gate on the path of its git.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

/// The gate's binary.
pub(crate) const GATE: &str = env!("CARGO_BIN_EXE_git-agent-verdict");
/// The rubric that every world has, committed.
pub(crate) const RUBRIC: &str = "docs/rubric.md";
/// A verdict without a blocker.
pub(crate) const CLEAN: &str = "reviewer=a major=0 moderate=0 minor=1";

/// A temporary folder with a repository; everything in it goes when it is dropped.
pub(crate) struct World {
    place: TempDir,
    root: PathBuf,
}

/// What a process said.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Said {
    pub(crate) code: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl From<Output> for Said {
    fn from(output: Output) -> Self {
        Self {
            code: output.status.code().unwrap_or(-1),
            stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
            stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }
}

impl World {
    /// A repository without a commit.
    pub(crate) fn unborn() -> Self {
        let place = tempfile::tempdir().unwrap();
        let root = place.path().canonicalize().unwrap().join("repo");
        fs::create_dir_all(&root).unwrap();
        let world = Self { place, root };
        world.git(["init", "-q", "-b", "main", "."]);
        world
    }

    /// A repository whose first commit holds a rubric and a file.
    pub(crate) fn new() -> Self {
        let world = Self::unborn();
        world.write(RUBRIC, "Look.\n");
        world.write("a.txt", "one\n");
        world.git(["add", "-A"]);
        world.git(["commit", "-q", "-m", "base"]);
        world
    }

    /// The same with a staged change to `a.txt`.
    pub(crate) fn staged() -> Self {
        let world = Self::new();
        world.stage("a.txt", "two\n");
        world
    }

    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    /// The folder around the repository.
    pub(crate) fn outside(&self) -> PathBuf {
        self.place.path().canonicalize().unwrap()
    }

    pub(crate) fn write(&self, path: impl AsRef<Path>, text: impl AsRef<[u8]>) {
        let path = self.root.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    pub(crate) fn stage(&self, path: impl AsRef<Path>, text: impl AsRef<[u8]>) {
        self.write(&path, text);
        self.git([OsStr::new("--literal-pathspecs"), OsStr::new("add"), OsStr::new("--"), path.as_ref().as_os_str()]);
    }

    /// Writes a message beside the repository and gives its path.
    pub(crate) fn message(&self, text: impl AsRef<[u8]>) -> String {
        let path = self.outside().join("message");
        fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    }

    /// What `message` holds now.
    pub(crate) fn message_now(&self) -> String {
        fs::read_to_string(self.outside().join("message")).unwrap()
    }

    /// A command in a folder whose environment holds nothing of the machine's but `PATH`, with the gate on it.
    pub(crate) fn command(&self, program: impl AsRef<OsStr>, folder: &Path) -> Command {
        let mut paths = vec![Path::new(GATE).parent().unwrap().to_owned()];
        paths.extend(std::env::split_paths(&std::env::var_os("PATH").unwrap()));
        let mut command = Command::new(program);
        command
            .current_dir(folder)
            .env_clear()
            .env("PATH", std::env::join_paths(paths).unwrap())
            .env("HOME", self.place.path())
            .env("GIT_CONFIG_NOSYSTEM", "1")
            .env("GIT_CONFIG_GLOBAL", "/dev/null")
            .env("GIT_EDITOR", "true")
            .env("GIT_AUTHOR_NAME", "Ada")
            .env("GIT_AUTHOR_EMAIL", "ada@example.com")
            .env("GIT_COMMITTER_NAME", "Ada")
            .env("GIT_COMMITTER_EMAIL", "ada@example.com")
            .stdin(Stdio::null());
        command
    }

    /// Runs git and gives what it printed.
    pub(crate) fn git<W: AsRef<OsStr>>(&self, words: impl IntoIterator<Item = W>) -> String {
        let said = self.try_git(words);
        assert_eq!(said.code, 0, "{said:?}");
        said.stdout
    }

    pub(crate) fn try_git<W: AsRef<OsStr>>(&self, words: impl IntoIterator<Item = W>) -> Said {
        self.try_git_in(&self.root, words)
    }

    pub(crate) fn try_git_in<W: AsRef<OsStr>>(&self, folder: &Path, words: impl IntoIterator<Item = W>) -> Said {
        self.command("git", folder).args(words).output().unwrap().into()
    }

    /// Runs the gate at the root.
    pub(crate) fn gate<W: AsRef<OsStr>>(&self, words: impl IntoIterator<Item = W>) -> Said {
        self.gate_in(&self.root, words)
    }

    pub(crate) fn gate_in<W: AsRef<OsStr>>(&self, folder: &Path, words: impl IntoIterator<Item = W>) -> Said {
        self.command(GATE, folder).args(words).output().unwrap().into()
    }

    /// Runs the gate `standards` over everything for a message.
    pub(crate) fn judge(&self, message: impl AsRef<[u8]>) -> Said {
        let message = self.message(message);
        self.gate([&message, "standards", "--doc", RUBRIC, "--path", "."])
    }

    /// Installs a commit-msg hook of these lines.
    pub(crate) fn hook(&self, lines: &str) {
        let path = self.root.join(".git/hooks/commit-msg");
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, format!("#!/bin/sh\nset -eu\n{lines}\n")).unwrap();
        fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
    }

    /// Installs the gate `standards` over everything.
    pub(crate) fn gated() -> Self {
        let world = Self::new();
        world.hook(&format!("git agent-verdict \"$1\" standards --doc {RUBRIC} --path ."));
        world
    }

    pub(crate) fn head(&self) -> String {
        self.git(["rev-parse", "HEAD"]).trim().to_owned()
    }
}

/// A message whose last paragraph is a trailer of the gate `standards`.
pub(crate) fn with_trailer(subject: &str, verdict: &str) -> String {
    format!("{subject}\n\nWhy it is so.\n\nReviewed-standards: {verdict}\n")
}

/// What a failure or another answer of the gate `standards` ends with.
pub(crate) fn attested(verdicts: usize, minor: u32) -> String {
    format!("git-agent-verdict: standards: attested ({verdicts} verdict(s), minor={minor})\n")
}
