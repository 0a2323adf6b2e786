//! The attestation that is changed, and how it is judged.

use std::path::PathBuf;

use assize_compiler::parse_manifest;
use assize_schemas::{Expectation, PACK_DIGEST_ALG, PackDigest, PackUse, Sha256Hex, attestation_digests, range_sha};
use base64::Engine as _;
use ed25519_dalek::{Signature, Signer as _, SigningKey, Verifier as _};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha512};

use crate::signing::{ED25519, NAMESPACE, PublicKey, SshKeygen, armour};
use crate::verify::SignatureStatus;
use crate::verify::composed::judge_composed;
use crate::verify::content::judge_content;
use crate::verify::folder::Candidate;
use crate::verify::packs::judge_packs;
use crate::verify::signature::{SignatureFindings, SignatureJudge};
use crate::verify::trust::Trust;

const MANIFEST: &str = "---
kind: review
id: demo
target: git-range
checks:
  - {id: tests, kind: command, run: 'true'}
bindings:
  ci: {checks: [tests, p/eyes]}
uses:
  - {pack: ./packs/p, as: p}
---
";
const PRINCIPAL: &str = "ci@example.com";

/// A signed attestation that builds on another and records a pack, with everything it is judged by.
pub(super) struct World {
    pub(super) original: Value,
    pub(super) prior: Value,
    /// The prior as it was when it was found to hold.
    untouched: Value,
    expectation: Expectation,
    uses: Vec<PackUse>,
    packs: Vec<PackDigest>,
    key: SigningKey,
}

impl World {
    pub(super) fn new() -> Self {
        let key = SigningKey::from_bytes(&[7; 32]);
        let uses = parse_manifest(MANIFEST.as_bytes()).unwrap().manifest().uses.clone();
        let packs = vec![PackDigest {
            reference: "./packs/p".to_owned(),
            id: "p".to_owned(),
            version: "1.2.3".to_owned(),
            alg: PACK_DIGEST_ALG.to_owned(),
            sha256: "5".repeat(64),
        }];
        let (base, middle, head) = ("1".repeat(40), "2".repeat(40), "3".repeat(40));
        let mut prior = attestation(&base, &middle, &packs);
        sign(&mut prior, &key);
        let mut original = attestation(&base, &head, &packs);
        original["runId"] = json!("review-0d9c7a5e-0000-4000-8000-000000000002");
        original["lanes"][1]["composedFrom"] = json!({
            "rangeSha": prior["rangeSha"], "headSha": middle,
            "attestationSha256": attestation_digests(&prior).attestation_sha256,
        });
        sign(&mut original, &key);
        let expectation = Expectation {
            manifest_sha: Sha256Hex::of(MANIFEST),
            base_sha: base,
            head_sha: head,
            repo_remote: "github.com/example/demo".to_owned(),
            binding: None,
            verdict: Some("pass".to_owned()),
        };
        let mut world = Self { original, prior, untouched: Value::Null, expectation, uses, packs, key };
        assert_eq!(world.judge(&world.original), [] as [String; 0], "what is changed holds before it is changed");
        world.untouched = world.prior.clone();
        world
    }

    /// The codes of everything that does not hold of a document, as `verify --require-signed --deep` finds it.
    pub(super) fn judge(&self, document: &Value) -> Vec<String> {
        let candidates: Vec<_> = [document, &self.prior]
            .into_iter()
            .map(|document| Candidate { path: PathBuf::from("x.json"), document: document.clone() })
            .collect();
        let mut problems = judge_content(document, &self.expectation);
        let composition = judge_composed(document, &candidates, true, &|_| "x.json".to_owned());
        problems.extend(composition.problems);
        let documents = std::iter::once(document).chain(composition.priors.iter().map(|prior| &prior.document));
        let mut codes = Vec::new();
        let resolved = Ok(self.packs.clone());
        for document in documents {
            // What is refused already costs no more, and what nobody touched was looked at once.
            if !problems.is_empty() || *document == self.untouched {
                continue;
            }
            problems.extend(judge_packs(document.get("packs"), &self.uses, Some(&resolved), "").problems);
            let form = self.form_problems(document);
            if form.is_empty() && !self.signature_holds(document) {
                codes.push("signature".to_owned());
            }
            codes.extend(form);
        }
        codes.extend(problems.into_iter().map(|problem| problem.code.into_owned()));
        codes
    }

    /// What is wrong with the signature before anybody verifies it.
    pub(super) fn form_problems(&self, document: &Value) -> Vec<String> {
        let Some(signature) = document.pointer("/attestor/signature") else { return vec!["unsigned".to_owned()] };
        let mut findings = SignatureFindings::default();
        let text = |name| signature.get(name).and_then(Value::as_str).map(str::to_owned);
        findings.view.principal = text("principal");
        findings.view.key_fingerprint = text("keyFingerprint");
        findings.hold_form(document, "");
        findings.problems.into_iter().map(|problem| problem.code.into_owned()).collect()
    }

