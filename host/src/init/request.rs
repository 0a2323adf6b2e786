//! What to set up.

use std::path::PathBuf;

/// A CI system that a workflow can be written for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum CiSystem {
    /// GitHub Actions.
    Github,
}

/// What to set up.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct InitRequest {
    /// A directory inside the repository.
    pub cwd: PathBuf,
    /// The CI system to write a workflow for.
    pub ci: Option<CiSystem>,
    /// Whether to set up the commit gate: its `commit-msg` hook and starter rubrics.
    pub commit_gate: bool,
    /// A pack to import, as `uses[].pack` would name it.
    pub pack: Option<String>,
    /// The namespace of that pack; made from its name when absent.
    pub namespace: Option<String>,
}

impl InitRequest {
    /// A request for the repository around `cwd`, without CI and without a pack.
    #[must_use]
    pub fn new(cwd: impl Into<PathBuf>) -> Self {
        Self { cwd: cwd.into(), ci: None, commit_gate: false, pack: None, namespace: None }
    }

    /// With a workflow for a CI system.
    #[must_use]
    pub fn with_ci(mut self, ci: CiSystem) -> Self {
        self.ci = Some(ci);
        self
    }

    /// With the commit gate.
    #[must_use]
    pub fn with_commit_gate(mut self) -> Self {
        self.commit_gate = true;
        self
    }

    /// With a pack to import.
    #[must_use]
    pub fn with_pack(mut self, pack: impl Into<String>) -> Self {
        self.pack = Some(pack.into());
        self
    }

    /// With the namespace of that pack.
    #[must_use]
    pub fn with_namespace(mut self, namespace: impl Into<String>) -> Self {
        self.namespace = Some(namespace.into());
        self
    }
}
