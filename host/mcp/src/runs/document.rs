//! What clients are told of a run.

use assize_host::{RunStatus, RunView};
use assize_schemas::{LaneKind, LaneStatus, Verdict};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};

/// What is known of a run.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RunDocument {
    /// The run. One that joined another has that one's id.
    pub(crate) run_id: String,
    /// The id that review_run gave before this request joined another run. It stands for the run too.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) requested_as: Option<String>,
    /// done: there is a verdict; failed: it could not be run, `error` says why; cancelled: nothing was recorded.
    pub(crate) status: RunState,
    /// The id of the manifest.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) review_id: Option<String>,
    /// The binding.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) binding: Option<String>,
    /// pass, block, or incomplete: a blocking check has no result, which is never a pass.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<VerdictWord>")]
    pub(crate) verdict: Option<Verdict>,
    /// The verdict was recorded before, and nothing ran now.
    #[serde(skip_serializing_if = "is_false")]
    pub(crate) cached: bool,
    /// The same review was running already, and this is its verdict.
    #[serde(skip_serializing_if = "is_false")]
    pub(crate) joined: bool,
    /// Why the run failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) error: Option<String>,
    /// The run of a newer head that this one was cancelled for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) superseded_by: Option<String>,
    /// Why the attestation is not signed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) signing_error: Option<String>,
    /// While it runs: the checks, in the order of the binding.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) lanes: Vec<LaneDocument>,
    /// What people should know of how it ran.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) notices: Vec<String>,
    /// The attestation: target, lanes with their findings, digests, signature.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<Map<String, Value>>")]
    pub(crate) attestation: Option<Value>,
    /// The ledger entry; absent when the run was not recorded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) ledger_path: Option<String>,
    /// What `assize run` would have exited with: 0 pass, 1 block, 2 incomplete or cancelled, 3 could not run, 64 usage.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) exit_code: Option<u8>,
}

/// Where a run is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum RunState {
    Running,
    Done,
    Failed,
    Cancelled,
}

/// The verdicts.
#[derive(JsonSchema)]
#[serde(rename_all = "lowercase")]
#[expect(dead_code, reason = "only its schema is used")]
enum VerdictWord {
    Pass,
    Block,
    Incomplete,
}

/// A check of a run that is not over.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct LaneDocument {
    /// The check.
    pub(crate) id: String,
    /// command or agent.
    #[schemars(with = "String")]
    pub(crate) kind: LaneKind,
    /// Whether it counts for the verdict.
    pub(crate) blocking: bool,
    /// Where it is.
    pub(crate) status: LaneState,
    /// The last line that it said.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) line: Option<String>,
}

/// Where a check is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum LaneState {
    Waiting,
    Running,
    Pass,
    Fail,
    Timeout,
    Skipped,
}

impl From<LaneStatus> for LaneState {
    fn from(status: LaneStatus) -> Self {
        match status {
            LaneStatus::Pass => Self::Pass,
            LaneStatus::Fail => Self::Fail,
            LaneStatus::Timeout => Self::Timeout,
            LaneStatus::Skipped => Self::Skipped,
        }
    }
}

impl LaneState {
    /// The word that stands for it.
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Running => "running",
            Self::Pass => "pass",
            Self::Fail => "fail",
            Self::Timeout => "timeout",
            Self::Skipped => "skipped",
        }
    }
}

fn is_false(flag: &bool) -> bool {
    !flag
}

/// Options of the command line and what stands for them in the input of `review_run`.
const OPTIONS: [(&str, &str); 4] =
    [("--no-cache", "nocache: true"), ("--manifest", "manifestPath"), ("--binding", "binding"), ("--head ", "head ")];

/// A message of the host, which speaks of options, for those who have none.
fn in_words_of_tools(message: &str) -> String {
    OPTIONS.iter().fold(message.to_owned(), |message, (option, member)| message.replace(option, member))
}

impl RunDocument {
    /// A run of which nothing more is known than where it is.
    pub(crate) fn new(run_id: impl Into<String>, status: RunState) -> Self {
        Self {
            run_id: run_id.into(),
            requested_as: None,
            status,
            review_id: None,
            binding: None,
            verdict: None,
            cached: false,
            joined: false,
            error: None,
            superseded_by: None,
            signing_error: None,
            lanes: Vec::new(),
            notices: Vec::new(),
            attestation: None,
            ledger_path: None,
            exit_code: None,
        }
    }

    /// A run that this server lost: it is never taken for one that ended well.
    pub(crate) fn lost(run_id: &str) -> Self {
        Self {
            error: Some("internal error: the run ended without saying how".to_owned()),
            exit_code: Some(3),
            ..Self::new(run_id, RunState::Failed)
        }
    }

    /// The run whose attestation it is: the ledger knows it by that.
    pub(crate) fn recorded_as(&self) -> Option<&str> {
        self.attestation.as_ref()?.get("runId")?.as_str()
    }

    /// What a run came to, which this server gave the id `requested_as`.
    pub(crate) fn ended(view: RunView, requested_as: &str, notices: &[String]) -> Self {
        let status = match view.status {
            RunStatus::Done => RunState::Done,
            RunStatus::Cancelled => RunState::Cancelled,
            _ => RunState::Failed,
        };
        Self {
            requested_as: (view.run_id != requested_as).then(|| requested_as.to_owned()),
            review_id: view.review_id,
            binding: view.binding,
            verdict: view.verdict,
            cached: view.cached,
            joined: view.joined,
            error: view.error.map(|error| in_words_of_tools(&error.report())),
            superseded_by: view.superseded_by,
            signing_error: view.signing_error,
            notices: notices.iter().map(|notice| in_words_of_tools(notice)).collect(),
            attestation: view.attestation.map(|document| document.value().clone()),
            ledger_path: view.ledger_path.map(|path| path.to_string_lossy().into_owned()),
            exit_code: Some(view.exit_code),
            ..Self::new(view.run_id, status)
        }
    }
}
