//! Holding an attestation against what it should be about (AIP-62, "Verification", step 4).

use serde_json::Value;

use super::{ATTESTATION_SCHEMA, attestation_shape};
use crate::{Quorum, Sha256Hex, fold_words, range_sha};

/// What an attestation is expected to be about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Expectation {
    /// SHA-256 of the bytes of the REVIEW.md at hand.
    pub manifest_sha: Sha256Hex,
    /// Where the range begins.
    pub base_sha: String,
    /// Where the range ends.
    pub head_sha: String,
    /// The repository's normalised remote.
    pub repo_remote: String,
    /// The binding, when one was asked for.
    pub binding: Option<String>,
    /// The verdict, when one is asked for.
    pub verdict: Option<String>,
}

/// What does not hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AttestationProblem {
    /// The kind of problem.
    pub fault: AttestationFault,
    /// The problem for people.
    pub message: String,
}

/// The kinds of problems, in the order in which they are reported.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum AttestationFault {
    /// A member is missing or mistyped.
    Shape,
    /// The document is of another format.
    Schema,
    /// The range digest is not that of the target.
    RangeSha,
    /// The verdict is not the fold of the lanes.
    VerdictFold,
    /// The review ran with another REVIEW.md.
    ManifestSha,
    /// The range begins elsewhere.
    BaseSha,
    /// The range ends elsewhere.
    HeadSha,
    /// It is about another repository.
    RepoRemote,
    /// Another binding ran.
    Binding,
    /// The verdict is not the one that is asked for.
    Verdict,
    /// The tree held more than the range.
    Dirty,
}

impl AttestationFault {
    /// The kind as a stable code.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Self::Shape => "shape",
            Self::Schema => "schema",
            Self::RangeSha => "range-sha",
            Self::VerdictFold => "verdict-fold",
            Self::ManifestSha => "manifest-sha",
            Self::BaseSha => "base-sha",
            Self::HeadSha => "head-sha",
            Self::RepoRemote => "repo-remote",
            Self::Binding => "binding",
            Self::Verdict => "verdict",
            Self::Dirty => "dirty",
        }
    }
}

/// Everything that does not hold of `document`, in the order of [`AttestationFault`]. With `expectation` absent only
/// what needs no repository is looked at: the shape, the schema, the range digest, the fold and the dirty flag.
///
/// A member that is missing or has the wrong type is a problem of the shape, and is not reported again by the
/// comparison that would have needed it.
#[must_use]
pub fn attestation_verify(document: &Value, expectation: Option<&Expectation>) -> Vec<AttestationProblem> {
    let mut problems = Problems(Vec::new());
    let text = |pointer: &str| document.pointer(pointer).and_then(Value::as_str);
    for problem in attestation_shape(document) {
        // What names another format is told apart from what names none.
        if problem.path != "schema" || text("/schema").is_none() {
            problems.add(AttestationFault::Shape, problem.message);
        }
    }
    problems.compare(AttestationFault::Schema, "schema", text("/schema"), ATTESTATION_SCHEMA);
    if let (Some(base), Some(head)) = (text("/target/baseSha"), text("/target/headSha")) {
        let range = range_sha(base, head);
        problems.compare(AttestationFault::RangeSha, "rangeSha", text("/rangeSha"), range.as_str());
    }
    if let Some(lanes) = lane_words(document) {
        let folded = fold_words(lanes, Quorum::AllBlockingPass.as_str());
        problems.compare(AttestationFault::VerdictFold, "verdict", text("/verdict"), folded.as_str());
    }
    if let Some(expected) = expectation {
        let compared = [
            (AttestationFault::ManifestSha, "manifestSha", text("/manifestSha"), Some(expected.manifest_sha.as_str())),
            (AttestationFault::BaseSha, "target.baseSha", text("/target/baseSha"), Some(expected.base_sha.as_str())),
            (AttestationFault::HeadSha, "target.headSha", text("/target/headSha"), Some(expected.head_sha.as_str())),
            (
                AttestationFault::RepoRemote,
                "target.repoRemote",
                text("/target/repoRemote"),
                Some(expected.repo_remote.as_str()),
            ),
            (AttestationFault::Binding, "binding", text("/binding"), expected.binding.as_deref()),
            (AttestationFault::Verdict, "verdict", text("/verdict"), expected.verdict.as_deref()),
        ];
        for (fault, name, found, expect) in compared {
            if let Some(expect) = expect {
                problems.compare(fault, name, found, expect);
            }
        }
    }
    if document.get("dirty").is_some_and(is_truthy) {
        let message = "the review ran in a tree with uncommitted changes, so it says nothing about the range alone";
        problems.add(AttestationFault::Dirty, message.to_owned());
    }
    problems.0
}

struct Problems(Vec<AttestationProblem>);

impl Problems {
    fn add(&mut self, fault: AttestationFault, message: String) {
        self.0.push(AttestationProblem { fault, message });
    }

    fn compare(&mut self, fault: AttestationFault, name: &str, found: Option<&str>, expect: &str) {
        if let Some(found) = found.filter(|found| *found != expect) {
            self.add(fault, format!("{name} is {found:?}, but {expect:?} was expected"));
        }
    }
}

/// Each lane's status and whether it is blocking; `None` when a lane does not say so.
fn lane_words(document: &Value) -> Option<Vec<(&str, bool)>> {
    let lanes = document.get("lanes")?.as_array()?;
    lanes.iter().map(|lane| Some((lane.get("status")?.as_str()?, lane.get("blocking")?.as_bool()?))).collect()
}

/// What a careless writer may have meant by `true`.
fn is_truthy(value: &Value) -> bool {
    match value {
        Value::Null => false,
        Value::Bool(truth) => *truth,
        Value::Number(number) => number.as_f64() != Some(0.0),
        Value::String(text) => !text.is_empty(),
        Value::Array(_) | Value::Object(_) => true,
    }
}

#[cfg(test)]
mod tests;
