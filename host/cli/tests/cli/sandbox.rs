//! A repository, a home and a state folder of a test's own.

use std::ops::Deref;
use std::path::PathBuf;

use assize_scratch::Scratch;
use snapbox::cmd::{Command, cargo_bin};

/// A repository with a state folder beside it. Programs in it find the state folder, and wait only a short grace.
pub(crate) struct Sandbox(Scratch);

impl Deref for Sandbox {
    type Target = Scratch;

    fn deref(&self) -> &Scratch {
        &self.0
    }
}

impl Sandbox {
    /// A repository whose first commit is known as `origin/main`, as after a clone.
    pub(crate) fn new() -> Self {
        let mut scratch = Scratch::cloned();
        scratch.set("AGENTPROTO_HOME", scratch.beside("state"));
        scratch.set("ASSIZE_GRACE_MS", "300");
        Self(scratch)
    }

    /// A repository with a REVIEW.md of the given checks, committed over the base.
    pub(crate) fn with_checks(checks: &str) -> Self {
        let sandbox = Self::new();
        sandbox.write("REVIEW.md", format!("---\nkind: review\nid: sample\ntarget: git-range\n{checks}\n---\n"));
        sandbox.commit_all("change");
        sandbox
    }

    pub(crate) fn state(&self) -> PathBuf {
        self.beside("state")
    }

    /// Another program, for which `assize` is on the path.
    pub(crate) fn with_assize_on_the_path(&self, program: &str, args: &[&str]) -> std::process::Command {
        let mut paths = vec![cargo_bin!("assize").parent().unwrap().to_owned()];
        paths.extend(std::env::split_paths(&std::env::var_os("PATH").unwrap()));
        let mut command = self.command(program);
        command.args(args).env("PATH", std::env::join_paths(paths).unwrap());
        command
    }

    /// `assize` with these arguments, at the repository's root.
    pub(crate) fn assize(&self, args: &[&str]) -> Command {
        self.checked(self.command(cargo_bin!("assize"))).args(args)
    }

    fn checked(&self, command: std::process::Command) -> Command {
        let assert = snapbox::Assert::new().action_env("SNAPSHOTS");
        Command::from_std(command).stdin(snapbox::Data::new()).with_assert(assert)
    }

    /// Starts `assize` without waiting for it.
    pub(crate) fn assize_std(&self, args: &[&str]) -> std::process::Command {
        let mut command = self.command(cargo_bin!("assize"));
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
