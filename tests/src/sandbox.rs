//! A temporary home, state folder and repository, cut off from the machine's own settings.

use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::process::{Output, Stdio};

use assize_scratch::Scratch;

/// A repository with a state folder beside it. Programs in it find the state folder.
#[derive(Debug)]
pub struct Sandbox(Scratch);

impl Deref for Sandbox {
    type Target = Scratch;

    fn deref(&self) -> &Scratch {
        &self.0
    }
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
        Self::of(Scratch::unborn(name))
    }

    /// A repository whose base commit is known as `origin/main`, as after a clone.
    #[must_use]
    pub fn with_base() -> Self {
        Self::of(Scratch::cloned())
    }

    fn of(mut scratch: Scratch) -> Self {
        scratch.set("AGENTPROTO_HOME", scratch.beside("state"));
        Self(scratch)
    }

    /// The state folder that runs in this sandbox use.
    #[must_use]
    pub fn state(&self) -> PathBuf {
        self.beside("state")
    }

    /// Writes a REVIEW.md with the given frontmatter.
    pub fn manifest(&self, frontmatter: &str) {
        self.write("REVIEW.md", format!("---\n{}\n---\n", frontmatter.trim_matches('\n')));
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
}
