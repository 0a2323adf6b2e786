//! `review_run`.

use std::time::Duration;

use assize_host::RunRequest;
use assize_schemas::PullRequest;
use schemars::JsonSchema;
use serde::Deserialize;

use super::answer::{ToolError, wrong};
use super::call::Call;
use super::follow::follow;
use super::input::{optional, text};
use super::paths;
use crate::ServerSettings;
use crate::runs::{Begun, RunDocument, begin};

/// How long a caller that does not want to wait waits for the review to begin.
const PATIENCE: Duration = Duration::from_secs(5);
/// The most characters of a session's name.
const SESSION: usize = 256;

/// What `review_run` takes.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(crate) struct RunInput {
    /// A folder in the repository, as an absolute path.
    cwd: String,
    /// The REVIEW.md, or a folder that holds one; relative to cwd. By default the one at the repository's root.
    manifest_path: Option<String>,
    /// The binding to run. By default `default`, or the only one there is.
    binding: Option<String>,
    /// Review against this ref instead of the manifest's base. The range begins at the merge base with the head.
    base: Option<String>,
    /// Review up to this commit. By default what is checked out.
    head: Option<String>,
    /// Run even where a recorded verdict would serve; implies compose: false. By default false.
    nocache: Option<bool>,
    /// Reviewers may look only at what is new since an earlier review that passed. By default true.
    compose: Option<bool>,
    /// Wait for the verdict. By default true; with false ask review_status for it.
    wait: Option<bool>,
    /// The session that asks; recorded as the requester.
    requester_session_id: Option<String>,
    /// The pull request that the review is for, when it is known; recorded with the verdict.
    pr: Option<PullRequestGiven>,
    /// Cancel reviews of this repository, binding and base that still run for an older head. By default false.
    supersede: Option<bool>,
}

/// A pull request as clients name it.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PullRequestGiven {
    /// Always github.
    provider: Provider,
    /// `owner/name`.
    #[schemars(regex(pattern = r"^[^/]+/[^/]+$"))]
    repo: String,
    /// Its number, from 1.
    #[schemars(range(min = 1))]
    number: u64,
    /// `https://github.com/<owner>/<name>/pull/<number>`.
    url: String,
}

/// Where pull requests can be.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Provider {
    Github,
}

impl PullRequestGiven {
    fn checked(self) -> Result<PullRequest, ToolError> {
        let Self { provider: Provider::Github, repo, number, url } = self;
        let right = PullRequest::from_url(&url).filter(|read| read.repo == repo && read.number == number);
        right.ok_or_else(|| {
            wrong("pr", "url must be https://github.com/<owner>/<name>/pull/<number>, of the same repo and number")
        })
    }
}

impl RunInput {
    fn request(self, settings: &ServerSettings) -> Result<RunRequest, ToolError> {
        let cwd = paths::folder(settings, "cwd", &self.cwd)?;
        let manifest = self.manifest_path.as_ref().map(|given| paths::manifest(&cwd, given)).transpose()?;
        let mut request = RunRequest::new(cwd);
        request.manifest = manifest;
        request.binding = optional("binding", self.binding.as_ref())?;
        request.base = optional("base", self.base.as_ref())?;
        request.head = optional("head", self.head.as_ref())?;
        request.no_cache = self.nocache.unwrap_or(false);
        request.no_compose = !self.compose.unwrap_or(true);
        request.supersede = self.supersede.unwrap_or(false);
        request.pr = self.pr.map(PullRequestGiven::checked).transpose()?;
        request.session_id = match &self.requester_session_id {
            Some(given) => Some(session(given)?),
            None => settings.session_id.clone(),
        };
        Ok(request)
    }
}

/// The name of a session.
pub(super) fn session(given: &str) -> Result<String, ToolError> {
    const MEMBER: &str = "requesterSessionId";
    let session = text(MEMBER, given)?;
    if session.chars().count() > SESSION {
        return Err(wrong(MEMBER, format!("it has more than {SESSION} characters")));
    }
    Ok(session)
}

/// Runs a review.
pub(crate) async fn review_run(call: &Call<'_>, input: RunInput) -> Result<RunDocument, ToolError> {
    let wait = input.wait.unwrap_or(true);
    let request = input.request(call.settings)?;
    let begun = begin(call.runs, &call.settings.host, request);
    if wait {
        return Ok(follow(begun, call).await);
    }
    let Begun { run, .. } = begun;
    tokio::select! {
        biased;
        // What is known at once is told at once: a recorded verdict, or why nothing can run.
        document = run.end() => return Ok((*document).clone()),
        () = call.context.ct.cancelled() => run.cancel(),
        () = run.board().begun() => {}
        () = tokio::time::sleep(PATIENCE) => {}
    }
    Ok(run.board().document())
}
