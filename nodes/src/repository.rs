//! What the nodes need of a repository.

use std::path::Path;

use assize_schemas::{CheckRef, FrozenTarget};
use async_trait::async_trait;

use crate::{HostError, TreeState, Workspace};

/// The repository under review, as a host offers it to the nodes.
///
/// Calls may come from several lanes at once. A future may be dropped at any point when the run is cancelled;
/// whatever it holds has to be released by its drop.
#[async_trait]
pub trait Repository: Send + Sync {
    /// The absolute root of the checkout, where prepare gates run.
    fn root(&self) -> &Path;

    /// Resolves the range and tells whether tracked files have uncommitted changes. Called once a run, after the
    /// prepare gates and before any lane. `base` is the manifest's base ref; a host whose caller named another base
    /// or head uses that instead.
    ///
    /// # Errors
    ///
    /// [`HostError`] when the range cannot be resolved; the run then ends without a verdict.
    async fn freeze(&self, base: &str) -> Result<FrozenTarget, HostError>;

    /// The tree that `lane` runs in. Called once a lane; the answer is dropped when the lane has ended.
    ///
    /// # Errors
    ///
    /// [`HostError`] when there is no such tree; the lane is then `skipped`.
    async fn workspace(&self, lane: &CheckRef, target: &FrozenTarget) -> Result<Workspace, HostError>;

    /// Looks at the head again once all lanes have ended: `None` when it is still what was frozen, otherwise what
    /// moved, in words that follow "the tree changed while this lane ran: " (rulings 12 and 18).
    ///
    /// # Errors
    ///
    /// [`HostError`] when it cannot be told; no lane counts then.
    async fn moved_since(&self, target: &FrozenTarget) -> Result<Option<String>, HostError>;

    /// A snapshot of what a reviewer must leave alone, taken before and after an agent lane (rulings 12).
    ///
    /// # Errors
    ///
    /// [`HostError`] when the tree cannot be looked at; the lane is then `skipped`.
    async fn tree_state(&self, workspace: &Workspace) -> Result<TreeState, HostError>;
}
