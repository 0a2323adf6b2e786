//! Which entries a list shows.

use assize_schemas::{Sha256Hex, normalize_remote, range_sha, repo_slug};

use crate::{HostError, LedgerRow, RunningReview};

/// The fewest digits of an object name that a range may be given with.
const MIN_DIGITS: usize = 4;

/// Which entries a list shows: those that fit every member that is given.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct LedgerFilter {
    /// The repository's remote, normalised.
    pub repo: Option<String>,
    /// The binding.
    pub binding: Option<String>,
    /// The range.
    pub range: Option<RangeFilter>,
    /// The session that asked for the review.
    pub requester: Option<String>,
    /// Whether reviews count that sessions below [`LedgerFilter::requester`] asked for.
    pub subtree: bool,
    /// The most rows, the newest ones.
    pub limit: Option<usize>,
}

/// A range as a filter names it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum RangeFilter {
    /// By its digest.
    Digest(Sha256Hex),
    /// By the beginnings of both object names.
    Ends {
        /// The beginning of the base.
        base: String,
        /// The beginning of the head.
        head: String,
    },
}

impl LedgerFilter {
    /// Only entries of the repository with this remote, given as an address or in its normalised form.
    #[must_use]
    pub fn repo(mut self, remote: &str) -> Self {
        // What names a repository without a remote is no address, and stays as it is.
        let normalised = if remote.starts_with("local:") { remote.to_owned() } else { normalize_remote(remote) };
        self.repo = Some(normalised);
        self
    }

    /// Only entries of this binding.
    #[must_use]
    pub fn binding(mut self, name: impl Into<String>) -> Self {
        self.binding = Some(name.into());
        self
    }

    /// Only entries of this range: `<base>..<head>` with at least four digits of both commits, or the digest.
    ///
    /// # Errors
    ///
    /// [`HostError::BadRange`] when the text is neither.
    pub fn range(mut self, text: &str) -> Result<Self, HostError> {
        let hex = |end: &str| {
            end.len() >= MIN_DIGITS && end.bytes().all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte))
        };
        self.range = Some(match text.split_once("..") {
            Some((base, head)) if hex(base) && hex(head) => {
                RangeFilter::Ends { base: base.to_owned(), head: head.to_owned() }
            }
            None if let Ok(digest) = Sha256Hex::parse(text) => RangeFilter::Digest(digest),
            _ => return Err(HostError::BadRange { text: text.to_owned() }),
        });
        Ok(self)
    }

    /// Only entries that this session asked for.
    #[must_use]
    pub fn requester(mut self, session: impl Into<String>) -> Self {
        self.requester = Some(session.into());
        self
    }

    /// Also entries that reviewers' sessions asked for, whose reviews the requester's session asked for, and so on.
    #[must_use]
    pub fn subtree(mut self) -> Self {
        self.subtree = true;
        self
    }

    /// At most this many entries.
    #[must_use]
    pub fn limit(mut self, most: usize) -> Self {
        self.limit = Some(most);
        self
    }

    /// The one folder that can hold what the filter admits, when it names a repository.
    pub(crate) fn slug(&self) -> Option<String> {
        self.repo.as_deref().map(repo_slug)
    }

    pub(crate) fn admits(&self, row: &LedgerRow) -> bool {
        self.fits(&row.repo_remote, &row.binding, &row.base_sha, &row.head_sha)
    }

    /// Whether a review that runs is of the repository, the binding and the range.
    #[must_use]
    pub fn admits_running(&self, running: &RunningReview) -> bool {
        self.fits(&running.repo_remote, &running.binding, &running.base_sha, &running.head_sha)
    }

    /// What an entry says of its range digest was held against its base and head when it was read.
    fn fits(&self, remote: &str, name: &str, base_sha: &str, head_sha: &str) -> bool {
        let range = match &self.range {
            None => true,
            Some(RangeFilter::Digest(digest)) => range_sha(base_sha, head_sha).as_str() == digest.as_str(),
            Some(RangeFilter::Ends { base, head }) => base_sha.starts_with(base) && head_sha.starts_with(head),
        };
        range
            && self.repo.as_ref().is_none_or(|repo| *repo == remote)
            && self.binding.as_ref().is_none_or(|binding| *binding == name)
    }
}
