//! What people should know about a manifest that was there already.

use assize_compiler::Problems;
use assize_schemas::Manifest;

use crate::init::{CI_BINDING, LOCAL_BINDING};

/// What is missing in a manifest for the hook, and for CI where that was asked for.
pub(super) fn about(manifest: &Manifest, ci: bool) -> Option<String> {
    let wanted = [(true, LOCAL_BINDING, "the pre-push hook"), (ci, CI_BINDING, "the workflow")];
    let missing =
        wanted.into_iter().filter(|(wanted, binding, _)| *wanted && !manifest.bindings.contains_key(*binding));
    let lines: Vec<_> = missing
        .map(|(_, binding, who)| format!("it has no binding {binding:?}, which {who} runs: add one under \"bindings\""))
        .collect();
    (!lines.is_empty()).then(|| lines.join("\n"))
}

/// What to say of a manifest that is not valid.
pub(super) fn about_problems(problems: &Problems) -> String {
    format!("it is not valid ({} found): see `assize check`", problems.count())
}
