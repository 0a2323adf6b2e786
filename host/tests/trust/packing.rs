//! Packs that were recorded, and what they are now.

use assize_schemas::{PACK_DIGEST_ALG, pack_digest};
use serde_json::json;

use crate::support::{Scene, notes};

const MANIFEST: &str = "---
kind: review
id: demo
target: git-range
checks:
  - {id: tests, kind: command, run: 'true'}
bindings:
  default: {checks: [tests, p/eyes]}
uses:
  - {pack: 'PACK', as: p, preset: kimi}
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

/// A scene with an attestation that records the pack `reference` as it is in `packs/p`.
fn scene(reference: &str) -> Scene {
    let manifest = MANIFEST.replace("PACK", reference);
    let scene = Scene::with(&manifest, &[("packs/p/REVIEW.md", PACK), ("packs/p/rubric.md", "look closely\n")]);
    let mut attestation = scene.attestation("origin/main", "HEAD");
    let digest = pack_digest(PACK.as_bytes(), [("./rubric.md", &b"look closely\n"[..])]);
    attestation["packs"] = json!([
        {"ref": reference, "id": "pack", "version": "1.0.0", "alg": PACK_DIGEST_ALG, "sha256": digest}
    ]);
    scene.export("a.json", &attestation);
    scene
}

async fn codes(scene: &Scene) -> Vec<String> {
    scene.outcome(&scene.request()).await.1
}

#[tokio::test]
async fn a_pack_that_is_what_it_was() {
    let scene = scene("./packs/p");
    assert!(codes(&scene).await.is_empty());
    scene.write("packs/p/other.md", "not part of it");
    assert!(codes(&scene).await.is_empty());
}

#[tokio::test]
async fn a_pack_that_changed() {
    for (path, text) in [("packs/p/rubric.md", "look away\n"), ("packs/p/REVIEW.md", &*format!("{PACK}\n"))] {
        let scene = scene("./packs/p");
        scene.write(path, text);
        assert_eq!(scene.outcome(&scene.request()).await, (1, vec!["pack-sha256".to_owned()]), "{path}");
    }
}

#[tokio::test]
async fn a_pack_that_cannot_be_resolved() {
    let changes: [&dyn Fn(&Scene); 4] = [
        &|scene| std::fs::remove_dir_all(scene.root().join("packs")).unwrap(),
        &|scene| scene.write("packs/p/REVIEW.md", "no pack"),
        &|scene| scene.write("packs/p/REVIEW.md", PACK.replace("./rubric.md", "../../REVIEW.md")),
        &|scene| std::fs::remove_file(scene.root().join("packs/p/rubric.md")).unwrap(),
    ];
    for (n, change) in changes.into_iter().enumerate() {
        let scene = scene("./packs/p");
        change(&scene);
        let view = scene.verify(&scene.request()).await;
        assert_eq!((view.exit_code, view.problems.len()), (1, 1), "{n}: {view:?}");
        assert!(view.problems[0].code.starts_with("pack-"), "{n}: {view:?}");
    }
}

#[tokio::test]
async fn a_package_that_is_not_installed_is_a_note() {
    let scene = scene("@example/review-pack");
    let view = scene.verify(&scene.request()).await;
    assert!(view.ok, "{view:?}");
    assert_eq!(notes(&view), ["packs-not-here", "unsigned"]);
}

#[tokio::test]
async fn packs_that_were_not_recorded() {
    let scene = scene("./packs/p");
    scene.export("a.json", &scene.attestation("origin/main", "HEAD"));
    let (exit_code, codes) = scene.outcome(&scene.request()).await;
    assert_eq!((exit_code, &*codes[0]), (1, "packs-missing"));
}
