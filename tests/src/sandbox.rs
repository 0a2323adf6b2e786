//! A temporary home, state folder and repository, cut off from the machine's own settings.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

/// A world for one test; everything in it goes when it is dropped.
#[derive(Debug)]
pub struct Sandbox {
    folder: TempDir,
    root: PathBuf,
}

/// What a finished process said.
#[derive(Debug)]
pub struct Outcome {
    /// Exit status; -1 when a signal ended it.
    pub code: i32,
    /// Standard output.
    pub stdout: String,
    /// Standard error.
    pub stderr: String,
}

impl Outcome {
    /// Reads standard output as one JSON document.
    #[must_use]
    pub fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.stdout).unwrap_or_else(|error| panic!("{error} in {self:?}"))
    }
}

impl From<Output> for Outcome {
    fn from(output: Output) -> Self {
        Self {
            code: output.status.code().unwrap_or(-1),
            stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
            stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }
}

impl Sandbox {
    /// An empty repository on branch `main`, in a folder of the given name.
    #[must_use]
    pub fn named(name: &str) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let root = folder.path().join(name);
        for path in [&root, &folder.path().join("home")] {
            std::fs::create_dir_all(path).expect("a folder of our own");
        }
        let sandbox = Self { folder, root };
        sandbox.git(&["init", "-q", "-b", "main", "."]);
        sandbox
    }

    /// A repository whose base commit is known as `origin/main`, as after a clone.
    #[must_use]
    pub fn with_base() -> Self {
        let sandbox = Self::named("repository");
        sandbox.write("README", "base\n");
        sandbox.commit("base");
        sandbox.git(&["update-ref", "refs/remotes/origin/main", "HEAD"]);
        sandbox
    }

    /// The repository's root.
    #[must_use]
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The state folder that runs in this sandbox use.
    #[must_use]
    pub fn state(&self) -> PathBuf {
        self.folder.path().join("state")
    }

    /// A folder of the sandbox outside the repository.
    #[must_use]
    pub fn outside(&self) -> &Path {
        self.folder.path()
    }

    /// Writes a file below the root, with the folders it needs.
    pub fn write(&self, path: &str, text: impl AsRef<[u8]>) {
        let path = self.root.join(path);
        std::fs::create_dir_all(path.parent().expect("a file has a folder")).expect("folders");
        std::fs::write(path, text).expect("a file written");
    }

    /// Writes a REVIEW.md with the given frontmatter.
    pub fn manifest(&self, frontmatter: &str) {
        self.write("REVIEW.md", format!("---\n{}\n---\n", frontmatter.trim_matches('\n')));
    }

    /// Commits everything there is and gives the commit's name.
    pub fn commit(&self, message: &str) -> String {
        self.git(&["add", "-A"]);
        self.git(&["commit", "-q", "--allow-empty", "-m", message]);
        self.git(&["rev-parse", "HEAD"]).trim().to_owned()
    }

    /// Runs git at the root and gives its standard output.
    pub fn git(&self, args: &[&str]) -> String {
        let outcome = self.run_with(Path::new("git"), args, &[]);
        assert_eq!(outcome.code, 0, "git {args:?}: {outcome:?}");
        outcome.stdout
    }

    /// Runs `assize` at the root.
    pub fn assize(&self, args: &[&str]) -> Outcome {
        self.run_with(&crate::binary("assize"), args, &[])
    }

    /// Runs a program at the root with further environment variables.
    pub fn run_with(&self, program: &Path, args: &[&str], environment: &[(&str, &str)]) -> Outcome {
        let mut command = self.command(program);
        command.args(args).envs(environment.iter().copied()).stdin(Stdio::null());
        command.output().unwrap_or_else(|error| panic!("{}: {error}", program.display())).into()
    }

    /// A command at the root whose environment holds nothing of the machine's but `PATH`.
    #[must_use]
    pub fn command(&self, program: &Path) -> Command {
        let mut command = Command::new(program);
        command
            .current_dir(&self.root)
            .env_clear()
            .env("PATH", std::env::var_os("PATH").unwrap_or_default())
            .env("HOME", self.folder.path().join("home"))
            .env("AGENTPROTO_HOME", self.state())
            .env("GIT_CONFIG_NOSYSTEM", "1")
            .env("GIT_CONFIG_GLOBAL", "/dev/null")
            .env("GIT_AUTHOR_NAME", "Ada")
            .env("GIT_AUTHOR_EMAIL", "ada@example.com")
            .env("GIT_COMMITTER_NAME", "Ada")
            .env("GIT_COMMITTER_EMAIL", "ada@example.com");
        command
    }
}
