//! A repository that is always the same range of the same folder.

use std::path::{Path, PathBuf};

use assize_nodes::{HostError, Repository, TreeState, Workspace};
use assize_schemas::{CheckRef, FrozenTarget, Sha, ShaError};
use async_trait::async_trait;

/// Stands for git: one folder, one range, nothing ever moves.
pub(crate) struct FixedRange {
    root: PathBuf,
    target: FrozenTarget,
}

impl FixedRange {
    pub(crate) fn new(root: &Path) -> Result<Self, ShaError> {
        let target = FrozenTarget {
            repo_remote: "example.com/demo".to_owned(),
            base_sha: Sha::parse("1".repeat(40))?,
            head_sha: Sha::parse("2".repeat(40))?,
            dirty: false,
        };
        Ok(Self { root: root.to_owned(), target })
    }
}

#[async_trait]
impl Repository for FixedRange {
    fn root(&self) -> &Path {
        &self.root
    }

    async fn freeze(&self, _base: &str) -> Result<FrozenTarget, HostError> {
        Ok(self.target.clone())
    }

    async fn workspace(&self, _lane: &CheckRef, _target: &FrozenTarget) -> Result<Workspace, HostError> {
        Ok(Workspace::shared(&self.root))
    }

    async fn moved_since(&self, _target: &FrozenTarget) -> Result<Option<String>, HostError> {
        Ok(None)
    }

    async fn tree_state(&self, _workspace: &Workspace) -> Result<TreeState, HostError> {
        Ok(TreeState::new().with("HEAD", self.target.head_sha.as_str()))
    }
}
