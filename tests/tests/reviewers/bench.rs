//! A repository under review by scripts.

use std::path::PathBuf;
use std::process::Command;

use assize_tests::{Outcome, Sandbox};
use serde_json::Value;

/// A verdict without findings.
pub(crate) const FINE: &str = r#"{"summary": "fine", "findings": []}"#;

/// A repository with a change, and reviewers that are shell scripts.
pub(crate) struct Bench {
    pub(crate) sandbox: Sandbox,
    presets: String,
    checks: String,
}

impl Bench {
    /// A repository whose only reviewer, `scripted`, is this script. Its time limit is in milliseconds.
    pub(crate) fn of_script(script: &str, access: &str, timeout_ms: u64) -> Self {
        let mut bench = Self::empty();
        bench.preset("scripted", script, &format!("access = \"{access}\""));
        bench.lane("judge", "scripted", &format!(", timeoutMs: {timeout_ms}"));
        bench
    }

    /// A repository without reviewers.
    pub(crate) fn empty() -> Self {
        let sandbox = Sandbox::with_base();
        for folder in [sandbox.state(), sandbox.outside().join("tmp")] {
            std::fs::create_dir_all(folder).expect("a folder");
        }
        sandbox.write("rubrics/correct.md", "Look for what is wrong.\n");
        Self { sandbox, presets: String::new(), checks: String::new() }
    }

    /// Adds a preset. In the script `$V` is the verdict file, and `fine` writes one without findings.
    pub(crate) fn preset(&mut self, name: &str, script: &str, more: &str) {
        let path = self.sandbox.outside().join(format!("{name}.sh"));
        let head = format!("#!/bin/sh\nV=$REVIEW_VERDICT_FILE\nfine() {{ echo '{FINE}' > \"$V\"; }}\n");
        std::fs::write(&path, format!("{head}{script}\n")).expect("a script");
        let table = format!("[presets.{name}]\nharness = \"command\"\ncommand = [\"sh\", {path:?}]\n{more}\n");
        self.presets.push_str(&table);
        std::fs::write(self.sandbox.state().join("presets.toml"), &self.presets).expect("presets");
    }

    /// Adds a check.
    pub(crate) fn lane(&mut self, id: &str, preset: &str, more: &str) {
        let line = format!("  - {{id: {id}, kind: agent, preset: {preset}, rubric: ./rubrics/correct.md{more}}}\n");
        self.checks.push_str(&line);
        self.commit();
    }

    fn commit(&self) {
        self.sandbox.manifest(&format!("kind: review\nid: demo\ntarget: git-range\nchecks:\n{}", self.checks));
        self.sandbox.commit_all("change");
    }

    /// `assize` with these arguments.
    pub(crate) fn command(&self, args: &[&str]) -> Command {
        let mut command = self.sandbox.command(assize_tests::binary("assize"));
        command.args(args).env("ASSIZE_GRACE_MS", "300").env("TMPDIR", self.temporary());
        command.env("SECRET_OF_THE_HOST", "not for reviewers").stdin(std::process::Stdio::null());
        command
    }

    /// Runs `assize` with these arguments.
    pub(crate) fn assize(&self, args: &[&str]) -> Outcome {
        self.command(args).output().expect("assize runs").into()
    }

    /// The document of a run.
    pub(crate) fn run(&self) -> Value {
        self.assize(&["run", "--json", "--no-cache"]).json()
    }

    /// The lanes of a run.
    pub(crate) fn lanes(&self) -> Vec<Value> {
        let view = self.run();
        view["attestation"]["lanes"].as_array().unwrap_or_else(|| panic!("{view}")).clone()
    }

    /// The only lane of a run.
    pub(crate) fn only_lane(&self) -> Value {
        let mut lanes = self.lanes();
        assert_eq!(lanes.len(), 1);
        lanes.remove(0)
    }

    /// Where temporary files of this bench are.
    pub(crate) fn temporary(&self) -> PathBuf {
        self.sandbox.outside().join("tmp")
    }

    /// What reviewers left among the temporary files.
    pub(crate) fn left_in_temporary(&self) -> Vec<PathBuf> {
        std::fs::read_dir(self.temporary()).expect("a folder").flatten().map(|entry| entry.path()).collect()
    }

    /// What is kept of runs.
    pub(crate) fn runs(&self) -> Vec<PathBuf> {
        let entries = |path: PathBuf| std::fs::read_dir(path).into_iter().flatten().flatten().map(|entry| entry.path());
        entries(self.sandbox.state().join("reviews")).flat_map(|slug| entries(slug.join("runs"))).collect()
    }
}

/// Whether the kernel keeps reviewers to what they were given; says so where a test then tests nothing.
#[expect(clippy::print_stderr, reason = "a test that tests nothing says so")]
pub(crate) fn kernel_refuses() -> bool {
    let refuses = assize_nodes::SandboxSupport::of_this_system().is_enforced();
    if !refuses {
        eprintln!("skipped: this kernel has no Landlock");
    }
    refuses
}
