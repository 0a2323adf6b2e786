//! A reviewer that always finds the same thing.

use assize_nodes::{ReviewRequest, ReviewerHost};
use assize_schemas::{Finding, LaneOutcome, Reported, Severity, VerdictFile};
use async_trait::async_trait;
use tokio_util::sync::CancellationToken;

/// Stands for an agent: reports one finding of low severity.
pub(crate) struct ScriptedReviewer;

#[async_trait]
impl ReviewerHost for ScriptedReviewer {
    async fn review(&self, request: ReviewRequest, _cancel: CancellationToken) -> LaneOutcome {
        let finding = Finding {
            severity: Severity::Low,
            title: format!("{} could say why", request.check.rubric),
            detail: String::new(),
            file: None,
            line: None,
        };
        LaneOutcome::Reported(Reported {
            report: VerdictFile { summary: Some("fine, with a remark".to_owned()), findings: vec![finding] },
            session_id: None,
            preset: request.check.preset,
            model: None,
            composed_from: None,
            fallbacks: None,
        })
    }
}
