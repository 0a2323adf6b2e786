//! The third stage: packs (AIP-62, "Verification", step 6).

use std::path::Path;

use assize_compiler::CheckedManifest;
use assize_schemas::{PACK_DIGEST_ALG, PackDigest, PackUse};
use async_trait::async_trait;
use serde_json::Value;

use crate::verify::{VerifyNote, VerifyProblem, VerifyStage};

/// What has to be resolved.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct PackQuestion<'q> {
    /// The manifest, its packs not merged.
    pub checked: &'q CheckedManifest,
    /// The directory that the manifest's own paths are relative to, absolute.
    pub directory: &'q Path,
    /// The root of the work tree, absolute.
    pub repository: &'q Path,
}

/// Resolves packs with the loader that a run uses.
#[async_trait]
pub trait PackResolution: Send + Sync {
    /// The digests of all packs of a manifest in the order of its `uses`.
    ///
    /// # Errors
    ///
    /// [`PackResolutionError::NotHere`] only where a pack is an npm package that is not installed or a git repository
    /// that cannot be fetched; anything else, a path that is missing among it, is a
    /// [`PackResolutionError::Failure`] (rulings 24).
    async fn resolve(&self, question: &PackQuestion<'_>) -> Result<Vec<PackDigest>, PackResolutionError>;
}

/// Why packs could not be resolved.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PackResolutionError {
    /// A pack is not on this machine and could not be fetched: nothing can be said about it.
    #[error("{message}")]
    NotHere {
        /// Which, and what was tried.
        message: String,
    },
    /// A pack is here, and wrong.
    #[error("{message}")]
    Failure {
        /// What is wrong with it, for programs.
        code: String,
        /// What is wrong with it.
        message: String,
    },
}

/// What became of the recorded packs.
#[derive(Debug, Default)]
pub(crate) struct PackFindings {
    pub(crate) problems: Vec<VerifyProblem>,
    pub(crate) notes: Vec<VerifyNote>,
}

/// Holds recorded packs against the manifest's `uses` and what they resolve to now; `resolved` is `None` when there
/// is nothing to resolve. `within` names the attestation when it is not the one under judgement.
pub(crate) fn judge_packs(
    recorded: Option<&Value>,
    uses: &[PackUse],
    resolved: Option<&Result<Vec<PackDigest>, PackResolutionError>>,
    within: &str,
) -> PackFindings {
    let mut findings = PackFindings::default();
    let records: Vec<Record<'_>> =
        recorded.and_then(Value::as_array).into_iter().flatten().filter_map(Record::read).collect();
    if records.is_empty() && !uses.is_empty() {
        findings.add("packs-missing", format!("{within}no pack is recorded, and the manifest uses {}", uses.len()));
    }
    for record in &records {
        if !uses.iter().any(|used| used.pack == record.reference) {
            findings.add(
                "pack-unknown",
                format!("{within}the recorded pack {:?} is not one the manifest uses", record.reference),
            );
        } else if record.alg != PACK_DIGEST_ALG {
            let message = format!(
                "{within}the digest of {:?} was made by {:?}, and only {PACK_DIGEST_ALG:?} can be compared",
                record.reference, record.alg
            );
            findings.add("pack-alg", message);
        }
    }
    match resolved {
        None => {}
        Some(Err(PackResolutionError::NotHere { message })) => {
            let message = format!("{within}the packs' digests were not compared: {message}");
            findings.notes.push(VerifyNote::new("packs-not-here", message));
        }
        Some(Err(PackResolutionError::Failure { code, message })) => {
            let message = format!("{within}the packs cannot be resolved: {message}");
            findings.problems.push(VerifyProblem::new(VerifyStage::Packs, format!("pack-{code}"), message));
        }
        Some(Ok(resolved)) => findings.compare(&records, resolved, within),
    }
    findings
}

/// A recorded pack as it is written.
#[derive(Debug)]
struct Record<'d> {
    reference: &'d str,
    id: &'d str,
    version: &'d str,
    alg: &'d str,
    sha256: &'d str,
}

impl<'d> Record<'d> {
    /// `None` for one that is malformed, which is a problem of the document's shape already.
    fn read(value: &'d Value) -> Option<Self> {
        let text = |name| value.get(name).and_then(Value::as_str);
        Some(Self {
            reference: text("ref")?,
            id: text("id")?,
            version: text("version")?,
            alg: text("alg")?,
            sha256: text("sha256")?,
        })
    }

    fn is(&self, pack: &PackDigest) -> bool {
        self.reference == pack.reference
            && self.id == pack.id
            && self.version == pack.version
            && self.alg == pack.alg
            && self.sha256 == pack.sha256
    }
}

impl PackFindings {
    fn add(&mut self, code: &'static str, message: String) {
        self.problems.push(VerifyProblem::new(VerifyStage::Packs, code, message));
    }

    /// Matches each record with a pack of its own, whatever the order; what is left over on either side is a problem
    /// (rulings 21 and 24).
    fn compare(&mut self, records: &[Record<'_>], resolved: &[PackDigest], within: &str) {
        let mut open: Vec<&PackDigest> = resolved.iter().collect();
        let mut unmatched = Vec::new();
        for record in records {
            match open.iter().position(|pack| record.is(pack)) {
                Some(at) => drop(open.swap_remove(at)),
                None => unmatched.push(record),
            }
        }
        for record in unmatched {
            let Some(at) = open.iter().position(|pack| pack.reference == record.reference) else {
                if resolved.iter().any(|pack| pack.reference == record.reference) {
                    let message =
                        format!("{within}the pack {:?} is recorded more often than it is used", record.reference);
                    self.add("pack-repeated", message);
                }
                continue;
            };
            let pack = open.swap_remove(at);
            // What could not be compared at all was told already.
            if record.alg == PACK_DIGEST_ALG {
                let message = format!(
                    "{within}the pack {:?} is not what was reviewed with: {} {} with the digest {} is recorded, {} {} with \
                     {} is what it is now",
                    record.reference, record.id, record.version, record.sha256, pack.id, pack.version, pack.sha256
                );
                self.add("pack-sha256", message);
            }
        }
        for pack in open {
            let message = format!("{within}the manifest uses {:?}, which is not recorded", pack.reference);
            self.add("pack-not-recorded", message);
        }
    }
}

#[cfg(test)]
mod tests {
    use assize_compiler::parse_manifest;
    use serde_json::json;

