//! Serving a verdict that was recorded before (AIP-62, "Cache rule").

use assize_schemas::cache_rule;

use crate::pipeline::{Plan, Requested};
use crate::{AttestationDocument, DamagedEntry, HostError, Ledger, LedgerKey, NoticeCode, RunView};

/// How often it was looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Look {
    /// Not yet.
    First,
    /// Before this. What is damaged was told then.
    Again,
}

/// The recorded verdict for this very review, if there is one that may stand for it.
///
/// Everything is held against the key once more: the folder of an entry is no proof of what is in it (rulings 16). An
/// entry that contradicts itself is told, left as it is, and not served.
pub(crate) async fn cached(requested: &Requested<'_>, look: Look) -> Result<Option<RunView>, HostError> {
    let Requested { host, run_id, request, plan, .. } = *requested;
    if request.no_cache || plan.dirty {
        return Ok(None);
    }
    let asked = Asked { key: plan.key(), plan, composes: request.composes() };
    // One small file of this host's own.
    let view = match asked.look_up(&host.ledger()) {
        Ok(None) => return Ok(None),
        Ok(Some(view)) => view,
        Err(DamagedEntry { path, reason }) => {
            if look == Look::First {
                let path = path.display();
                let message = format!("the recorded verdict is damaged and not served: {path}: {reason}");
                requested.notice(NoticeCode::DamagedEntry, message);
            }
            return Ok(None);
        }
    };
    if let Some(attestation) = &view.attestation {
        let (run, when) = (&attestation.typed().run_id, &attestation.typed().created_at);
        let message = format!("this exact range was reviewed before, at {when} by {run}; --no-cache runs it again");
        requested.notice(NoticeCode::Cached, message);
    }
    note_pull_request(requested, view.attestation.as_ref()).await;
    Ok(Some(RunView { run_id: run_id.to_owned(), cached: true, ..view }))
}

/// Notes beside a recorded verdict that another run came to which pull request it is for now. It never fails a run.
pub(crate) async fn note_pull_request(requested: &Requested<'_>, attestation: Option<&AttestationDocument>) {
    let (Some(pr), Some(attestation)) = (requested.request.pr.clone(), attestation) else { return };
    let (ledger, key) = (requested.host.ledger(), LedgerKey::of(attestation.typed()));
    let noted = tokio::task::spawn_blocking(move || ledger.annotate_key(&key, &pr, None)).await;
    let trouble = match noted {
        Ok(Ok(_)) => return,
        Ok(Err(error)) => error.to_string(),
        Err(error) => error.to_string(),
    };
    let message = format!("the pull request could not be noted beside the verdict: {trouble}");
    requested.notice(NoticeCode::NotAnnotated, message);
}

/// What a recorded verdict has to be about.
struct Asked<'a> {
    key: LedgerKey,
    plan: &'a Plan,
    composes: bool,
}

impl Asked<'_> {
    fn look_up(&self, ledger: &Ledger) -> Result<Option<RunView>, DamagedEntry> {
        let Some(entry) = ledger.entry(&self.key)? else { return Ok(None) };
        let path = entry.path().to_owned();
        let document = AttestationDocument::read(entry.into_attestation())
            .map_err(|reason| DamagedEntry { path: path.clone(), reason })?;
        let attestation = document.typed();
        let range = &self.plan.range;
        let is_the_same = LedgerKey::of(attestation) == self.key
            && attestation.target.base_sha == range.base.as_str()
            && attestation.target.head_sha == range.head.as_str();
        // Whoever wants no composition does not want a composed verdict either.
        let is_whole = self.composes || attestation.lanes.iter().all(|lane| lane.composed_from.is_none());
        let packs: Vec<_> = self.plan.packs.iter().map(|pack| pack.digest.clone()).collect();
        let may_serve = cache_rule(document.value(), &self.plan.rubrics, &packs);
        if let Err(reason) = &may_serve {
            tracing::debug!(%reason, "the recorded verdict does not serve");
        }
        let serves = is_the_same && is_whole && may_serve.is_ok();
        Ok(serves.then(|| RunView::done(document, Some(path))))
    }
}
