//! The composition rule (AIP-62, "Composition").

use serde_json::Value;

use super::prior::{Prior, texts};
use crate::{ComposedFrom, Verdict, attestation_digests, range_sha};

/// What an agent lane is about to review.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ComposeRequest {
    /// The repository's normalised remote.
    pub repo_remote: String,
    /// SHA-256 of the bytes of the REVIEW.md.
    pub manifest_sha: String,
    /// The binding that runs.
    pub binding: String,
    /// The lane's check.
    pub check_id: String,
    /// SHA-256 of the check's rubric as it is now; absent when it cannot be read.
    pub rubric_sha256: Option<String>,
    /// Where the range begins.
    pub base_sha: String,
    /// The pack that the check comes from, as it is resolved now.
    pub pack: Option<PackInUse>,
}

/// A pack as the rule compares it: neither its version nor the way it was named counts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PackInUse {
    /// The pack's id.
    pub id: String,
    /// The recipe of the digest.
    pub alg: String,
    /// The digest.
    pub sha256: String,
}

/// Whether an agent lane may build on the attestation `prior` and review only what came since. `ancestor` is git's
/// word that the prior's head is a strict ancestor of the head at hand.
///
/// # Errors
///
/// The reason against it, for people.
pub fn compose_rule(prior: &Value, request: &ComposeRequest, ancestor: bool) -> Result<ComposedFrom, String> {
    let document = prior;
    let prior = Prior(prior);
    let same = |pointer: &str, now: &str, what: &str| {
        if prior.text(pointer) == Some(now) { Ok(()) } else { Err(format!("the prior is about another {what}")) }
    };
    same("/target/repoRemote", &request.repo_remote, "repository")?;
    same("/manifestSha", &request.manifest_sha, "REVIEW.md")?;
    same("/binding", &request.binding, "binding")?;
    if prior.text("/verdict") != Some(Verdict::Pass.as_str()) {
        return Err("the prior's verdict is not pass".to_owned());
    }
    if prior.is_dirty() {
        return Err("the prior ran in a tree with uncommitted changes".to_owned());
    }
    same("/target/baseSha", &request.base_sha, "base")?;
    lane_passed(prior, &request.check_id)?;
    rubric_is_recorded(prior, request)?;
    pack_is_recorded(prior, request)?;
    if !ancestor {
        return Err("the prior's head is not an ancestor of this head".to_owned());
    }
    let (Some(range), Some(head)) = (prior.text("/rangeSha"), prior.text("/target/headSha")) else {
        return Err("the prior does not name its range".to_owned());
    };
    if range != range_sha(&request.base_sha, head).as_str() {
        return Err("the prior's range digest is not that of its target".to_owned());
    }
    Ok(ComposedFrom {
        range_sha: range.to_owned(),
        head_sha: head.to_owned(),
        attestation_sha256: attestation_digests(document).attestation_sha256.to_string(),
    })
}

fn lane_passed(prior: Prior<'_>, check: &str) -> Result<(), String> {
    let lanes = prior.list("lanes").unwrap_or_default();
    let mut of_check =
        lanes.iter().filter_map(|lane| texts(lane, ["id", "kind", "status"])).filter(|[id, ..]| *id == check);
    let Some(first) = of_check.next() else {
        return Err(format!("the prior has no lane {check:?}"));
    };
    // A command looks at the tree and not at a range, so there is nothing of it to build on.
    if std::iter::once(first).chain(of_check).all(|lane| lane == [check, "agent", "pass"]) {
        Ok(())
    } else {
        Err(format!("the prior's lane {check:?} is no agent lane that passed"))
    }
}

fn rubric_is_recorded(prior: Prior<'_>, request: &ComposeRequest) -> Result<(), String> {
    let Some(now) = request.rubric_sha256.as_deref() else {
        return Err("the rubric cannot be read now".to_owned());
    };
    let rubrics = prior.list("rubrics").unwrap_or_default();
    let wanted = Some([request.check_id.as_str(), now]);
    if rubrics.iter().any(|rubric| texts(rubric, ["check", "sha256"]) == wanted) {
        Ok(())
    } else {
        Err("the rubric has changed since".to_owned())
    }
}

