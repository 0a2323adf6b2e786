//! One sentence about what was compared, and what came of it.

use std::path::Path;

use crate::verify::folder::ExportFolder;
use crate::verify::{SignatureStatus, Subject, VerifyRequest, VerifyView};

/// What an attestation was looked for by.
fn wanted(subject: &Subject, request: &VerifyRequest) -> String {
    let binding = request.binding.as_ref().map_or_else(String::new, |binding| format!(" by the binding {binding:?}"));
    format!("{}{binding}", subject.shown_range())
}

/// The sentence about a directory that has no attestation of the range.
pub(crate) fn no_match(subject: &Subject, request: &VerifyRequest, directory: &Path, folder: &ExportFolder) -> String {
    let place = subject.shown(directory);
    let wanted = wanted(subject, request);
    let Some(nearest) = folder.candidates.iter().max_by(|one, other| one.age().cmp(&other.age())) else {
        return format!("looked in {place} for an attestation of {wanted}, and there is none at all");
    };
    let short = |pointer| nearest.text(pointer).map_or("?", |text| text.get(..12).unwrap_or(text)).to_owned();
    let looked = match folder.candidates.len() {
        1 => format!("there is one attestation in {place}, and it is not of {wanted}:"),
        many => {
            format!("looked through {many} attestations in {place} for one of {wanted}, and none matches: the newest,")
        }
    };
    format!(
        "{looked} {}, is about {}..{} by the binding {:?}",
        nearest.path.file_name().unwrap_or_default().display(),
        short("/target/baseSha"),
        short("/target/headSha"),
        nearest.text("/binding").unwrap_or("?"),
    )
}

/// The sentence about an attestation that was judged.
pub(crate) fn judged(subject: &Subject, request: &VerifyRequest, view: &VerifyView) -> String {
    let compared = format!(
        "compared {} with the range {}{} of {} under {}",
        view.path.as_deref().unwrap_or("the attestation"),
        wanted(subject, request),
        if subject.parent { " (HEAD only adds the export, so its parent is meant)" } else { "" },
        subject.place.remote,
        subject.shown(&subject.manifest_path),
    );
    if view.ok {
        let verdict = view.verdict.as_deref().unwrap_or("none");
        let principal = view.signature.principal.as_deref().unwrap_or("nobody");
        let signed = match view.signature.status {
            SignatureStatus::Verified => format!("signed by {principal}"),
            SignatureStatus::Claimed => format!("signed as {principal}, which is claimed, not verified"),
            SignatureStatus::None | SignatureStatus::Invalid => "not signed".to_owned(),
        };
        return format!("{compared}: all of it matches, the verdict is {verdict}, and it is {signed}");
    }
    let mut codes: Vec<&str> = Vec::new();
    for problem in &view.problems {
        if !codes.contains(&&*problem.code) {
            codes.push(&problem.code);
        }
    }
    format!("{compared}: this does not hold: {}", codes.join(", "))
}
