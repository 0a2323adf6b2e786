//! Attestations that build on others.

use assize_host::{SignatureStatus, VerifyRequest};
use assize_schemas::attestation_digests;
use serde_json::{Value, json};

use crate::support::{Scene, notes};

/// `base..one..two..three` with an attestation of each range; each later one builds on the one before.
struct Chain {
    scene: Scene,
    attestations: Vec<Value>,
}

fn compose(attestation: &mut Value, prior: &Value) {
    attestation["lanes"][1]["composedFrom"] = json!({
        "rangeSha": prior["rangeSha"], "headSha": prior["target"]["headSha"],
        "attestationSha256": attestation_digests(prior).attestation_sha256,
    });
}

impl Chain {
    async fn new() -> Self {
        let scene = Scene::new();
        for n in ["2", "3"] {
            scene.write("change", n);
            scene.commit_all(n);
        }
        let mut chain = Self { scene, attestations: Vec::new() };
        chain.build(|_, _| ()).await;
        chain
    }

    /// Builds and exports all attestations; `change` may alter each before it is signed and built on.
    async fn build(&mut self, change: impl Fn(usize, &mut Value)) {
        self.attestations.clear();
        for (n, head) in ["HEAD~2", "HEAD~1", "HEAD"].into_iter().enumerate() {
            let mut attestation = self.scene.attestation("origin/main", head);
            if let Some(prior) = self.attestations.last() {
                compose(&mut attestation, prior);
            }
            change(n, &mut attestation);
            self.scene.signer().await.sign_attestation(&mut attestation).await.unwrap();
            self.attestations.push(attestation);
        }
        self.export();
    }

    fn export(&self) {
        for (n, attestation) in self.attestations.iter().enumerate() {
            self.scene.export(&format!("{n}.json"), attestation);
        }
    }

    fn request(&self, deep: bool) -> VerifyRequest {
        let mut request = self.scene.request();
        request.deep = deep;
        request
    }

    async fn codes(&self, deep: bool) -> Vec<String> {
        let (exit_code, codes) = self.scene.outcome(&self.request(deep)).await;
        assert!(codes.is_empty() || exit_code == 1 || exit_code == 6, "{exit_code} {codes:?}");
        codes
    }
}

#[tokio::test]
async fn a_chain_that_holds() {
    let chain = Chain::new().await;
    assert!(chain.codes(false).await.is_empty());
    assert!(chain.codes(true).await.is_empty());
    let mut request = chain.request(true);
    request.require_signed = true;
    let line = chain.scene.signer().await.allowed_signers_line();
    std::fs::write(chain.scene.beside("signers"), line).unwrap();
    request.allowed_signers = Some(chain.scene.beside("signers"));
    let view = chain.scene.verify(&request).await;
    assert!(view.ok && view.signature.status == SignatureStatus::Verified, "{view:?}");
    // The directory of a file that is named is searched too.
    request.attestation = Some(".reviews/2.json".into());
    assert!(chain.scene.verify(&request).await.ok);
}

#[tokio::test]
async fn priors_that_do_not_fit() {
    type Change = fn(&mut Value);
    let cases: &[(Change, &[&str])] = &[
        (|a| a["lanes"][0]["status"] = json!("fail"), &["prior-invalid"]),
        (
            |a| {
                a["lanes"][0]["status"] = json!("fail");
                a["verdict"] = json!("block");
            },
            &["prior-verdict"],
        ),
        (|a| a["dirty"] = json!(true), &["prior-invalid"]),
        (|a| a["target"]["repoRemote"] = json!("github.com/other/demo"), &["prior-repo"]),
        (|a| a["manifestSha"] = json!("2".repeat(64)), &["prior-manifest"]),
        (|a| a["schema"] = json!("other"), &["prior-invalid"]),
        (|a| a["binding"] = json!("other"), &["prior-missing"]),
        (|a| a["rangeSha"] = json!("2".repeat(64)), &["prior-invalid"]),
        (|a| a["later"] = json!(1), &[]),
    ];
    let mut chain = Chain::new().await;
    for (change, expect) in cases {
        chain
            .build(|n, attestation| {
                if n == 1 {
                    change(attestation);
                }
            })
            .await;
        assert_eq!(chain.codes(false).await, *expect, "{}", chain.attestations[1]);
    }
}

