//! A run from its request to its end.

use std::sync::Arc;

use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use crate::pipeline::attest::attest;
use crate::pipeline::cached::cached;
use crate::pipeline::execute::Execution;
use crate::pipeline::record::{check_state, record};
use crate::pipeline::sign::Signing;
use crate::pipeline::{Executed, Plan};
use crate::{AttestationDocument, Host, HostError, Notice, NoticeCode, RunEvent, RunObserver, RunRequest, RunView};

/// Runs a review and tells its observer when it has ended.
pub(crate) async fn run(
    host: &Host,
    request: RunRequest,
    observer: Arc<dyn RunObserver>,
    cancel: CancellationToken,
) -> RunView {
    let run_id = format!("review-{}", Uuid::new_v4());
    let view = match planned(host, &request, &cancel).await {
        Ok(Some(plan)) => {
            let ended = carry_out(host, &run_id, &request, &plan, &observer, &cancel).await;
            ended.unwrap_or_else(|error| RunView::failed(run_id, error)).about(&plan)
        }
        Ok(None) => RunView::cancelled(run_id),
        Err(error) => RunView::failed(run_id, error),
    };
    observer.observe(RunEvent::Finished { status: view.status });
    view
}

/// The plan; `None` when the caller cancelled before it was made.
async fn planned(host: &Host, request: &RunRequest, cancel: &CancellationToken) -> Result<Option<Plan>, HostError> {
    let mut request = request.clone();
    request.cwd = std::path::absolute(&request.cwd)
        .map_err(|error| HostError::Internal(format!("{}: {error}", request.cwd.display())))?;
    tokio::select! {
        biased;
        () = cancel.cancelled() => Ok(None),
        plan = Plan::make(host, &request) => plan.map(Some),
    }
}

async fn carry_out(
    host: &Host,
    run_id: &str,
    request: &RunRequest,
    plan: &Plan,
    observer: &Arc<dyn RunObserver>,
    cancel: &CancellationToken,
) -> Result<RunView, HostError> {
    if let Some(view) = cached(host, run_id, request, plan, &**observer).await? {
        return Ok(view);
    }
    let recordable = check_state(host, request.headless, &**observer)?;
    notify(plan, &**observer);
    observer.observe(RunEvent::Started(plan.started(run_id)));
    let execution = Execution::new(host, run_id, plan, observer);
    // Without a place to keep a key there is none.
    let signing = recordable.then(|| Signing::begin(host, &plan.place.git));
    let executed = execution.run(run_id, request.jobs, cancel).await;
    // What the lanes left behind is ended while the result is written down.
    let recorded = async {
        let Executed::Reviewed { result, author } = executed? else {
            return Ok(RunView::cancelled(run_id.to_owned()));
        };
        let attestation = attest(run_id, host.settings(), request, plan, result, author);
        let mut attestation = AttestationDocument::of(attestation)
            .map_err(|error| HostError::Internal(format!("cannot write the attestation: {error}")))?;
        let signing_error = tokio::select! {
            biased;
            () = cancel.cancelled() => None,
            error = signed(signing, &mut attestation, &**observer) => error,
        };
        // The one place where it is settled whether this run counts (rulings 14): up to here cancelling it leaves
        // nothing, from here on it is recorded, whoever cancels it now.
        if cancel.is_cancelled() {
            return Ok(RunView::cancelled(run_id.to_owned()));
        }
        let ledger_path =
            if recordable { record(host, plan, &attestation, request.headless, &**observer).await? } else { None };
        Ok(RunView { signing_error, ..RunView::done(attestation, ledger_path) })
    };
    let (view, ()) = tokio::join!(recorded, execution.tidy_up());
    view
}

/// Signs the attestation, or answers why it stays without a signature: that never fails a review (AIP-62, "Signing").
async fn signed(
    signing: Option<Signing<'_>>,
    attestation: &mut AttestationDocument,
    observer: &dyn RunObserver,
) -> Option<String> {
    let Some(signing) = signing else {
        return Some("the state folder cannot be written, so there is no key".to_owned());
    };
    let error = signing.sign(attestation).await.err()?.to_string();
    let message = format!("the attestation is not signed: {error}");
    observer.observe(RunEvent::Notice(Notice { code: NoticeCode::NotSigned, message }));
    Some(error)
}

/// Says what people should know before the lanes start.
fn notify(plan: &Plan, observer: &dyn RunObserver) {
    let say = |code, message| observer.observe(RunEvent::Notice(Notice { code, message }));
    if let Some(checked_out) = plan.bypassed() {
        let (head, checked_out) = (plan.range.head.short(12), checked_out.short(12));
        let message = format!("{head} is not checked out ({checked_out} is): the lanes run in clean work trees of it");
        say(NoticeCode::IsolatedHead, message);
    }
    if plan.range.is_empty() {
        let message = format!("the range is empty: base and head are both {}", plan.range.head.short(12));
        say(NoticeCode::EmptyRange, message);
    }
}

impl RunView {
    /// The view with what the plan settled.
    fn about(mut self, plan: &Plan) -> Self {
        self.review_id = Some(plan.manifest.manifest.id.to_string());
        self.binding = Some(plan.binding.name.to_string());
        self.graph = Some(plan.graph.clone());
        self
    }
}