    /// Whether the one trusted key made the signature, and may speak for the principal.
    pub(super) fn signature_holds(&self, document: &Value) -> bool {
        let text = |name: &str| document["attestor"]["signature"][name].as_str().unwrap();
        let body: String = text("sig").lines().filter(|line| !line.starts_with('-')).collect();
        let blob = base64::engine::general_purpose::STANDARD.decode(body).unwrap();
        let hash = if blob.windows(6).any(|part| part == b"sha256") { "sha256" } else { "sha512" };
        let signature = Signature::from_slice(&blob[blob.len() - 64..]).unwrap();
        let message = message(attestation_digests(document).signed_bytes.as_bytes());
        hash == "sha512"
            && text("principal") == PRINCIPAL
            && text("keyFingerprint") == public(&self.key).fingerprint()
            && self.key.verifying_key().verify(&message, &signature).is_ok()
    }

    /// Whether `ssh-keygen` says so too.
    pub(super) async fn ssh_keygen_accepts(&self, document: &Value) -> bool {
        let environment = [("PATH".into(), std::env::var_os("PATH").unwrap())];
        let line = format!("{PRINCIPAL} namespaces=\"{NAMESPACE}\" {}\n", public(&self.key).text());
        let trust = Trust { signers: Some(line.into_bytes()), ..Trust::default() };
        let judge = SignatureJudge {
            program: SshKeygen::find(&environment),
            trust: &trust,
            temporary: std::env::temp_dir(),
            required: true,
        };
        let findings = judge.judge(document, "").await.unwrap();
        assert_eq!(findings.problems.is_empty(), findings.view.status == SignatureStatus::Verified);
        findings.problems.is_empty()
    }
}

fn attestation(base: &str, head: &str, packs: &[PackDigest]) -> Value {
    json!({
        "schema": "agentproto.review.attestation/v1",
        "runId": "review-0d9c7a5e-0000-4000-8000-000000000001",
        "reviewId": "demo",
        "manifestSha": Sha256Hex::of(MANIFEST),
        "binding": "ci",
        "target": {"repoRemote": "github.com/example/demo", "baseSha": base, "headSha": head},
        "rangeSha": range_sha(base, head),
        "lanes": [
            {"id": "tests", "kind": "command", "status": "pass", "blocking": true, "findings": [], "durationMs": 12, "exitCode": 0},
            {
                "id": "p/eyes", "kind": "agent", "status": "pass", "blocking": true, "durationMs": 90_000.5,
                "findings": [{"severity": "low", "title": "größe", "detail": "", "file": "a b", "line": 3}],
                "sessionId": "s-1", "preset": "kimi", "model": "m", "summary": "fine \u{1f600}",
                "fallbacks": [{"preset": "other", "error": "away"}]
            }
        ],
        "verdict": "pass",
        "attestor": {"daemon": "assize@box", "presets": ["kimi"]},
        "rubrics": [{"check": "p/eyes", "path": "./rubric.md", "sha256": "4".repeat(64)}],
        "packs": packs,
        "requester": {"sessionId": "s-0", "gitAuthor": {"name": "Ann", "email": "ann@example.com"}},
        "pr": {"provider": "github", "repo": "example/demo", "number": 7, "url": "https://github.com/example/demo/pull/7"},
        "later": {"unknown": [1, null, {"to": "this version"}]},
        "createdAt": "2026-01-02T03:04:05.678Z"
    })
}

fn strings<'s>(parts: impl IntoIterator<Item = &'s [u8]>) -> Vec<u8> {
    let mut encoded = Vec::new();
    for part in parts {
        encoded.extend(u32::try_from(part.len()).unwrap().to_be_bytes());
        encoded.extend(part);
    }
    encoded
}

fn public(key: &SigningKey) -> PublicKey {
    PublicKey::from_blob(&strings([ED25519.as_bytes(), key.verifying_key().as_bytes()])).unwrap()
}

/// What an SSH signature over `bytes` is made over.
fn message(bytes: &[u8]) -> Vec<u8> {
    let digest = Sha512::digest(bytes);
    let mut message = b"SSHSIG".to_vec();
    message.extend(strings([NAMESPACE.as_bytes(), b"", b"sha512", digest.as_slice()]));
    message
}

fn sign(document: &mut Value, key: &SigningKey) {
    let signature = key.sign(&message(attestation_digests(document).signed_bytes.as_bytes())).to_bytes();
    let key_blob = strings([ED25519.as_bytes(), key.verifying_key().as_bytes()]);
    let inner = strings([ED25519.as_bytes(), &signature]);
    let mut blob = b"SSHSIG\0\0\0\x01".to_vec();
    blob.extend(strings([&key_blob, NAMESPACE.as_bytes(), b"", b"sha512", &inner]));
    document["attestor"]["signature"] = json!({
        "alg": ED25519, "keyFingerprint": public(key).fingerprint(), "principal": PRINCIPAL,
        "signedAt": "2026-01-02T03:04:05.678Z", "sig": armour(&blob),
    });
}