#[tokio::test]
async fn references_that_do_not_fit() {
    let mut chain = Chain::new().await;
    let cases = [
        ("headSha", json!("2".repeat(40)), "prior-head"),
        ("rangeSha", json!("2".repeat(64)), "prior-missing"),
        ("attestationSha256", json!("2".repeat(64)), "prior-digest"),
        ("attestationSha256", json!(null), "shape"),
    ];
    for (member, value, expect) in cases {
        chain
            .build(|n, attestation| {
                if n == 2 {
                    attestation["lanes"][1]["composedFrom"][member] = value.clone();
                }
            })
            .await;
        assert_eq!(chain.codes(false).await, [expect], "{member} {value}");
    }
}

#[tokio::test]
async fn a_prior_that_is_missing_or_was_swapped() {
    let mut chain = Chain::new().await;
    std::fs::remove_file(chain.scene.root().join(".reviews/1.json")).unwrap();
    assert_eq!(chain.codes(false).await, ["prior-missing"]);
    chain.attestations[1]["runId"] = json!("review-other");
    chain.export();
    assert_eq!(chain.codes(false).await, ["prior-digest"]);
}

#[tokio::test]
async fn another_export_of_the_range_does_not_mask_the_right_one() {
    let chain = Chain::new().await;
    let mut other = chain.attestations[1].clone();
    other["runId"] = json!("review-other");
    chain.scene.export("0-before.json", &other);
    chain.scene.export("9-after.json", &other);
    assert!(chain.codes(false).await.is_empty());
}

#[tokio::test]
async fn one_step_or_to_the_end() {
    let mut chain = Chain::new().await;
    // The first link is broken.
    std::fs::remove_file(chain.scene.root().join(".reviews/0.json")).unwrap();
    assert!(chain.codes(false).await.is_empty());
    assert_eq!(chain.codes(true).await, ["prior-missing"]);

    // The first attestation is not signed.
    chain.build(|_, _| ()).await;
    let mut unsigned = chain.scene.attestation("origin/main", "HEAD~2");
    unsigned["runId"] = json!("review-unsigned");
    chain.attestations[0] = unsigned;
    for n in [1, 2] {
        let prior = chain.attestations[n - 1].clone();
        compose(&mut chain.attestations[n], &prior);
        chain.scene.signer().await.sign_attestation(&mut chain.attestations[n]).await.unwrap();
    }
    chain.export();
    let mut request = chain.request(true);
    let view = chain.scene.verify(&request).await;
    assert!(view.ok && notes(&view).contains(&"unsigned"), "{view:?}");
    request.require_signed = true;
    std::fs::write(chain.scene.beside("signers"), chain.scene.signer().await.allowed_signers_line()).unwrap();
    request.allowed_signers = Some(chain.scene.beside("signers"));
    let (exit_code, codes) = chain.scene.outcome(&request).await;
    assert_eq!((exit_code, codes), (6, vec!["unsigned".to_owned()]));
    request.deep = false;
    assert!(chain.scene.verify(&request).await.ok);
}

#[tokio::test]
async fn a_prior_that_points_at_others_by_the_thousand_ends() {
    let mut chain = Chain::new().await;
    // Every lane of every attestation builds on the same one.
    chain
        .build(|n, attestation| {
            let lane = attestation["lanes"][1].clone();
            let many: Vec<_> = (0..if n == 0 { 1 } else { 500 })
                .map(|k| {
                    let mut lane = lane.clone();
                    lane["id"] = json!(format!("eyes{k}"));
                    lane
                })
                .collect();
            attestation["lanes"] = json!(many);
        })
        .await;
    assert!(chain.codes(true).await.is_empty());
}
