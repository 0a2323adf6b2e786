//! The list of tools.

use rmcp::model::{CallToolResult, JsonObject, Tool, ToolAnnotations};

use super::answer::{answer, answer_run};
use super::call::Call;
use super::input::read;
use super::review_cancel::{CancelDocument, CancelInput, review_cancel};
use super::review_export::{ExportDocument, ExportInput, review_export};
use super::review_ledger::{LedgerDocument, LedgerInput, review_ledger};
use super::review_pr::{PullRequestDocument, PullRequestInput, review_pr};
use super::review_run::{RunInput, review_run};
use super::review_status::{StatusInput, review_status};
use super::schema::{input, output};
use crate::runs::RunDocument;

/// One of the tools.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ReviewTool {
    Run,
    Status,
    Cancel,
    Ledger,
    Export,
    PullRequest,
}

/// All of them, in the order that clients list them.
const TOOLS: [ReviewTool; 6] = [
    ReviewTool::Run,
    ReviewTool::Status,
    ReviewTool::Cancel,
    ReviewTool::Ledger,
    ReviewTool::Export,
    ReviewTool::PullRequest,
];

/// What clients are told of the tools.
pub(crate) fn list() -> Vec<Tool> {
    TOOLS.into_iter().map(ReviewTool::described).collect()
}

impl ReviewTool {
    /// The tool of a name.
    pub(crate) fn named(name: &str) -> Option<Self> {
        TOOLS.into_iter().find(|tool| tool.name() == name)
    }

    fn name(self) -> &'static str {
        match self {
            Self::Run => "review_run",
            Self::Status => "review_status",
            Self::Cancel => "review_cancel",
            Self::Ledger => "review_ledger",
            Self::Export => "review_export",
            Self::PullRequest => "review_pr",
        }
    }

    fn described(self) -> Tool {
        let (title, description, hints) = match self {
            Self::Run => (
                "Run a review",
                "Review the commits between the base and the head of a repository by one binding of its REVIEW.md, and \
                 record the verdict: pass, block or incomplete. Waits for the verdict and tells progress; with wait: \
                 false it answers as soon as the review has begun, and review_status tells the rest. A recorded verdict \
                 of the very same range and rules is served without running anything. Commit first.",
                ToolAnnotations::new().read_only(false).destructive(false).idempotent(true).open_world(true),
            ),
            Self::Status => (
                "Look at a review",
                "Where a run is: running with the state of each check, or what it came to. Knows the runs of this \
                 server, those that run elsewhere on this machine, and what the ledger has.",
                ToolAnnotations::new().read_only(true).open_world(false),
            ),
            Self::Cancel => (
                "Cancel a review",
                "Cancel a run of this server. A cancelled run records nothing. Answers when the run has ended; one that \
                 was recorded already stays recorded.",
                ToolAnnotations::new().read_only(false).destructive(false).idempotent(true).open_world(false),
            ),
            Self::Ledger => (
                "List recorded reviews",
                "What was reviewed on this machine, newest first: verdict, range and checks of each review.",
                ToolAnnotations::new().read_only(true).open_world(false),
            ),
            Self::Export => (
                "Export an attestation",
                "Write a recorded attestation to the export directory that the REVIEW.md names, or to outPath, for a gate \
                 to verify.",
                ToolAnnotations::new().read_only(false).destructive(false).idempotent(true).open_world(false),
            ),
            Self::PullRequest => (
                "Link a review and its pull request",
                "Find the pull request of a recorded review, note it beside the attestation with its present state, \
                 reviews and checks, and answer them. Asks GitHub through the gh command. The attestation itself stays \
                 as it is, and no decision is to be taken on what is noted.",
                ToolAnnotations::new().read_only(false).destructive(false).idempotent(false).open_world(true),
            ),
        };
        let (takes, answers) = match self {
            Self::Run => (input::<RunInput>(), output::<RunDocument>()),
            Self::Status => (input::<StatusInput>(), output::<RunDocument>()),
            Self::Cancel => (input::<CancelInput>(), output::<CancelDocument>()),
            Self::Ledger => (input::<LedgerInput>(), output::<LedgerDocument>()),
            Self::Export => (input::<ExportInput>(), output::<ExportDocument>()),
            Self::PullRequest => (input::<PullRequestInput>(), output::<PullRequestDocument>()),
        };
        Tool::new(self.name(), description, takes)
            .with_title(title)
            .with_raw_output_schema(answers)
            .with_annotations(hints)
    }

    /// Does what a client asks.
    pub(crate) async fn answer(self, call: &Call<'_>, arguments: JsonObject) -> CallToolResult {
        match self {
            Self::Run => answer_run(match read(arguments) {
                Ok(input) => review_run(call, input).await,
                Err(error) => Err(error),
            }),
            Self::Status => answer(match read(arguments) {
                Ok(input) => review_status(call, input).await,
                Err(error) => Err(error),
            }),
            Self::Cancel => answer(match read(arguments) {
                Ok(input) => review_cancel(call, input).await,
                Err(error) => Err(error),
            }),
            Self::Ledger => answer(match read(arguments) {
                Ok(input) => review_ledger(call, input).await,
                Err(error) => Err(error),
            }),
            Self::Export => answer(match read(arguments) {
                Ok(input) => review_export(call, input).await,
                Err(error) => Err(error),
            }),
            Self::PullRequest => answer(match read(arguments) {
                Ok(input) => review_pr(call, input).await,
                Err(error) => Err(error),
            }),
        }
    }
}