    use super::*;

    fn uses(packs: &[&str]) -> Vec<PackUse> {
        let entries: Vec<_> =
            packs.iter().enumerate().map(|(n, pack)| format!("  - {{pack: \"{pack}\", as: p{n}}}")).collect();
        let source = format!(
            "---\nkind: review\nid: r\ntarget: git-range\nchecks:\n  - {{id: a, kind: command, run: \"true\"}}\n\
             bindings:\n  default: {{checks: [a]}}\nuses:\n{}\n---\n",
            entries.join("\n")
        );
        if packs.is_empty() {
            return Vec::new();
        }
        parse_manifest(source.as_bytes()).unwrap().manifest().uses.clone()
    }

    fn pack(reference: &str, digit: &str) -> PackDigest {
        PackDigest {
            reference: reference.to_owned(),
            id: "p".to_owned(),
            version: "1.0.0".to_owned(),
            alg: PACK_DIGEST_ALG.to_owned(),
            sha256: digit.repeat(64),
        }
    }

    fn check(
        recorded: &[PackDigest],
        used: &[&str],
        resolved: &Result<Vec<PackDigest>, PackResolutionError>,
        expect: &[&str],
    ) {
        let recorded_value = (!recorded.is_empty()).then(|| json!(recorded));
        let uses = uses(used);
        let resolved = (!uses.is_empty()).then_some(resolved);
        let findings = judge_packs(recorded_value.as_ref(), &uses, resolved, "");
        let mut codes: Vec<_> = findings.problems.iter().map(|problem| problem.code.to_string()).collect();
        codes.extend(findings.notes.iter().map(|note| note.code.to_string()));
        assert_eq!(codes, expect, "{recorded:?} {used:?} {resolved:?}");
    }

    #[test]
    fn each_record_is_matched_on_its_own() {
        let (a, b) = (pack("./a", "1"), pack("./b", "2"));
        let other = pack("./a", "3");
        check(&[], &[], &Ok(vec![]), &[]);
        check(std::slice::from_ref(&a), &["./a"], &Ok(vec![a.clone()]), &[]);
        check(&[b.clone(), a.clone()], &["./a", "./b"], &Ok(vec![a.clone(), b.clone()]), &[]);
        // One pack under two names with different selections.
        check(&[other.clone(), a.clone()], &["./a", "./a"], &Ok(vec![a.clone(), other.clone()]), &[]);
        check(&[a.clone(), a.clone()], &["./a", "./a"], &Ok(vec![a.clone(), other.clone()]), &["pack-sha256"]);
        check(&[a.clone(), a.clone()], &["./a"], &Ok(vec![a.clone()]), &["pack-repeated"]);
        check(std::slice::from_ref(&a), &["./a", "./a"], &Ok(vec![a.clone(), a.clone()]), &["pack-not-recorded"]);
        check(&[other], &["./a"], &Ok(vec![a.clone()]), &["pack-sha256"]);
        let renamed = PackDigest { id: "q".to_owned(), ..a.clone() };
        check(&[renamed], &["./a"], &Ok(vec![a.clone()]), &["pack-sha256"]);
    }

    #[test]
    fn what_is_missing_on_either_side() {
        let (a, b) = (pack("./a", "1"), pack("./b", "2"));
        check(&[], &["./a"], &Ok(vec![a.clone()]), &["packs-missing", "pack-not-recorded"]);
        check(std::slice::from_ref(&a), &["./a", "./b"], &Ok(vec![a.clone(), b.clone()]), &["pack-not-recorded"]);
        check(&[a.clone(), b.clone()], &["./a"], &Ok(vec![a.clone()]), &["pack-unknown"]);
        check(&[a], &[], &Ok(vec![]), &["pack-unknown"]);
    }

    #[test]
    fn a_recipe_that_is_not_known_is_never_compared() {
        let a = pack("./a", "1");
        let newer = PackDigest { alg: "agentproto-pack-digest/v2".to_owned(), ..a.clone() };
        check(std::slice::from_ref(&newer), &["./a"], &Ok(vec![a]), &["pack-alg"]);
        let not_here = Err(PackResolutionError::NotHere { message: "offline".to_owned() });
        check(&[newer], &["./a"], &not_here, &["pack-alg", "packs-not-here"]);
    }

    #[test]
    fn not_here_is_a_note_and_wrong_is_a_failure() {
        let a = pack("x", "1");
        let not_here = Err(PackResolutionError::NotHere { message: "not installed".to_owned() });
        check(std::slice::from_ref(&a), &["x"], &not_here, &["packs-not-here"]);
        check(&[], &["x"], &not_here, &["packs-missing", "packs-not-here"]);
        let failure = Err(PackResolutionError::Failure { code: "rubric".to_owned(), message: "escapes".to_owned() });
        check(&[a], &["x"], &failure, &["pack-rubric"]);
    }
}
