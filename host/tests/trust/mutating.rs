//! No edit survives, from end to end: every value of a signed attestation that builds on another and records a pack,
//! changed one at a time. (Tens of thousands of smaller changes are tried beside the stages themselves.)

use assize_schemas::{PACK_DIGEST_ALG, attestation_digests, pack_digest};
use serde_json::{Value, json};

use crate::support::Scene;

const MANIFEST: &str = "---
kind: review
id: demo
target: git-range
checks:
  - {id: tests, kind: command, run: 'true'}
bindings:
  default: {checks: [tests, p/eyes]}
uses:
  - {pack: ./packs/p, as: p, preset: kimi}
verdict: {exportDir: .reviews}
---
";
const PACK: &str = "---
kind: review-pack
id: pack
version: 1.0.0
checks:
  - {id: eyes, kind: agent, rubric: ./rubric.md}
---
";

/// The places of all values in a document, as JSON pointers, containers included.
fn places(value: &Value, place: &str, into: &mut Vec<String>) {
    match value {
        Value::Object(members) => {
            members.iter().for_each(|(name, inside)| places(inside, &format!("{place}/{name}"), into));
        }
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(index, inside)| places(inside, &format!("{place}/{index}"), into));
        }
        _ => {}
    }
    into.push(place.to_owned());
}

/// Another value of the same type.
fn other(value: &Value) -> Value {
    match value {
        Value::Null => json!(0),
        Value::Bool(truth) => json!(!truth),
        Value::Number(number) => json!(number.as_u64().unwrap() + 1),
        Value::String(text) => json!(format!("{text}0")),
        Value::Array(items) if items.is_empty() => json!(["x"]),
        Value::Array(items) => json!(items[1..]),
        Value::Object(members) => {
            let mut members = members.clone();
            members.insert("more".to_owned(), json!(1));
            Value::Object(members)
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_value() {
    let scene = Scene::with(MANIFEST, &[("packs/p/REVIEW.md", PACK), ("packs/p/rubric.md", "look closely\n")]);
    scene.write("change", "2\n");
    scene.commit_all("more");
    let digest = pack_digest(PACK.as_bytes(), [("./rubric.md", &b"look closely\n"[..])]);
    let signer = scene.signer().await;
    let mut prior = scene.attestation("origin/main", "HEAD~1");
    let mut document = scene.attestation("origin/main", "HEAD");
    for attestation in [&mut prior, &mut document] {
        attestation["packs"] = json!([
            {"ref": "./packs/p", "id": "pack", "version": "1.0.0", "alg": PACK_DIGEST_ALG, "sha256": digest}
        ]);
        attestation["lanes"][1]["id"] = json!("p/eyes");
    }
    signer.sign_attestation(&mut prior).await.unwrap();
    document["lanes"][1]["composedFrom"] = json!({
        "rangeSha": prior["rangeSha"], "headSha": prior["target"]["headSha"],
        "attestationSha256": attestation_digests(&prior).attestation_sha256,
    });
    signer.sign_attestation(&mut document).await.unwrap();
    scene.export("prior.json", &prior);
    scene.export("a.json", &document);
    std::fs::write(scene.beside("signers"), signer.allowed_signers_line()).unwrap();
    let mut request = scene.request();
    request.allowed_signers = Some(scene.beside("signers"));
    request.require_signed = true;
    request.deep = true;
    let view = scene.verify(&request).await;
    assert!(view.ok && view.notes.is_empty(), "{view:?}");
    request.attestation = Some(".reviews/a.json".into());

    let mut all = Vec::new();
    places(&document, "", &mut all);
    for place in &all {
        let mut changed = document.clone();
        let value = changed.pointer_mut(place).unwrap();
        *value = other(value);
        scene.export("a.json", &changed);
        let view = scene.verify(&request).await;
        // A member more beside the signature is not signed, and means nothing.
        let ignored = place == "/attestor/signature";
        assert_eq!(view.ok, ignored, "{place}: {view:?}");
        assert!(ignored || matches!(view.exit_code, 1 | 6), "{place}: {view:?}");
    }
    assert!(all.len() > 50, "{all:?}");
}
