//! Looking at what lies at a repository's root.

use std::path::{Path, PathBuf};

use assize_store::read_bounded;

use crate::init::project::ProjectCheck;
use crate::init::project::make::make_check;
use crate::init::project::node::{NodeManager, node_check, node_manager};
use crate::init::project::python::{PythonSetup, python_check, python_setup};

/// The most that is read of one file to find out about a project, in bytes.
const LIMIT: u64 = 4 * 1024 * 1024;

/// The files at a repository's root.
#[derive(Debug)]
pub(super) struct Root(PathBuf);

impl Root {
    /// Whether there is something of that name.
    pub(super) fn has(&self, name: &str) -> bool {
        self.0.join(name).exists()
    }

    /// The text of a file; empty when there is none that can be read.
    pub(super) fn text(&self, name: &str) -> String {
        let bytes = read_bounded(&self.0.join(name), LIMIT).ok().flatten().unwrap_or_default();
        String::from_utf8_lossy(&bytes).into_owned()
    }

    /// The names in a folder; none when there is no such folder.
    pub(super) fn names(&self, folder: &str) -> Vec<String> {
        let listing = std::fs::read_dir(self.0.join(folder)).into_iter().flatten().flatten();
        listing.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect()
    }
}

/// What kinds of project a repository holds; it may hold several.
#[derive(Debug, Default, PartialEq, Eq)]
pub(in crate::init) struct Project {
    /// The checks that fit it, without those that fit every repository.
    pub(in crate::init) checks: Vec<ProjectCheck>,
    /// How its Node packages are installed.
    pub(in crate::init) node: Option<NodeManager>,
    /// How its Python packages are installed.
    pub(in crate::init) python: Option<PythonSetup>,
    /// Whether it has a Go module.
    pub(in crate::init) go: bool,
}

impl Project {
    /// Looks at the files in a folder. Nothing is run.
    pub(in crate::init) fn at(root: &Path) -> Self {
        let root = Root(root.to_owned());
        let mut project = Self::default();
        if root.has("Cargo.toml") {
            let run = "cargo test --workspace";
            project.checks.push(ProjectCheck::new("cargo-test", run, "The tests of every crate pass."));
        }
        if root.has("package.json") {
            let manager = node_manager(&root);
            project.checks.extend(node_check(&root, manager));
            project.node = Some(manager);
        }
        if let Some(setup) = python_setup(&root) {
            project.checks.push(python_check(&root, setup));
            project.python = Some(setup);
        }
        if root.has("go.mod") {
            project.checks.push(ProjectCheck::new("go-test", "go test ./...", "The tests of every package pass."));
            project.go = true;
        }
        if project.checks.is_empty() {
            // A Makefile's tests are usually those that were found already.
            project.checks.extend(make_check(&root));
        }
        project
    }
}
