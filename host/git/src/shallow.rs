//! Merge bases in clones whose history is cut off.

use std::collections::HashSet;

use assize_schemas::Sha;

use crate::command::{LONG, argv};
use crate::{Checkout, Git, GitError, Ref};

/// The file below the common git folder that names the commits whose parents are missing.
const BOUNDARY_FILE: &str = "shallow";

impl Git {
    /// The best common ancestor, when what a shallow clone lacks cannot make another one better.
    ///
    /// A commit whose parents are missing matters when only one of the two sides reaches it: what lies behind it may
    /// be newer common history than the merge base that git sees.
    ///
    /// # Errors
    ///
    /// As [`Git::merge_base`], and [`GitError::Shallow`] when the clone has to be deepened first.
    pub async fn certain_merge_base(&self, checkout: &Checkout, base: &Ref, head: &Ref) -> Result<Sha, GitError> {
        let found = self.merge_base(base, head).await;
        if !checkout.shallow {
            return found;
        }
        let shallow = |boundary| GitError::Shallow { base: base.to_string(), head: head.to_string(), boundary };
        let found = match found {
            Err(GitError::NoMergeBase { .. }) => return Err(shallow(None)),
            other => other?,
        };
        let boundaries = self.shallow_boundaries(checkout).await?;
        let one_side = format!("{}...{}", base.commit(), head.commit());
        let answer = self.ask(&argv!["rev-list", &one_side, "--"], LONG).await?;
        let reached = answer.text()?.lines().filter_map(|line| Sha::parse(line).ok());
        match reached.into_iter().find(|commit| boundaries.contains(commit)) {
            Some(commit) => Err(shallow(Some(commit))),
            None => Ok(found),
        }
    }

    /// The commits whose parents this clone lacks.
    async fn shallow_boundaries(&self, checkout: &Checkout) -> Result<HashSet<Sha>, GitError> {
        let path = checkout.common_dir.join(BOUNDARY_FILE);
        // `is-shallow-repository` looked at the same file a moment ago.
        let text = tokio::task::spawn_blocking(move || std::fs::read_to_string(path))
            .await
            .map_err(|error| GitError::Io(error.into()))?
            .map_err(GitError::Io)?;
        Ok(text.lines().filter_map(|line| Sha::parse(line.trim()).ok()).collect())
    }
}
