//! Which repository a request is about.

use std::path::{Path, PathBuf};

use assize_git::{Checkout, Git, GitError, GitProgram, Ref};
use assize_schemas::normalize_remote;

use crate::HostError;

/// Marks the remote of a repository that has no `origin`.
const LOCAL: &str = "local:";
/// The manifest's name when none is given.
const MANIFEST: &str = "REVIEW.md";

/// The repository around a directory, with git bound to the root of its work tree.
#[derive(Debug, Clone)]
pub(crate) struct Place {
    pub(crate) git: Git,
    pub(crate) checkout: Checkout,
    /// The normalised address of `origin`, or `local:` and the absolute root (AIP-62, "The run").
    pub(crate) remote: String,
    /// Whether there is an `origin`.
    pub(crate) has_origin: bool,
    /// The address that commits made here would carry, if one is set.
    pub(crate) email: Option<String>,
}

impl Place {
    /// Finds the repository around `cwd`, and the commit behind `head` if one is named.
    pub(crate) async fn find(program: GitProgram, cwd: &Path, head: Option<&str>) -> Result<Self, HostError> {
        let head = head.map(Ref::parse).transpose()?;
        let git = Git::new(program, cwd);
        // Both only read; what the first says about the directory is the better explanation.
        let (checkout, surroundings) = tokio::join!(git.open(head.as_ref()), git.surroundings());
        let checkout = checkout.map_err(|error| match error {
            GitError::UnknownRef { name } => HostError::UnknownHead { head: name },
            error => error.into(),
        })?;
        let surroundings = surroundings?;
        let origin = git.origin_url(&surroundings, &checkout).await?;
        let remote = match &origin {
            Some(url) => normalize_remote(url),
            None => match checkout.root.to_str() {
                Some(root) => format!("{LOCAL}{root}"),
                None => return Err(HostError::NotUtf8 { path: checkout.root }),
            },
        };
        Ok(Self {
            git: git.at(&checkout.root),
            checkout,
            remote,
            has_origin: origin.is_some(),
            email: surroundings.email,
        })
    }

    /// Whether the head that is asked for is another commit than the one that is checked out.
    pub(crate) fn is_elsewhere(&self) -> bool {
        self.checkout.wanted.as_ref().is_some_and(|wanted| *wanted != self.checkout.head)
    }

    /// The manifest of a request: the one it names, relative to where it was made, or the one at the root.
    pub(crate) fn manifest_path(&self, cwd: &Path, named: Option<&Path>) -> PathBuf {
        named.map_or_else(|| self.checkout.root.join(MANIFEST), |named| cwd.join(named))
    }
}
