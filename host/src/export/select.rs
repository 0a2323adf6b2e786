//! An export from its request to its end.

use std::path::Path;

use assize_git::{GitProgram, Ref};
use assize_schemas::Sha;
use serde_json::Value;

use crate::export::document::{export_to_directory, export_to_path};
use crate::export::{ExportError, ExportRequest, ExportSelection, Exported};
use crate::pipeline::ReadManifest;
use crate::repository::{Place, resolve_range};
use crate::{Host, HostError, Ledger, LedgerEntry, LedgerFilter, LedgerRow};

impl Host {
    /// Writes an attestation of the ledger to where a gate reads it.
    ///
    /// # Errors
    ///
    /// [`ExportError`] with what stands in the way; [`ExportError::exit_code`] tells the kinds apart.
    pub async fn export(&self, request: &ExportRequest) -> Result<Exported, ExportError> {
        let cwd = std::path::absolute(&request.cwd)
            .map_err(|error| ExportError::Internal(format!("{}: {error}", request.cwd.display())))?;
        let place = self.place_of_export(&cwd, request).await?;
        let entry = self.select(place.as_ref(), &request.selection).await?;
        let attestation = entry.attestation().clone();
        let text = |pointer: &str| attestation.pointer(pointer).and_then(Value::as_str).unwrap_or_default().to_owned();
        let (run_id, verdict, remote) = (text("/runId"), text("/verdict"), text("/target/repoRemote"));
        let path = match (&request.output, place) {
            (Some(output), _) => {
                let path = cwd.join(output);
                blocking(move || export_to_path(&path, &attestation)).await?
            }
            (None, Some(place)) => {
                if remote != place.remote {
                    return Err(ExportError::Elsewhere { found: remote, here: place.remote });
                }
                let manifest = ReadManifest::read(place.manifest_path(&cwd, request.manifest.as_deref()))?;
                let directory = manifest.manifest.verdict.export_dir.ok_or(ExportError::Nowhere)?;
                blocking(move || export_to_directory(&place.checkout.root, &directory, &attestation)).await?
            }
            (None, None) => return Err(ExportError::Nowhere),
        };
        Ok(Exported::new(path, run_id, verdict))
    }

    /// The repository around `cwd`. A run that is named and a path to write to need none.
    async fn place_of_export(&self, cwd: &Path, request: &ExportRequest) -> Result<Option<Place>, ExportError> {
        let found = async {
            let program = GitProgram::find(&self.settings().environment)?;
            Place::find(program, cwd, None).await
        };
        match (found.await, &request.selection, &request.output) {
            (Ok(place), ..) => Ok(Some(place)),
            (Err(_), ExportSelection::Run(_), Some(_)) => Ok(None),
            (Err(error), ..) => Err(error.into()),
        }
    }

    async fn select(&self, place: Option<&Place>, selection: &ExportSelection) -> Result<LedgerEntry, ExportError> {
        let ledger = self.ledger();
        let (run_id, wanted) = match (selection, place) {
            (ExportSelection::Run(run_id), _) => (Some(run_id.clone()), format!("no run {run_id} is in the ledger")),
            (ExportSelection::Head, Some(place)) => {
                let head = place.checkout.head.to_string();
                let wanted = format!("no review of {} with the head {} is in the ledger", place.remote, &head);
                let filter = LedgerFilter::default().repo(&place.remote);
                (newest(&ledger, filter, move |row| row.head_sha == head).await?, wanted)
            }
            (ExportSelection::Range(range), Some(place)) => {
                let wanted = format!("no review of {} for the range {range} is in the ledger", place.remote);
                (by_range(&ledger, place, range).await?, wanted)
            }
            (_, None) => return Err(ExportError::Internal("a selection without a repository".to_owned())),
        };
        let Some(run_id) = run_id else { return Err(ExportError::Nothing(wanted)) };
        let shown = blocking(move || Ok(ledger.show(&run_id)?)).await?;
        shown.ok_or(ExportError::Nothing(wanted))
    }
}

/// The newest entry of a range, first as the ledger's own filters read it, then as git does.
async fn by_range(ledger: &Ledger, place: &Place, range: &str) -> Result<Option<String>, ExportError> {
    let of_here = || LedgerFilter::default().repo(&place.remote);
    let as_written = of_here().range(range);
    if let Ok(filter) = &as_written
        && let Some(run_id) = newest(ledger, filter.clone(), |_| true).await?
    {
        return Ok(Some(run_id));
    }
    match resolve(place, range).await {
        Some(Ok((base, head))) => {
            newest(ledger, of_here(), move |row| row.base_sha == base.as_str() && row.head_sha == head.as_str()).await
        }
        // What reads well as object names is not here, whatever git makes of it.
        _ if as_written.is_ok() => Ok(None),
        Some(Err(error)) => Err(error.into()),
        None => Err(as_written.err().map_or_else(|| ExportError::Internal("no range".to_owned()), Into::into)),
    }
}

/// The commits of a range given as refs; `None` for a text that is no range.
async fn resolve(place: &Place, range: &str) -> Option<Result<(Sha, Sha), HostError>> {
    let (base, head) = range.split_once("..").filter(|(base, head)| !base.is_empty() && !head.starts_with('.'))?;
    let head = if head.is_empty() { "HEAD" } else { head };
    let resolved = async {
        let mut place = place.clone();
        place.checkout.wanted = Some(place.git.commit(&Ref::parse(head)?).await?);
        let range = resolve_range(&place, base).await?;
        Ok((range.base, range.head))
    };
    Some(resolved.await)
}

/// The run of the newest entry that fits.
async fn newest(
    ledger: &Ledger,
    filter: LedgerFilter,
    fits: impl Fn(&LedgerRow) -> bool + Send + 'static,
) -> Result<Option<String>, ExportError> {
    let ledger = ledger.clone();
    blocking(move || Ok(ledger.list(&filter)?.rows.into_iter().find(|row| fits(row)).map(|row| row.run_id))).await
}

async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, ExportError> + Send + 'static,
) -> Result<T, ExportError> {
    tokio::task::spawn_blocking(work).await.map_err(|error| ExportError::Internal(error.to_string()))?
}
