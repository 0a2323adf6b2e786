//! `review_pr`.

use assize_host::{LedgerFilter, LedgerKey, LedgerRow, PullRequestStatus};
use assize_schemas::{PullRequest, Sha256Hex};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::answer::{ToolError, wrong};
use super::call::Call;
use super::input::text;
use super::paths;
use crate::github::{Gh, GitHubError, GitHubTrouble, repository_of};

/// What `review_pr` takes: at least one member, which names the review.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(crate) struct PullRequestInput {
    /// The run.
    run_id: Option<String>,
    /// The digest of the range.
    range_sha: Option<String>,
    /// The range: `<base>..<head>` with at least four digits of both commits.
    range: Option<String>,
    /// A folder in the repository, as an absolute path. Alone it means the newest review of what is checked out.
    cwd: Option<String>,
    /// `https://github.com/<owner>/<name>/pull/<number>`: the pull request to note. Alone it means the newest review
    /// of its head.
    pr_url: Option<String>,
}

/// What is known of the pull request now.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PullRequestDocument {
    /// Whether its state could be asked for and noted.
    ok: bool,
    /// The review.
    #[serde(skip_serializing_if = "Option::is_none")]
    attestation: Option<SummaryDocument>,
    /// The pull request.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<Map<String, Value>>")]
    pr: Option<Value>,
    /// How the review and the pull request belong together: it was noted before, it is in the attestation, the caller
    /// said so, or GitHub did.
    #[serde(skip_serializing_if = "Option::is_none")]
    linked_via: Option<LinkedVia>,
    /// Its state as noted just now.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<Map<String, Value>>")]
    status: Option<Value>,
    /// How many states are noted.
    #[serde(skip_serializing_if = "Option::is_none")]
    snapshots: Option<usize>,
    /// Why its state could not be asked for. What the review is worth does not depend on it.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<TroubleDocument>,
    /// The state that was noted last.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<Map<String, Value>>")]
    last_status: Option<Value>,
}

/// How a review and a pull request belong together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
enum LinkedVia {
    Annotation,
    Attestation,
    PrUrl,
    Resolved,
}

/// A review in short.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SummaryDocument {
    /// The run.
    run_id: String,
    /// The id of the manifest.
    review_id: String,
    /// The binding.
    binding: String,
    /// The verdict.
    verdict: String,
    /// The repository.
    repo_remote: String,
    /// Where the range begins.
    base_sha: String,
    /// Where the range ends.
    head_sha: String,
    /// The digest of the range.
    range_sha: String,
}

/// Why GitHub could not be asked.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct TroubleDocument {
    /// `gh_unavailable`, `gh_failed`, `unsupported_remote` or `no_pr`.
    #[schemars(with = "String")]
    code: GitHubTrouble,
    /// The sentence for people.
    message: String,
}

impl From<GitHubError> for TroubleDocument {
    fn from(error: GitHubError) -> Self {
        Self { code: error.trouble(), message: error.to_string() }
    }
}

impl PullRequestDocument {
    fn about(row: Option<&LedgerRow>) -> Self {
        Self {
            ok: false,
            attestation: row.map(|row| SummaryDocument {
                run_id: row.run_id.clone(),
                review_id: row.review_id.clone(),
                binding: row.binding.clone(),
                verdict: row.verdict.to_string(),
                repo_remote: row.repo_remote.clone(),
                base_sha: row.base_sha.clone(),
                head_sha: row.head_sha.clone(),
                range_sha: row.range_sha.clone(),
            }),
            pr: None,
            linked_via: None,
            status: None,
            snapshots: None,
            error: None,
            last_status: None,
        }
    }
}

/// Notes the pull request of a review, and what state it is in.
pub(crate) async fn review_pr(call: &Call<'_>, input: PullRequestInput) -> Result<PullRequestDocument, ToolError> {
    tokio::select! {
        biased;
        () = call.context.ct.cancelled() => Err(ToolError::Cancelled),
        document = noted(call, input) => document,
    }
}

async fn noted(call: &Call<'_>, input: PullRequestInput) -> Result<PullRequestDocument, ToolError> {
    let given = input.pr_url.as_deref().map(read_url).transpose()?;
    let gh = Gh::find(&call.settings.host.settings().environment);
    let row = match (filter(call, &input).await?, &given) {
        (Some((filter, head)), _) => newest(call, filter, head).await?,
        (None, Some(pr)) => match of_pull_request(call, &gh, pr).await? {
            Ok(row) => row,
            Err(error) => {
                return Ok(PullRequestDocument { error: Some(error.into()), ..PullRequestDocument::about(None) });
            }
        },
        (None, None) => {
            return Err(ToolError::Input("name the review: runId, rangeSha, range, cwd or prUrl".to_owned()));
        }
    };
    let key = LedgerKey::of_row(&row);
    let before = key.clone();
    let annotated =
        call.ask_ledger(move |ledger| ledger.annotations(&before).map_err(assize_host::AnnotationError::from)).await?;
    let known = annotated.as_ref().and_then(|noted| noted.pull_request().cloned());
    let mut document = PullRequestDocument::about(Some(&row));
    document.last_status =
        annotated.as_ref().and_then(|noted| noted.members().get("prStatus")?.as_array()?.last().cloned());
    let (pr, via) = match (known.as_ref().and_then(as_pull_request), row.pr.as_ref().and_then(as_pull_request), given) {
        (Some(pr), ..) => (pr, LinkedVia::Annotation),
        (None, Some(pr), _) => (pr, LinkedVia::Attestation),
        (None, None, Some(pr)) => (pr, LinkedVia::PrUrl),
        (None, None, None) => match resolved(&gh, &row).await {
            Ok(pr) => (pr, LinkedVia::Resolved),
            Err(error) => return Ok(PullRequestDocument { error: Some(error.into()), ..document }),
        },
    };
    let status = match &gh {
        Ok(gh) => gh.status(&pr).await,
        Err(error) => Err(error.clone()),
    };
    let (status, trouble): (Option<PullRequestStatus>, _) = match status {
        Ok(status) => (Some(status), None),
        Err(error) => (None, Some(error)),
    };
    // A link that is new is noted, whether or not anything else is known.
    let noted = call.ask_ledger(move |ledger| ledger.annotate_key(&key, &pr, status.as_ref())).await?;
    let list = noted.members().get("prStatus").and_then(Value::as_array);
    document.pr = noted.pull_request().cloned();
    document.linked_via = Some(via);
    document.snapshots = Some(list.map_or(0, Vec::len));
    match trouble {
        None => {
            document.ok = true;
            document.status = list.and_then(|list| list.last().cloned());
            document.last_status = None;
        }
        Some(error) => document.error = Some(error.into()),
    }
    Ok(document)
}

