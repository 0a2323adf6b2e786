//! What is asked about pull requests.

use assize_host::{PullRequestCheck, PullRequestReview, PullRequestState, PullRequestStatus};
use assize_schemas::PullRequest;
use serde_json::Value;

use super::error::GitHubError;
use super::gh::Gh;

/// How many of a list are asked for: the most there can be in one answer.
const PAGE: &str = "per_page=100";

impl Gh {
    /// The state of a pull request, what people said of it and what the checks of its head said.
    pub(crate) async fn status(&self, pr: &PullRequest) -> Result<PullRequestStatus, GitHubError> {
        let PullRequest { repo, number, .. } = pr;
        let path = format!("repos/{repo}/pulls/{number}");
        let reviews_path = format!("{path}/reviews?{PAGE}");
        let (pull, reviews) = tokio::join!(self.ask(&path), self.ask(&reviews_path));
        let (pull, reviews) = (pull?, reviews?);
        let state = state_of(&pull).ok_or_else(|| GitHubError::Failed {
            path,
            message: "the answer says no state that is known".to_owned(),
        })?;
        let head_sha = pull.pointer("/head/sha").and_then(Value::as_str).map(str::to_owned);
        // The checks are worth having and no reason to fail.
        let checks = match &head_sha {
            Some(sha) => self.ask(&format!("repos/{repo}/commits/{sha}/check-runs?{PAGE}")).await.ok(),
            None => None,
        };
        Ok(PullRequestStatus {
            state,
            reviews: reviews.as_array().into_iter().flatten().filter_map(review_of).collect(),
            checks: checks
                .as_ref()
                .and_then(|checks| checks.get("check_runs")?.as_array())
                .map(|checks| checks.iter().filter_map(check_of).collect()),
            head_sha,
        })
    }

    /// The pull request that a commit belongs to: one whose head it is, else one that is open, else the first.
    pub(crate) async fn of_commit(&self, repository: &str, commit: &str) -> Result<PullRequest, GitHubError> {
        let found = self.ask(&format!("repos/{repository}/commits/{commit}/pulls?{PAGE}")).await?;
        chosen(&found, commit)
            .ok_or_else(|| GitHubError::NoPullRequest { repository: repository.to_owned(), commit: commit.to_owned() })
    }
}

fn chosen(found: &Value, commit: &str) -> Option<PullRequest> {
    let found = found.as_array()?;
    let is_head = |pull: &&Value| pull.pointer("/head/sha").and_then(Value::as_str) == Some(commit);
    let is_open = |pull: &&Value| text(pull, "state") == Some("open");
    let pull = found.iter().find(is_head).or_else(|| found.iter().find(is_open)).or_else(|| found.first())?;
    PullRequest::from_url(text(pull, "html_url")?)
}

fn state_of(pull: &Value) -> Option<PullRequestState> {
    let merged = pull.get("merged").and_then(Value::as_bool) == Some(true) || text(pull, "merged_at").is_some();
    match text(pull, "state") {
        _ if merged => Some(PullRequestState::Merged),
        Some("open") => Some(PullRequestState::Open),
        Some("closed") => Some(PullRequestState::Closed),
        _ => None,
    }
}

fn review_of(review: &Value) -> Option<PullRequestReview> {
    Some(PullRequestReview {
        login: review.pointer("/user/login").and_then(Value::as_str)?.to_owned(),
        state: text(review, "state")?.to_owned(),
        submitted_at: text(review, "submitted_at").map(str::to_owned),
    })
}

fn check_of(check: &Value) -> Option<PullRequestCheck> {
    let conclusion = text(check, "conclusion").map(str::to_owned);
    Some(PullRequestCheck { name: text(check, "name")?.to_owned(), conclusion })
}

fn text<'v>(value: &'v Value, member: &str) -> Option<&'v str> {
    value.get(member).and_then(Value::as_str)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_pull_request_of_a_commit() {
        let pull = |number: u64, state: &str, head: &str| json!({"html_url": format!("https://github.com/a/b/pull/{number}"), "state": state, "head": {"sha": head}});
        let check = |found: &[Value], expect: Option<u64>| {
            let chosen = chosen(&Value::Array(found.to_vec()), "abc").map(|pr| pr.number);
            assert_eq!(chosen, expect, "{found:?}");
        };
        check(&[], None);
        check(&[pull(1, "closed", "x"), pull(2, "open", "y"), pull(3, "closed", "abc")], Some(3));
        check(&[pull(1, "closed", "x"), pull(2, "open", "y")], Some(2));
        check(&[pull(1, "closed", "x"), pull(2, "closed", "y")], Some(1));
        check(&[json!({"html_url": "https://example.com/"})], None);
    }

    #[test]
    fn states() {
        let check = |pull: &Value, expect: Option<PullRequestState>| assert_eq!(state_of(pull), expect, "{pull}");
        check(&json!({"state": "open"}), Some(PullRequestState::Open));
        check(&json!({"state": "closed", "merged_at": null}), Some(PullRequestState::Closed));
        check(&json!({"state": "closed", "merged_at": "2026-01-01T00:00:00Z"}), Some(PullRequestState::Merged));
        check(&json!({"state": "closed", "merged": true}), Some(PullRequestState::Merged));
        check(&json!({"state": 1}), None);
    }
}
