//! A verification from its request to its end.

use assize_git::{GitError, GitProgram};

use crate::verify::judge::judge;
use crate::verify::locate::{Located, locate};
use crate::verify::resolution::PacksOfRuns;
use crate::verify::summary::{judged, no_match};
use crate::verify::{
    Absence, PackResolution, Subject, VerifyError, VerifyNote, VerifyProblem, VerifyRequest, VerifyStage, VerifyView,
};
use crate::{Host, HostError, HostSettings};

/// The exit status when there is no attestation.
const NOT_FOUND: u8 = 4;
/// The exit status when the manifest exports none.
const NOT_EXPORTED: u8 = 5;

impl Host {
    /// Decides whether a range is attested. Answers a [`VerifyView`] whatever happens; only [`VerifyView::ok`] means
    /// that everything holds.
    pub async fn verify(&self, request: &VerifyRequest) -> VerifyView {
        match GitProgram::find(&self.settings().environment) {
            Ok(program) => self.verify_with(request, &PacksOfRuns { program, state: self.state().clone() }).await,
            Err(error) => could_not_run(&VerifyError::Host(error.into())),
        }
    }

    /// As [`Host::verify`], with packs that come from elsewhere than a run's would.
    pub async fn verify_with(&self, request: &VerifyRequest, packs: &dyn PackResolution) -> VerifyView {
        match carry_out(self.settings(), request, packs).await {
            Ok(view) => view,
            Err(error) => could_not_run(&error),
        }
    }
}

fn could_not_run(error: &VerifyError) -> VerifyView {
    let mut view = VerifyView::empty();
    view.exit_code = error.exit_code();
    view.summary = format!("nothing was verified: {error}");
    view.error = Some(error.to_string());
    view
}

async fn carry_out(
    settings: &HostSettings,
    request: &VerifyRequest,
    packs: &dyn PackResolution,
) -> Result<VerifyView, VerifyError> {
    let mut subject = match Subject::establish(settings, request).await {
        Err(HostError::Git(error @ GitError::Ambiguous { .. })) if relies_on_the_manifest(request) => {
            return Ok(untrusted(&error));
        }
        established => established?,
    };
    let mut view = match locate(&mut subject, request).await? {
        Located::Found { candidate, directory, folder } => {
            judge(settings, request, packs, &subject, (&candidate, &directory, folder)).await?
        }
        Located::NotJson { path, reason } => {
            let mut view = VerifyView::empty();
            let message = format!("{} is no JSON document: {reason}", subject.shown(&path));
            view.path = Some(subject.shown(&path));
            view.problems.push(VerifyProblem::new(VerifyStage::Content, "not-json", message));
            view
        }
        Located::NoFile { path } => {
            let summary = format!("there is no attestation at {}", subject.shown(&path));
            return Ok(absent(Absence::NotFound, NOT_FOUND, summary));
        }
        Located::NoMatch { directory, folder } => {
            let mut view = absent(Absence::NotFound, NOT_FOUND, no_match(&subject, request, &directory, &folder));
            for (path, reason) in &folder.unread {
                let message = format!("{} was passed over: {reason}", subject.shown(path));
                view.notes.push(VerifyNote::new("unread-file", message));
            }
            return Ok(view);
        }
        Located::NotExported => {
            let summary = format!("{} exports no attestations", subject.shown(&subject.manifest_path));
            return Ok(absent(Absence::NotExported, NOT_EXPORTED, summary));
        }
    };
    view.notes.splice(0..0, std::mem::take(&mut subject.notes));
    if subject.parent {
        let message = format!(
            "HEAD only changes files of the export directory, so its parent {} was verified",
            subject.range.head.short(12)
        );
        view.notes.insert(0, VerifyNote::new("head-parent", message));
    }
    view.problems.sort_by_key(|problem| problem.stage);
    view.exit_code = view.problems.first().map_or(0, |problem| problem.stage.exit_code());
    view.ok = view.problems.is_empty();
    view.summary = judged(&subject, request, &view);
    Ok(view)
}

/// Whether the manifest under review, and nobody else, says against which base signatures are believed (rulings 26).
fn relies_on_the_manifest(request: &VerifyRequest) -> bool {
    request.require_signed && request.base.is_none() && request.allowed_signers.is_none()
}

/// A base that could be several things is no branch of a remote, and so nothing to take trust from.
fn untrusted(error: &GitError) -> VerifyView {
    let message = format!("the manifest under review chose a base that is not settled: {error}; name it with --base");
    let problem = VerifyProblem::new(VerifyStage::Signature, "untrusted-base", message);
    let mut view = VerifyView::empty();
    view.exit_code = problem.stage.exit_code();
    view.summary = format!("nothing was verified: {error}");
    view.problems.push(problem);
    view
}

fn absent(reason: Absence, exit_code: u8, summary: String) -> VerifyView {
    let mut view = VerifyView::empty();
    view.reason = Some(reason);
    view.exit_code = exit_code;
    view.summary = summary;
    view
}
