//! What a report needs of the repository.

use std::path::Path;

use assize_git::{Git, GitProgram};
use assize_report::{Report, excerpts};
use assize_schemas::Attestation;
use tokio::runtime::Runtime;

use crate::context::Context;

/// The report with the lines that its findings are about and the path of its REVIEW.md, as far as the repository around
/// `cwd` has them. What it lacks is left out: a report without them is still one.
pub(crate) fn with_places(
    context: &Context,
    runtime: &Runtime,
    cwd: &Path,
    manifest: Option<&Path>,
    attestation: &Attestation,
    report: Report,
) -> Report {
    let Ok(program) = GitProgram::find(&context.environment.variables()) else { return report };
    let git = Git::new(program, cwd);
    let (lines, root) = runtime.block_on(async { (excerpts(&git, attestation).await, git.root().await.ok()) });
    let report = report.with_excerpts(lines);
    match root.and_then(|root| inside(&root, &cwd.join(manifest?))) {
        Some(manifest) => report.with_manifest(manifest),
        None => report,
    }
}

/// A path from the repository's root.
fn inside(root: &Path, path: &Path) -> Option<String> {
    let path = path.canonicalize().ok()?;
    Some(path.strip_prefix(root.canonicalize().ok()?).ok()?.to_str()?.to_owned())
}
