//! Merging packs into the manifest that runs.

use std::collections::HashSet;

use assize_schemas::{Binding, Check, Manifest};

use super::import::{Import, Imported};
use super::{PackLoader, ResolveError, Resolved};
use crate::checked::CheckedManifest;
use crate::problem::{Code, FieldPath, Nearest, Problem, Problems, quote};
use crate::rules::{Facts, Known, Refs, judge};

/// Merges the packs of a manifest into it, and judges its bindings against all checks that there then are.
///
/// A manifest without `uses` comes back as it is, and nothing is loaded.
///
/// # Errors
///
/// [`ResolveError`]: everything that is wrong with all entries, in the order of the manifest. Bindings are only judged
/// when every pack was merged.
pub fn resolve_packs(checked: &CheckedManifest, loader: &dyn PackLoader) -> Result<Resolved, ResolveError> {
    let mut manifest = checked.manifest().clone();
    let mut findings = Findings::default();
    let mut packs = Vec::with_capacity(manifest.uses.len());
    let mut ids: HashSet<String> = manifest.checks.iter().map(|check| check.id().as_str().to_owned()).collect();
    for (at, entry) in checked.manifest().uses.iter().enumerate() {
        let path = FieldPath::root().key("uses").index(at);
        let import = Import { entry, path: path.clone(), loader, findings: &mut findings };
        let Some(Imported { checks, pack }) = import.run() else { continue };
        for check in &checks {
            if !ids.insert(check.id().as_str().to_owned()) {
                let message = format!("there is already a check {}", quote(check.id().as_str()));
                findings.tell(Problem::new(Code::DuplicateId, path.clone().key("as").to_string(), message), false);
            }
        }
        manifest.checks.extend(checks);
        packs.push(pack);
    }
    if findings.problems.is_empty() && !manifest.uses.is_empty() {
        judge_bindings(&manifest, &mut findings);
    }
    if findings.problems.is_empty() {
        return Ok(Resolved { manifest, packs });
    }
    let mut problems = Problems::new(findings.problems);
    checked.locate(&mut problems);
    Err(ResolveError { problems, only_not_here: !findings.other })
}

/// What is wrong with packs.
#[derive(Debug, Default)]
pub(super) struct Findings {
    pub(super) problems: Vec<Problem>,
    pub(super) nearest: Nearest,
    /// Whether anything is wrong but that packs are not on this machine.
    other: bool,
}

impl Findings {
    pub(super) fn tell(&mut self, problem: Problem, not_here: bool) {
        self.other |= !not_here;
        self.problems.push(problem);
    }
}

fn judge_bindings(manifest: &Manifest, findings: &mut Findings) {
    let facts = |check: &Check| Facts { effects: Some(check.effects()), blocking: Some(check.blocking()) };
    let known = Known::new(manifest.checks.iter().map(|check| (check.id().as_str(), facts(check))));
    for Binding { name, prepare, checks, .. } in manifest.bindings.values() {
        let prepare: Vec<&str> = prepare.iter().map(AsRef::as_ref).collect();
        let checks: Vec<&str> = checks.iter().map(AsRef::as_ref).collect();
        let refs = Refs { binding: name.as_str(), prepare: &prepare, checks: &checks, all_read: true };
        judge(refs, &known, None, |breach| {
            let path = FieldPath::root().key("bindings").key(name.as_str()).key(breach.list.name());
            let path = breach.at.map_or(path.clone(), |at| path.index(at));
            let (message, suggestion) = breach.texts(&mut findings.nearest);
            findings.tell(Problem::new(breach.code, path.to_string(), message).suggesting(suggestion), false);
        });
    }
}