/// Any recorded pack with the same id, recipe and digest will do (rulings 21): one pack may be imported twice.
fn pack_is_recorded(prior: Prior<'_>, request: &ComposeRequest) -> Result<(), String> {
    let Some(now) = &request.pack else {
        return if request.check_id.contains('/') {
            Err("the check comes from a pack, and the pack is not resolved".to_owned())
        } else {
            Ok(())
        };
    };
    let packs = prior.list("packs").unwrap_or_default();
    let wanted = Some([now.id.as_str(), now.alg.as_str(), now.sha256.as_str()]);
    if packs.iter().any(|pack| texts(pack, ["id", "alg", "sha256"]) == wanted) {
        Ok(())
    } else {
        Err("the pack has changed since".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn request(check: &str) -> ComposeRequest {
        ComposeRequest {
            repo_remote: "host/r".to_owned(),
            manifest_sha: "m".to_owned(),
            binding: "local".to_owned(),
            check_id: check.to_owned(),
            rubric_sha256: Some("s".to_owned()),
            base_sha: "b".to_owned(),
            pack: check.contains('/').then(|| PackInUse {
                id: "p".to_owned(),
                alg: "v1".to_owned(),
                sha256: "d2".to_owned(),
            }),
        }
    }

    fn prior(check: &str) -> Value {
        json!({
            "manifestSha": "m", "binding": "local", "verdict": "pass", "rangeSha": range_sha("b", "h").as_str(),
            "target": {"repoRemote": "host/r", "baseSha": "b", "headSha": "h"},
            "lanes": [{"id": "other", "kind": "agent", "status": "fail"}, {"id": check, "kind": "agent", "status": "pass"}],
            "rubrics": [{"check": check, "path": "r.md", "sha256": "s"}],
            "packs": [
                {"ref": "./p", "id": "p", "version": "1.0.0", "alg": "v1", "sha256": "d1"},
                {"ref": "./p", "id": "p", "version": "1.0.0", "alg": "v1", "sha256": "d2"},
            ],
        })
    }

    #[test]
    fn a_prior_that_fits_is_named() {
        for check in ["c", "ns/c"] {
            let prior = prior(check);
            let composed = compose_rule(&prior, &request(check), true).unwrap();
            assert_eq!(composed.range_sha, range_sha("b", "h").as_str());
            assert_eq!(composed.head_sha, "h");
            assert_eq!(composed.attestation_sha256, attestation_digests(&prior).attestation_sha256.as_str());
            assert!(compose_rule(&prior, &request(check), false).is_err());
        }
    }

    #[test]
    fn any_difference_is_a_reason() {
        for (pointer, value) in [
            ("/target/repoRemote", json!("host/other")),
            ("/manifestSha", json!("x")),
            ("/binding", json!("ci")),
            ("/verdict", json!("block")),
            ("/verdict", json!("incomplete")),
            ("/target/baseSha", json!("x")),
            ("/target/headSha", json!("x")),
            ("/rangeSha", json!("x")),
            ("/lanes/1/status", json!("fail")),
            ("/lanes/1/status", json!("skipped")),
            ("/lanes/1/kind", json!("command")),
            ("/lanes/0/id", json!("ns/c")),
            ("/lanes", json!([])),
            ("/rubrics/0/sha256", json!("x")),
            ("/rubrics/0/check", json!("x")),
            ("/packs/1/sha256", json!("x")),
            ("/packs/1/alg", json!("v2")),
            ("/packs/1/id", json!("x")),
            ("/packs", json!(null)),
        ] {
            let mut prior = prior("ns/c");
            *prior.pointer_mut(pointer).unwrap() = value.clone();
            assert!(compose_rule(&prior, &request("ns/c"), true).is_err(), "{pointer} {value}");
        }
        let mut dirty = prior("c");
        dirty["dirty"] = json!(true);
        assert!(compose_rule(&dirty, &request("c"), true).is_err());
        let unread = ComposeRequest { rubric_sha256: None, ..request("c") };
        assert!(compose_rule(&prior("c"), &unread, true).is_err());
        let unresolved = ComposeRequest { pack: None, ..request("ns/c") };
        assert!(compose_rule(&prior("ns/c"), &unresolved, true).is_err());
    }
}
