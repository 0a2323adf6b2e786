//! The cache rule (AIP-62, "Cache rule").

use serde_json::Value;

use super::prior::{Prior, texts};
use crate::{PackDigest, RubricDigest, Verdict};

/// Whether the attestation `prior`, stored under this run's ledger key, may be served instead of a run with these
/// rubrics and packs. That it belongs to the key is the ledger's to see to.
///
/// # Errors
///
/// The reason against it, for people.
pub fn cache_rule(prior: &Value, rubrics: &[RubricDigest], packs: &[PackDigest]) -> Result<(), String> {
    let prior = Prior(prior);
    match prior.text("/verdict") {
        Some(verdict) if verdict == Verdict::Pass.as_str() || verdict == Verdict::Block.as_str() => {}
        Some(verdict) => return Err(format!("the stored verdict is {verdict:?}")),
        None => return Err("the stored attestation has no verdict".to_owned()),
    }
    if prior.is_dirty() {
        return Err("the stored review ran in a tree with uncommitted changes".to_owned());
    }
    let now = rubrics.iter().map(|rubric| [&*rubric.check, &*rubric.path, &*rubric.sha256]).collect();
    same_multiset(prior, "rubrics", ["check", "path", "sha256"], now)?;
    let now =
        packs.iter().map(|pack| [&*pack.reference, &*pack.id, &*pack.version, &*pack.alg, &*pack.sha256]).collect();
    same_multiset(prior, "packs", ["ref", "id", "version", "alg", "sha256"], now)
}

/// Compares records as a sorted multiset, each by all of its members.
fn same_multiset<'v, const N: usize>(
    prior: Prior<'v>,
    member: &str,
    names: [&str; N],
    mut now: Vec<[&'v str; N]>,
) -> Result<(), String> {
    let stored: Option<Vec<_>> =
        prior.list(member).and_then(|records| records.iter().map(|record| texts(record, names)).collect());
    let Some(mut stored) = stored else {
        return Err(format!("the {member} of the stored attestation cannot be read"));
    };
    stored.sort_unstable();
    now.sort_unstable();
    if stored == now { Ok(()) } else { Err(format!("the {member} are not those of the stored review")) }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn rubric(check: &str, sha256: &str) -> RubricDigest {
        RubricDigest { check: check.to_owned(), path: "r.md".to_owned(), sha256: sha256.to_owned() }
    }

    fn pack(alg: &str) -> PackDigest {
        let [reference, id, version, sha256] = ["./p", "p", "1.0.0", "d"].map(str::to_owned);
        PackDigest { reference, id, version, alg: alg.to_owned(), sha256 }
    }

    fn prior() -> Value {
        json!({
            "verdict": "pass",
            "rubrics": [{"check": "b", "path": "r.md", "sha256": "2"}, {"check": "a", "path": "r.md", "sha256": "1"}],
            "packs": [{"ref": "./p", "id": "p", "version": "1.0.0", "alg": "v1", "sha256": "d"}],
        })
    }

    fn check(prior: &Value, rubrics: &[RubricDigest], packs: &[PackDigest], usable: bool) {
        assert_eq!(cache_rule(prior, rubrics, packs).is_ok(), usable, "{prior} {rubrics:?} {packs:?}");
    }

    #[test]
    fn the_digests_must_be_the_same() {
        let rubrics = [rubric("a", "1"), rubric("b", "2")];
        check(&prior(), &rubrics, &[pack("v1")], true);
        check(&prior(), &[rubric("b", "2"), rubric("a", "1")], &[pack("v1")], true);
        check(&prior(), &[rubric("a", "1"), rubric("b", "3")], &[pack("v1")], false);
        check(&prior(), &[rubric("a", "1")], &[pack("v1")], false);
        check(&prior(), &[rubric("a", "1"), rubric("b", "2"), rubric("b", "2")], &[pack("v1")], false);
        check(&prior(), &rubrics, &[], false);
        check(&prior(), &rubrics, &[pack("v2")], false);
        check(&prior(), &rubrics, &[pack("v1"), pack("v1")], false);
    }

    #[test]
    fn the_prior_must_be_whole() {
        let rubrics = [rubric("a", "1"), rubric("b", "2")];
        for (member, value, usable) in [
            ("verdict", json!("block"), true),
            ("verdict", json!("incomplete"), false),
            ("verdict", json!("passed"), false),
            ("verdict", json!(null), false),
            ("dirty", json!(true), false),
            ("dirty", json!(false), true),
            ("dirty", json!("yes"), false),
            ("rubrics", json!(null), false),
            ("rubrics", json!([1, 2]), false),
            ("packs", json!({}), false),
            ("unknown", json!(1), true),
        ] {
            let mut prior = prior();
            prior[member] = value;
            check(&prior, &rubrics, &[pack("v1")], usable);
        }
    }
}
