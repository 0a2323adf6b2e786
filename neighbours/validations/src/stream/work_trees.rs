//! The work trees that have the stream checked out.

use std::path::PathBuf;

use assize_schemas::Sha;

use super::{Stream, StreamError};

impl Stream {
    /// The work trees that have to be brought along. Each is clean, and nothing in it stands in the way.
    pub(super) async fn work_trees(&self, from: &Sha, to: &Sha) -> Result<Vec<PathBuf>, StreamError> {
        let mut found = Vec::new();
        for path in self.git.work_trees_on(&self.name).await? {
            // One that was removed by hand is still on git's list.
            if !path.is_dir() {
                continue;
            }
            let here = self.git.at(&path);
            if here.status().await?.is_dirty() {
                return Err(StreamError::WorkTreeInUse { stream: self.name.clone(), path });
            }
            if let Err(source) = here.step_work_tree(from, to, true).await {
                return Err(StreamError::WorkTreeInTheWay { stream: self.name.clone(), path, source });
            }
            found.push(path);
        }
        Ok(found)
    }

    /// Brings work trees along after the stream has moved; those for which it failed, each with the reason.
    pub(super) async fn bring_along(&self, paths: &[PathBuf], from: &Sha, to: &Sha) -> Vec<(PathBuf, String)> {
        let mut left = Vec::new();
        for path in paths {
            if let Err(error) = self.git.at(path).step_work_tree(from, to, false).await {
                left.push((path.clone(), error.to_string()));
            }
        }
        left
    }
}
