//! The second stage: the attestations that lanes build on (AIP-62, "Verification", step 5).

use std::collections::HashSet;

use assize_schemas::{Sha256Hex, Verdict, canonical_json};
use serde_json::Value;

use crate::verify::content::content_problems;
use crate::verify::folder::Candidate;
use crate::verify::{VerifyNote, VerifyProblem, VerifyStage};

/// What became of the references to earlier attestations.
#[derive(Debug, Default)]
pub(crate) struct Composition<'c> {
    pub(crate) problems: Vec<VerifyProblem>,
    pub(crate) notes: Vec<VerifyNote>,
    /// The attestations that were built on, each once, in the order in which they were met.
    pub(crate) priors: Vec<&'c Candidate>,
}

/// Whether a document builds on others.
pub(crate) fn is_composed(document: &Value) -> bool {
    lanes(document).any(|lane| lane.get("composedFrom").is_some())
}

/// Follows the references of `document` to attestations among `candidates`: one step, or, with `deep`, to the end.
/// `shown` says how people know a file.
pub(crate) fn judge_composed<'c>(
    document: &Value,
    candidates: &'c [Candidate],
    deep: bool,
    shown: &dyn Fn(&Candidate) -> String,
) -> Composition<'c> {
    let mut composition = Composition::default();
    let mut met = HashSet::new();
    composition.follow(document, "", candidates, &mut met, shown);
    let mut next = 0;
    while deep && let Some(prior) = composition.priors.get(next).copied() {
        // Each prior is met once, so that a chain cannot be longer than there are files.
        composition.follow(&prior.document, &format!("{}: ", shown(prior)), candidates, &mut met, shown);
        next += 1;
    }
    composition
}

/// A lane's reference, as it is written.
struct Reference<'d> {
    lane: &'d str,
    range: &'d str,
    head: &'d str,
    digest: &'d str,
}

fn lanes(document: &Value) -> impl Iterator<Item = &Value> {
    document.get("lanes").and_then(Value::as_array).into_iter().flatten()
}

fn text<'d>(document: &'d Value, pointer: &str) -> Option<&'d str> {
    document.pointer(pointer).and_then(Value::as_str)
}

impl<'d> Reference<'d> {
    /// `None` for one that is malformed, which is a problem of the document's shape already.
    fn read(lane: &'d Value) -> Option<Self> {
        Some(Self {
            lane: text(lane, "/id")?,
            range: text(lane, "/composedFrom/rangeSha")?,
            head: text(lane, "/composedFrom/headSha")?,
            digest: text(lane, "/composedFrom/attestationSha256")?,
        })
    }
}

impl<'c> Composition<'c> {
    fn follow(
        &mut self,
        document: &Value,
        within: &str,
        candidates: &'c [Candidate],
        met: &mut HashSet<*const Candidate>,
        shown: &dyn Fn(&Candidate) -> String,
    ) {
        for reference in lanes(document).filter_map(Reference::read) {
            let about = format!("{within}lane {:?}", reference.lane);
            match find(document, &reference, candidates) {
                Err((code, message)) => self.add(code, format!("{about}: {message}")),
                Ok(prior) => {
                    let about = format!("{about} builds on {}", shown(prior));
                    self.hold(document, &reference, prior, &about);
                    if met.insert(std::ptr::from_ref(prior)) {
                        self.priors.push(prior);
                    }
                }
            }
        }
    }

    /// Holds a prior to what makes it one that can be built on (rulings 28).
    fn hold(&mut self, document: &Value, reference: &Reference<'_>, prior: &Candidate, about: &str) {
        for problem in content_problems(&prior.document, None) {
            self.add("prior-invalid", format!("{about}, which does not hold: {}", problem.message));
        }
        let verdict = prior.text("/verdict");
        if verdict.is_some_and(|verdict| verdict != Verdict::Pass.as_str()) {
            self.add("prior-verdict", format!("{about}, whose verdict is {:?}", verdict.unwrap_or_default()));
        }
        let wanted = [
            ("prior-head", "/target/headSha", Some(reference.head)),
            ("prior-repo", "/target/repoRemote", text(document, "/target/repoRemote")),
            ("prior-manifest", "/manifestSha", text(document, "/manifestSha")),
            ("prior-base", "/target/baseSha", text(document, "/target/baseSha")),
        ];
        for (code, pointer, wanted) in wanted {
            let found = prior.text(pointer);
            if found != wanted {
                let name = pointer.trim_start_matches('/').replace('/', ".");
                let (found, wanted) = (found.unwrap_or("missing"), wanted.unwrap_or("nothing"));
                self.add(code, format!("{about}, whose {name} is {found:?} where {wanted:?} belongs"));
            }
        }
        let passed = lanes(&prior.document)
            .any(|lane| text(lane, "/id") == Some(reference.lane) && text(lane, "/status") == Some("pass"));
        if !passed {
            let message = format!("{about}, which has no passed lane of that name");
            self.notes.push(VerifyNote::new("prior-lane", message));
        }
    }

    fn add(&mut self, code: &'static str, message: String) {
        self.problems.push(VerifyProblem::new(VerifyStage::ComposedFrom, code, message));
    }
}

/// The one attestation of the range and the binding that has the recorded digest; another export of the same range
/// does not stand in its way.
fn find<'c>(
    document: &Value,
    reference: &Reference<'_>,
    candidates: &'c [Candidate],
) -> Result<&'c Candidate, (&'static str, String)> {
    let binding = text(document, "/binding");
    let mut of_range = candidates
        .iter()
        .filter(|prior| prior.text("/rangeSha") == Some(reference.range) && prior.text("/binding") == binding)
        .peekable();
    if of_range.peek().is_none() {
        let range = reference.range.get(..12).unwrap_or(reference.range);
        return Err((
            "prior-missing",
            format!("the attestation it builds on, of the range digest {range}, is not here"),
        ));
    }
    of_range.find(|prior| Sha256Hex::of(canonical_json(&prior.document)).as_str() == reference.digest).ok_or_else(
        || {
            let message = "the attestation it builds on is not the one that is recorded: its digest is another";
            ("prior-digest", message.to_owned())
        },
    )
}
