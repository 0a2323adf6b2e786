//! The directory tree one lane runs in.

use std::any::Any;
use std::fmt;
use std::path::{Path, PathBuf};

/// A tree that a lane runs in: the checkout that all lanes share, or a worktree of its own.
pub struct Workspace {
    root: PathBuf,
    isolated: bool,
    guard: Option<Box<dyn Any + Send + Sync>>,
}

impl Workspace {
    /// The tree at `root`, which other lanes use as well.
    #[must_use]
    pub fn shared(root: impl Into<PathBuf>) -> Self {
        Self { root: root.into(), isolated: false, guard: None }
    }

    /// A tree at `root` that only this lane uses. Dropping `guard` may remove it: that happens once the lane has
    /// ended, so `guard` must be quick or leave the work to someone else.
    #[must_use]
    pub fn isolated(root: impl Into<PathBuf>, guard: impl Any + Send + Sync) -> Self {
        Self { root: root.into(), isolated: true, guard: Some(Box::new(guard)) }
    }

    /// The root of the tree, absolute.
    #[must_use]
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Whether no other lane uses this tree.
    #[must_use]
    pub fn is_isolated(&self) -> bool {
        self.isolated
    }
}

impl fmt::Debug for Workspace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Workspace")
            .field("root", &self.root)
            .field("isolated", &self.isolated)
            .field("guarded", &self.guard.is_some())
            .finish()
    }
}
