//! Putting the attestation where it is kept.

use std::path::PathBuf;

use assize_store::StoreError;

use crate::ledger::{EntryHost, NewEntry};
use crate::pipeline::Plan;
use crate::{AttestationDocument, Host, HostError, Notice, NoticeCode, RunEvent, RunObserver};

/// Whether a run can be recorded, found out before it runs: a verdict that nobody can keep is not worth waiting for.
pub(crate) fn check_state(host: &Host, headless: bool, observer: &dyn RunObserver) -> Result<bool, HostError> {
    match host.state().check_writable() {
        Ok(()) => Ok(true),
        Err(error) => unrecorded(host, headless, observer, error).map(|()| false),
    }
}

/// Writes the ledger entry. `None` when the state folder turned out not to be writable and the run may go on without.
pub(crate) async fn record(
    host: &Host,
    plan: &Plan,
    attestation: &AttestationDocument,
    headless: bool,
    observer: &dyn RunObserver,
) -> Result<Option<PathBuf>, HostError> {
    let entry = NewEntry::new(attestation, &place_of(plan))?;
    let ledger = host.ledger();
    let written = tokio::task::spawn_blocking(move || ledger.record(&entry))
        .await
        .map_err(|error| HostError::Internal(format!("writing the ledger entry: {error}")))?;
    match written {
        Ok(path) => Ok(Some(path)),
        Err(error) => unrecorded(host, headless, observer, error).map(|()| None),
    }
}

/// Without a state folder a run goes on only where nobody expects a record (rulings 35).
fn unrecorded(host: &Host, headless: bool, observer: &dyn RunObserver, source: StoreError) -> Result<(), HostError> {
    let path = host.state().root().to_owned();
    if !headless {
        return Err(HostError::StateNotWritable { path, source });
    }
    let message = format!("the state folder cannot be written, so this run is not recorded: {source}");
    observer.observe(RunEvent::Notice(Notice { code: NoticeCode::NotRecorded, message }));
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
