//! The verifiers that come with this crate.

use std::path::PathBuf;
use std::sync::Arc;

use assize_git::Git;

use super::decision::Unconfigured;
use super::file::FileVerifier;
use super::git::{CommitVerifier, TagVerifier};
use super::reference::InvalidVerifier;
use super::registry::Registry;
use super::request::Verifier;
use super::tracker::{TrackerSettings, TrackerVerifier};
use crate::identity::{
    DECISION_RECEIPT, DECISION_REVIEW_CONTINUATION, TRACKER_COMMENT, TRACKER_ISSUE_CLOSED, TRACKER_PR_MERGED,
};

/// What the built-in verifiers look at.
#[derive(Debug, Default)]
pub struct BuiltIn {
    /// The project's folder: files are looked for in it.
    pub project: PathBuf,
    /// Git in the project; none where there is no git.
    pub git: Option<Git>,
    /// The trackers that may be asked; none are by default.
    pub trackers: Vec<TrackerSettings>,
}

/// The verifiers that come with this crate. A kind whose target is not configured has one that knows nothing.
///
/// # Errors
///
/// [`InvalidVerifier`] never, unless a kind was misspelled here.
pub fn built_in(settings: BuiltIn) -> Result<Registry, InvalidVerifier> {
    let mut registry = Registry::new();
    let mut add =
        |verifier: Arc<dyn Verifier>| registry.register(verifier).map_err(|error| InvalidVerifier(error.to_string()));
    match settings.git {
        Some(git) => {
            add(Arc::new(CommitVerifier::new(git.clone())?))?;
            add(Arc::new(TagVerifier::new(git)?))?;
        }
        None => {
            add(Arc::new(Unconfigured::new(crate::identity::GIT_COMMIT)?))?;
            add(Arc::new(Unconfigured::new(crate::identity::GIT_TAG)?))?;
        }
    }
    add(Arc::new(FileVerifier::new(settings.project)?))?;
    for kind in [DECISION_RECEIPT, DECISION_REVIEW_CONTINUATION] {
        add(Arc::new(Unconfigured::new(kind)?))?;
    }
    let trackers = Arc::new(settings.trackers);
    for kind in [TRACKER_COMMENT, TRACKER_ISSUE_CLOSED, TRACKER_PR_MERGED] {
        if trackers.is_empty() {
            add(Arc::new(Unconfigured::new(kind)?))?;
        } else {
            add(Arc::new(TrackerVerifier::new(kind, Arc::clone(&trackers))?))?;
        }
    }
    Ok(registry)
}
