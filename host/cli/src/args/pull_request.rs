//! The address of a pull request.

use assize_schemas::PullRequest;

/// Reads `https://github.com/<owner>/<repo>/pull/<n>`.
pub(super) fn pull_request(text: &str) -> Result<PullRequest, String> {
    PullRequest::from_url(text).ok_or_else(|| {
        "it must be https://github.com/<owner>/<repo>/pull/<number>, and nothing after the number".to_owned()
    })
}
