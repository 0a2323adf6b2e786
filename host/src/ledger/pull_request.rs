//! What is known of a pull request at some time.

use serde::Serialize;
use serde_json::{Value, json};

/// The state of a pull request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum PullRequestState {
    /// It waits.
    Open,
    /// Its commits are in.
    Merged,
    /// It was given up.
    Closed,
}

/// What is known of a pull request at some time. Nobody signs it, and no decision is taken on it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PullRequestStatus {
    /// Its state.
    pub state: PullRequestState,
    /// What people said of it.
    pub reviews: Vec<PullRequestReview>,
    /// What the checks of its head said, where they could be asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub checks: Option<Vec<PullRequestCheck>>,
    /// The commit it was at.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub head_sha: Option<String>,
}

/// What one person said of a pull request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PullRequestReview {
    /// The person.
    pub login: String,
    /// What they decided, as the provider writes it.
    pub state: String,
    /// When, as the provider writes it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub submitted_at: Option<String>,
}

/// What one check of a pull request's head said.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PullRequestCheck {
    /// The check.
    pub name: String,
    /// What it came to, as the provider writes it; absent while it runs.
    pub conclusion: Option<String>,
}

impl PullRequestState {
    /// The word that stands for it.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Merged => "merged",
            Self::Closed => "closed",
        }
    }
}

impl PullRequestStatus {
    /// A state of which nothing else is known.
    #[must_use]
    pub fn of(state: PullRequestState) -> Self {
        Self { state, reviews: Vec::new(), checks: None, head_sha: None }
    }

    /// The entry of the `prStatus` list, as seen at `time`.
    pub(super) fn entry(&self, time: &str) -> Value {
        let mut entry = json!({ "fetchedAt": time });
        if let (Some(entry), Ok(Value::Object(members))) = (entry.as_object_mut(), serde_json::to_value(self)) {
            entry.extend(members);
        }
        entry
    }
}
