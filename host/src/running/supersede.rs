//! Ending runs of older heads (AIP-62, "The run").

use std::path::Path;

use assize_git::Ref;
use assize_schemas::Sha;
use assize_store::StateFolder;

use crate::NoticeCode;
use crate::pipeline::Requested;
use crate::running::document::{RUN, Running, SUPERSEDED, Superseded, read, write};
use crate::running::{LOCK, RUNNING};

/// Asks every run of the same repository, binding and base whose head is another to end, if it runs in the same
/// checkout or its head lies in the history of this one. Branches beside this one are left alone. What cannot be asked
/// goes on.
pub(crate) async fn supersede(requested: &Requested<'_>) {
    let state = requested.host.state();
    for entry in state.entries(RUNNING).unwrap_or_default() {
        let folder = Path::new(RUNNING).join(entry.file_name());
        let Some(running) = read::<Running>(state, &folder, RUN) else { continue };
        if !is_older(requested, &running).await || !is_alive(state, &folder) {
            continue;
        }
        let superseded = Superseded { run_id: running.run_id.clone(), by: requested.run_id.to_owned() };
        match write(state, &folder, SUPERSEDED, &superseded) {
            Ok(()) => requested.notice(
                NoticeCode::Superseding,
                format!("{} reviews an older head, and is cancelled for this run", running.run_id),
            ),
            Err(error) => tracing::debug!(%error, run = running.run_id, "cannot be superseded"),
        }
    }
}

async fn is_older(requested: &Requested<'_>, running: &Running) -> bool {
    let (place, range) = (&requested.plan.place, &requested.plan.range);
    let comparable = running.repo_remote == place.remote
        && running.binding == requested.plan.binding.name.as_str()
        && running.base == range.base.as_str()
        && running.heads.iter().all(|head| head != range.head.as_str());
    if !comparable {
        return false;
    }
    if running.root == place.checkout.root {
        return true;
    }
    // A head that is not known here is not in the history of this one.
    let Some(Ok(head)) = running.heads.last().map(Sha::parse) else { return false };
    place.git.is_ancestor(&Ref::from(&head), &Ref::from(&range.head)).await.unwrap_or(false)
}

/// Whether somebody runs the review in a folder.
pub(super) fn is_alive(state: &StateFolder, folder: &Path) -> bool {
    matches!(state.try_lock(folder.join(LOCK)), Ok(None))
}
