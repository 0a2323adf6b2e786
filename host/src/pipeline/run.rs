//! A run from its request to its end.

use std::path::PathBuf;
use std::sync::Arc;

use assize_nodes::SandboxSupport;
use assize_schemas::LaneStatus;
use indexmap::IndexMap;
use tokio_util::sync::CancellationToken;

use crate::pipeline::attest::attest;
use crate::pipeline::cached::{Look, cached, note_pull_request};
use crate::pipeline::execute::Execution;
use crate::pipeline::record::{check_state, record};
use crate::pipeline::sign::Signing;
use crate::pipeline::{Executed, Plan, Requested};
use crate::repository::remove_left_over;
use crate::reviewers::clear_run;
use crate::running::{Met, Moment, OwnRun, Presence, meet, supersede};
use crate::{AttestationDocument, Host, HostError, NoticeCode, RunEvent, RunId, RunObserver, RunRequest, RunView};

/// Runs a review and tells its observer when it has ended.
pub(crate) async fn run(
    host: &Host,
    request: RunRequest,
    observer: Arc<dyn RunObserver>,
    cancel: CancellationToken,
) -> RunView {
    let begun = Moment::now();
    let run_id = request.run_id.clone().unwrap_or_else(RunId::random).to_string();
    // From here on nobody clears away what other runs come to. A request that is wrong makes no state folder.
    let presence = if host.state().root().is_dir() { Presence::enter(host.state()).await } else { None };
    let view = match planned(host, &request, &cancel).await {
        Ok(Some(plan)) => {
            let (run_id, plan, observer, cancel) = (run_id.as_str(), &plan, &observer, &cancel);
            let requested = Requested { host, run_id, begun, request: &request, plan, observer, cancel };
            let ended = settle(&requested, presence).await;
            ended.unwrap_or_else(|error| RunView::failed(run_id.to_owned(), error)).about(plan)
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

/// Comes to a verdict: one that was recorded, that of the same review where it runs already, or one of its own.
async fn settle(requested: &Requested<'_>, presence: Option<Presence>) -> Result<RunView, HostError> {
    if requested.request.supersede {
        supersede(requested).await;
    }
    if let Some(view) = cached(requested, Look::First).await? {
        return Ok(view);
    }
    let recordable = check_state(requested)?;
    let _presence = match presence {
        None if recordable => Presence::enter(requested.host.state()).await,
        presence => presence,
    };
    let own = match meet(requested).await {
        Ok(Met::Own(own)) => Some(own),
        Ok(Met::Joined(view)) => {
            if view.ledger_path.is_some() {
                note_pull_request(requested, view.attestation.as_ref()).await;
            }
            return Ok(*view);
        }
        Ok(Met::Cancelled) => return Ok(RunView::cancelled(requested.run_id.to_owned())),
        Err(error) => {
            tracing::debug!(%error, "this run meets no other");
            None
        }
    };
    let Some(own) = own else { return carry_out(requested, recordable, None).await };
    // Whoever ran it before may have recorded its verdict since the first look.
    let ended = match cached(requested, Look::Again).await {
        Ok(None) => carry_out(requested, recordable, Some(&own)).await,
        Ok(Some(view)) => Ok(view),
        Err(error) => Err(error),
    };
    own.end(&ended);
    ended
}

/// Runs the review, for as long as it is wanted.
async fn carry_out(
    requested: &Requested<'_>,
    recordable: bool,
    own: Option<&Arc<OwnRun>>,
) -> Result<RunView, HostError> {
    let cancel = requested.cancel.child_token();
    let requested = &Requested { cancel: &cancel, ..*requested };
    let Some(own) = own else { return review(requested, recordable, None).await };
    let view = tokio::select! {
        view = review(requested, recordable, Some(own)) => view?,
        never = own.heed(&cancel) => match never {},
    };
    let superseded_by = own.superseded_by().filter(|_| view.attestation.is_none());
    Ok(RunView { superseded_by, ..view })
}

async fn review(requested: &Requested<'_>, recordable: bool, own: Option<&Arc<OwnRun>>) -> Result<RunView, HostError> {
    let Requested { host, run_id, request, plan, observer, cancel, .. } = *requested;
    notify(requested);
    observer.observe(RunEvent::Started(plan.started(run_id)));
    remove_left_over(&plan.place.git, &plan.place.checkout.common_dir).await;
    let execution = Execution::new(requested, own)?;
    // Without a place to keep a key there is none.
    let signing = recordable.then(|| Signing::begin(host, plan.place.email.as_deref()));
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
            error = signed(requested, signing, &mut attestation) => error,
        };
        // The one place where it is settled whether this run counts (rulings 14): up to here cancelling it leaves
        // nothing, from here on it is recorded, whoever cancels it now.
        if cancel.is_cancelled() || own.is_some_and(|own| own.superseded_by().is_some()) {
            return Ok(RunView::cancelled(run_id.to_owned()));
        }
        let ledger_path = if recordable { record(requested, &attestation).await? } else { None };
        Ok(RunView { signing_error, ..RunView::done(attestation, ledger_path) })
    };
    let (view, ()): (Result<RunView, HostError>, ()) = tokio::join!(recorded, execution.tidy_up());
    let transcripts = tidy_after_reviewers(requested, view.as_ref().ok()).await;
    Ok(RunView { transcripts, ..view? })
}

/// Takes away what reviewers left in the state folder. What they printed stays for lanes that did not pass; of a run that
/// is not recorded nothing does.
async fn tidy_after_reviewers(requested: &Requested<'_>, view: Option<&RunView>) -> IndexMap<String, PathBuf> {
    let Requested { host, run_id, request, plan, .. } = *requested;
    if request.headless || !plan.asks_reviewers() {
        return IndexMap::new();
    }
    let lanes = view.and_then(|view| view.attestation.as_ref()).map(|attestation| &attestation.typed().lanes);
    let failed = lanes.into_iter().flatten().filter(|lane| lane.status != LaneStatus::Pass);
    let keep: Vec<String> = failed.map(|lane| lane.id.to_string()).collect();
    let (state, remote, run_id) = (host.state().clone(), plan.place.remote.clone(), run_id.to_owned());
    let tidied = tokio::task::spawn_blocking(move || {
        let keep: Vec<&str> = keep.iter().map(String::as_str).collect();
        clear_run(&state, &remote, &run_id, &keep)
    });
    tidied.await.unwrap_or_default()
}

/// Signs the attestation, or answers why it stays without a signature: that never fails a review (AIP-62, "Signing").
async fn signed(
    requested: &Requested<'_>,
    signing: Option<Signing<'_>>,
    attestation: &mut AttestationDocument,
) -> Option<String> {
    let Some(signing) = signing else {
        return Some("the state folder cannot be written, so there is no key".to_owned());
    };
    let error = signing.sign(attestation).await.err()?.to_string();
    requested.notice(NoticeCode::NotSigned, format!("the attestation is not signed: {error}"));
    Some(error)
}

/// Says what people should know before the lanes start.
fn notify(requested: &Requested<'_>) {
    let plan = requested.plan;
    for notice in &plan.notices {
        requested.observer.observe(RunEvent::Notice(notice.clone()));
    }
    if plan.range.is_empty() {
        let message = format!("the range is empty: base and head are both {}", plan.range.head.short(12));
        requested.notice(NoticeCode::EmptyRange, message);
    }
    if plan.asks_reviewers()
        && !requested.request.headless
        && let Some(caveat) = requested.host.reviewers().caveat()
    {
        requested.notice(NoticeCode::NoSandbox, caveat);
    }
    if requested.request.sandbox && !SandboxSupport::of_this_system().is_enforced() {
        let message = "this system has no Landlock: command lanes run without the sandbox that was asked for";
        requested.notice(NoticeCode::NoSandbox, message);
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
