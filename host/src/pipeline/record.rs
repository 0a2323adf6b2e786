//! Putting the attestation where it is kept.

use std::path::PathBuf;

use assize_store::StoreError;

use crate::ledger::{EntryHost, NewEntry};
use crate::pipeline::{Plan, Requested};
use crate::{AttestationDocument, HostError, NoticeCode};

/// Whether a run can be recorded, found out before it runs: a verdict that nobody can keep is not worth waiting for.
pub(crate) fn check_state(requested: &Requested<'_>) -> Result<bool, HostError> {
    match requested.host.state().check_writable() {
        Ok(()) => Ok(true),
        Err(error) => unrecorded(requested, error).map(|()| false),
    }
}

/// Writes the ledger entry. `None` when the state folder turned out not to be writable and the run may go on without.
pub(crate) async fn record(
    requested: &Requested<'_>,
    attestation: &AttestationDocument,
) -> Result<Option<PathBuf>, HostError> {
    let entry = NewEntry::new(attestation, &place_of(requested.plan))?;
    let ledger = requested.host.ledger();
    let written = tokio::task::spawn_blocking(move || ledger.record(&entry))
        .await
        .map_err(|error| HostError::Internal(format!("writing the ledger entry: {error}")))?;
    match written {
        Ok(path) => Ok(Some(path)),
        Err(error) => unrecorded(requested, error).map(|()| None),
    }
}

/// Without a state folder a run goes on only where nobody expects a record (rulings 35).
fn unrecorded(requested: &Requested<'_>, source: StoreError) -> Result<(), HostError> {
    let path = requested.host.state().root().to_owned();
    if !requested.request.headless {
        return Err(HostError::StateNotWritable { path, source });
    }
    let message = format!("the state folder cannot be written, so this run is not recorded: {source}");
    requested.notice(NoticeCode::NotRecorded, message);
    Ok(())
}

/// Where the checkout is. Paths that are no text are written as near as text comes: nothing is decided by them.
fn place_of(plan: &Plan) -> EntryHost {
    let root = &plan.place.checkout.root;
    let export_dir = plan.manifest.manifest.verdict.export_dir.as_ref();
    EntryHost {
        repo_root: root.to_string_lossy().into_owned(),
        manifest_path: plan.manifest.path.to_string_lossy().into_owned(),
        export_dir: export_dir.map(|dir| root.join(dir).to_string_lossy().into_owned()),
    }
}
