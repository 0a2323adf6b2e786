//! The four stages over one attestation.

use std::path::{Path, PathBuf};

use assize_schemas::Expectation;
use serde_json::Value;

use crate::HostSettings;
use crate::repository::temporary_folder;
use crate::signing::SshKeygen;
use crate::verify::composed::{Composition, is_composed, judge_composed};
use crate::verify::content::judge_content;
use crate::verify::folder::{Candidate, ExportFolder};
use crate::verify::locate::blocking;
use crate::verify::packs::judge_packs;
use crate::verify::signature::SignatureJudge;
use crate::verify::trust::{Trust, establish_trust};
use crate::verify::{
    PackQuestion, PackResolution, PackResolutionError, SignatureStatus, Subject, VerifyError, VerifyNote,
    VerifyRequest, VerifyView,
};

/// Judges an attestation that was found, whatever each stage comes to.
pub(crate) async fn judge(
    settings: &HostSettings,
    request: &VerifyRequest,
    packs: &dyn PackResolution,
    subject: &Subject,
    found: (&Candidate, &Path, Option<ExportFolder>),
) -> Result<VerifyView, VerifyError> {
    let (candidate, directory, folder) = found;
    let document = &candidate.document;
    let expectation: Expectation = subject.expectation(request);
    let mut view = VerifyView::empty();
    view.path = Some(subject.shown(&candidate.path));
    view.run_id = candidate.text("/runId").map(str::to_owned);
    view.verdict = candidate.text("/verdict").map(str::to_owned);
    view.problems = judge_content(document, &expectation);

    let folder = match folder {
        Some(folder) => folder,
        None if is_composed(document) => {
            let directory: PathBuf = directory.to_owned();
            blocking(move || ExportFolder::read(&directory)).await??
        }
        None => ExportFolder::default(),
    };
    for (path, reason) in &folder.unread {
        let message = format!("{} was passed over: {reason}", subject.shown(path));
        view.notes.push(VerifyNote::new("unread-file", message));
    }
    let shown = |prior: &Candidate| subject.shown(&prior.path);
    let composition = judge_composed(document, &folder.candidates, request.deep, &shown);
    let Composition { problems, notes, priors } = composition;
    view.problems.extend(problems);
    view.notes.extend(notes);
    let followed: Vec<(String, &Value)> = if request.deep {
        priors.into_iter().map(|prior| (format!("{}: ", shown(prior)), &prior.document)).collect()
    } else {
        Vec::new()
    };

    let (resolved, trust) = tokio::join!(resolve(packs, subject), establish_trust(subject, request));
    let (resolved, trust): (Option<Result<_, PackResolutionError>>, Trust) = (resolved, trust?);
    let documents =
        || std::iter::once(("", document)).chain(followed.iter().map(|(within, prior)| (&**within, *prior)));
    for (within, document) in documents() {
        let findings = judge_packs(document.get("packs"), &subject.manifest().uses, resolved.as_ref(), within);
        view.problems.extend(findings.problems);
        view.notes.extend(findings.notes);
    }

    view.problems.extend(trust.problems.iter().cloned());
    view.notes.extend(trust.notes.iter().cloned());
    let judge = SignatureJudge {
        program: SshKeygen::find(&settings.environment),
        trust: &trust,
        temporary: temporary_folder(&settings.environment),
        required: request.require_signed,
    };
    for (within, document) in documents() {
        let findings = judge.judge(document, within).await?;
        if within.is_empty() {
            view.signature = findings.view;
        }
        view.problems.extend(findings.problems);
        view.notes.extend(findings.notes);
    }
    if view.signature.status == SignatureStatus::Verified && !trust.problems.is_empty() {
        view.signature.status = SignatureStatus::Claimed;
    }
    Ok(view)
}

/// Resolves the packs of the manifest at hand; `None` when it uses none.
async fn resolve(
    packs: &dyn PackResolution,
    subject: &Subject,
) -> Option<Result<Vec<assize_schemas::PackDigest>, PackResolutionError>> {
    if subject.manifest().uses.is_empty() {
        return None;
    }
    let question = PackQuestion {
        checked: &subject.checked,
        directory: subject.manifest_path.parent().unwrap_or(Path::new("/")),
        repository: &subject.place.checkout.root,
    };
    Some(packs.resolve(&question).await)
}
