//! A repository of a test's own, with the gate on the path of its git.

use std::ffi::OsStr;
use std::fs;
use std::ops::Deref;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use assize_scratch::Scratch;

/// The gate's binary.
pub(crate) const GATE: &str = env!("CARGO_BIN_EXE_git-agent-verdict");
/// The rubric that every world has, committed.
pub(crate) const RUBRIC: &str = "docs/rubric.md";
/// A verdict without a blocker.
pub(crate) const CLEAN: &str = "reviewer=a major=0 moderate=0 minor=1";

/// A repository, and what the gate says of it.
pub(crate) struct World(Scratch);

impl Deref for World {
    type Target = Scratch;

    fn deref(&self) -> &Scratch {
        &self.0
    }
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
        Self(Scratch::unborn("repo"))
    }

    /// The same with objects named by another hash.
    pub(crate) fn of_format(format: &str) -> Self {
        Self(Scratch::of_format("repo", format))
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

    pub(crate) fn stage(&self, path: impl AsRef<Path>, text: impl AsRef<[u8]>) {
        self.write(&path, text);
        self.git([OsStr::new("--literal-pathspecs"), OsStr::new("add"), OsStr::new("--"), path.as_ref().as_os_str()]);
    }

    /// Writes a message beside the repository and gives its path.
    pub(crate) fn message(&self, text: impl AsRef<[u8]>) -> String {
        let path = self.beside("message");
        fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    }

    /// What `message` holds now.
    pub(crate) fn message_now(&self) -> String {
        fs::read_to_string(self.beside("message")).unwrap()
    }

    /// A command in a folder, with the gate on its path and an editor that leaves everything as it is.
    pub(crate) fn command(&self, program: impl AsRef<Path>, folder: &Path) -> Command {
        let mut paths = vec![Path::new(GATE).parent().unwrap().to_owned()];
        paths.extend(std::env::split_paths(&std::env::var_os("PATH").unwrap()));
        let mut command = self.0.command(program);
        let path = std::env::join_paths(paths).unwrap();
        command.current_dir(folder).env("PATH", path).env("GIT_EDITOR", "true").stdin(Stdio::null());
        command
    }

    /// Runs git and gives what it printed.
    pub(crate) fn git<W: AsRef<OsStr>>(&self, words: impl IntoIterator<Item = W>) -> String {
        let said = self.try_git(words);
        assert_eq!(said.code, 0, "{said:?}");
        said.stdout
    }

    pub(crate) fn try_git<W: AsRef<OsStr>>(&self, words: impl IntoIterator<Item = W>) -> Said {
        self.try_git_in(self.root(), words)
    }

    pub(crate) fn try_git_in<W: AsRef<OsStr>>(&self, folder: &Path, words: impl IntoIterator<Item = W>) -> Said {
        self.command("git", folder).args(words).output().unwrap().into()
    }

    /// Runs the gate at the root.
    pub(crate) fn gate<W: AsRef<OsStr>>(&self, words: impl IntoIterator<Item = W>) -> Said {
        self.gate_in(self.root(), words)
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
        self.write_program(".git/hooks/commit-msg", &format!("#!/bin/sh\nset -eu\n{lines}\n"));
    }

    /// Installs the gate `standards` over everything.
    pub(crate) fn gated() -> Self {
        let world = Self::new();
        world.hook(&format!("git agent-verdict \"$1\" standards --doc {RUBRIC} --path ."));
        world
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