fn read_url(text: &str) -> Result<PullRequest, ToolError> {
    PullRequest::from_url(text).ok_or_else(|| {
        wrong("prUrl", "it must be https://github.com/<owner>/<name>/pull/<number>, and nothing after it")
    })
}

/// A link as it was noted, if it is one that this version understands.
fn as_pull_request(value: &Value) -> Option<PullRequest> {
    PullRequest::deserialize(value).ok().and_then(|pr| PullRequest::from_url(&pr.url))
}

/// Which entries the input means, and of which head; `None` when only a pull request is named.
async fn filter(call: &Call<'_>, input: &PullRequestInput) -> Result<Option<(LedgerFilter, Chosen)>, ToolError> {
    let mut filter = LedgerFilter::default();
    let mut chosen = Chosen::default();
    if let Some(run_id) = &input.run_id {
        chosen.run_id = Some(call.recorded(text("runId", run_id)?));
    }
    let named = match (&input.range_sha, &input.range) {
        (Some(_), Some(_)) => return Err(wrong("range", "rangeSha names the range already")),
        (Some(digest), None) => {
            let digest = Sha256Hex::parse(digest)
                .map_err(|_| wrong("rangeSha", "it must be the digest of a range: 64 lowercase hex digits"))?;
            filter = filter.range(digest.as_str())?;
            true
        }
        (None, Some(range)) => {
            filter = filter.range(&text("range", range)?)?;
            true
        }
        (None, None) => chosen.run_id.is_some(),
    };
    if let Some(cwd) = &input.cwd {
        let here = call.settings.host.repository(&paths::folder(call.settings, "cwd", cwd)?).await?;
        filter = filter.repo(&here.remote);
        if !named {
            chosen.head_sha = Some(here.head_sha);
        }
    }
    Ok((named || input.cwd.is_some()).then_some((filter, chosen)))
}

/// What a filter cannot say.
#[derive(Debug, Clone, Default)]
struct Chosen {
    run_id: Option<String>,
    head_sha: Option<String>,
    pr_url: Option<String>,
}

impl Chosen {
    fn admits(&self, row: &LedgerRow) -> bool {
        let url = || row.pr.as_ref().and_then(|pr| pr.get("url")).and_then(Value::as_str);
        self.run_id.as_ref().is_none_or(|run_id| row.run_id == *run_id)
            && self.head_sha.as_ref().is_none_or(|head| row.head_sha == *head)
            && self.pr_url.as_deref().is_none_or(|wanted| url() == Some(wanted))
    }
}

async fn newest(call: &Call<'_>, filter: LedgerFilter, chosen: Chosen) -> Result<LedgerRow, ToolError> {
    look_up(call, filter, chosen)
        .await?
        .ok_or_else(|| ToolError::NotFound("no such review is in the ledger (review_ledger lists what is)".to_owned()))
}

async fn look_up(call: &Call<'_>, filter: LedgerFilter, chosen: Chosen) -> Result<Option<LedgerRow>, ToolError> {
    let listing = call.ask_ledger(move |ledger| ledger.list(&filter)).await?;
    Ok(listing.rows.into_iter().find(|row| chosen.admits(row)))
}

/// The newest review that is linked to a pull request, or is of its head.
async fn of_pull_request(
    call: &Call<'_>,
    gh: &Result<Gh, GitHubError>,
    pr: &PullRequest,
) -> Result<Result<LedgerRow, GitHubError>, ToolError> {
    let linked = Chosen { pr_url: Some(pr.url.clone()), ..Chosen::default() };
    if let Some(row) = look_up(call, LedgerFilter::default(), linked).await? {
        return Ok(Ok(row));
    }
    let head = match gh {
        Ok(gh) => gh.status(pr).await.map(|status| status.head_sha),
        Err(error) => Err(error.clone()),
    };
    match head {
        Ok(head_sha) => {
            let of_head = Chosen { head_sha: Some(head_sha.unwrap_or_default()), ..Chosen::default() };
            newest(call, LedgerFilter::default(), of_head).await.map(Ok)
        }
        Err(error) => Ok(Err(error)),
    }
}

async fn resolved(gh: &Result<Gh, GitHubError>, row: &LedgerRow) -> Result<PullRequest, GitHubError> {
    let repository = repository_of(&row.repo_remote)
        .ok_or_else(|| GitHubError::UnsupportedRemote { remote: row.repo_remote.clone() })?;
    gh.as_ref().map_err(GitHubError::clone)?.of_commit(&repository, &row.head_sha).await
}
