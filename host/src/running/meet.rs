//! Joining a review that runs already, or beginning it.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use assize_store::StoreError;

use crate::pipeline::Requested;
use crate::running::document::{ENDED, End, Ended, RUN, Running, read};
use crate::running::identity::folder_of;
use crate::running::{LOCK, OwnRun};
use crate::{AttestationDocument, HostError, NoticeCode, RunView};

/// The first pause between two looks at a review that another process runs.
const SHORTEST: Duration = Duration::from_millis(2);
/// The longest pause between two looks.
const LONGEST: Duration = Duration::from_millis(40);

/// How a request met others.
pub(crate) enum Met {
    /// It runs the review.
    Own(Arc<OwnRun>),
    /// Another did, while this one was waiting or on its way.
    Joined(Box<RunView>),
    /// The caller cancelled while it was waiting.
    Cancelled,
}

/// Waits for the same review where it runs already, or begins it: when nobody runs it, or whoever did has died or was
/// cancelled by its caller (rulings 19).
///
/// # Errors
///
/// [`StoreError`] when there is no place to meet others.
pub(crate) async fn meet(requested: &Requested<'_>) -> Result<Met, StoreError> {
    let state = requested.host.state();
    let folder = folder_of(requested);
    let mut pause = SHORTEST;
    loop {
        if let Some(view) = ended(requested, &folder) {
            return Ok(Met::Joined(Box::new(view)));
        }
        match state.try_lock(folder.join(LOCK))? {
            // Somebody cleared the folder away in between.
            Some(lock) if !lock.is_named() => continue,
            Some(lock) => {
                // Whoever had the lock may have ended between the two looks.
                return Ok(match ended(requested, &folder) {
                    Some(view) => Met::Joined(Box::new(view)),
                    None => Met::Own(Arc::new(OwnRun::take(requested, folder, lock)?)),
                });
            }
            None if pause == SHORTEST => tell(requested, &folder),
            None => {}
        }
        tokio::select! {
            biased;
            () = requested.cancel.cancelled() => return Ok(Met::Cancelled),
            () = tokio::time::sleep(pause) => {}
        }
        pause = LONGEST.min(pause * 2);
    }
}

fn tell(requested: &Requested<'_>, folder: &Path) {
    let who = read::<Running>(requested.host.state(), folder, RUN)
        .map_or_else(String::new, |running| format!(" ({}, process {})", running.run_id, running.pid));
    requested
        .notice(NoticeCode::Joined, format!("the same review is running already{who}: its verdict is this one's too"));
}

/// What the review came to, if it ended after this request had begun. What does not fit the request is nothing: it is
/// run then.
fn ended(requested: &Requested<'_>, folder: &Path) -> Option<RunView> {
    let Ended { run_id, at, end } = read(requested.host.state(), folder, ENDED)?;
    if at < requested.begun {
        return None;
    }
    let view = match end {
        End::Done { attestation, ledger_path, signing_error } => {
            let document = AttestationDocument::read(attestation)
                .inspect_err(|reason| tracing::debug!(%reason, "the verdict of the other run cannot be used"))
                .ok()?;
            let (key, typed) = (requested.plan.key(), document.typed());
            let fits = typed.target.repo_remote == key.repo_remote
                && typed.manifest_sha == key.manifest_sha
                && typed.binding == key.binding;
            fits.then(|| RunView { signing_error, ..RunView::done(document, ledger_path) })?
        }
        End::Failed { error } => RunView::failed(run_id.clone(), HostError::Joined { run_id: run_id.clone(), error }),
        End::Superseded { by } => RunView { superseded_by: Some(by), ..RunView::cancelled(run_id.clone()) },
    };
    Some(RunView { run_id, joined: true, ..view })
}
