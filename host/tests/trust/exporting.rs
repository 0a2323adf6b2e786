//! Exports.

use std::fs;

use assize_host::{ExportError, ExportRequest, ExportSelection};
use assize_schemas::repo_slug;
use serde_json::{Value, json};

use crate::support::{MANIFEST, REMOTE, Scene};

/// Puts an attestation into the ledger as a run would.
fn record(scene: &Scene, attestation: &Value) {
    let text = |name: &str| attestation[name].as_str().unwrap().to_owned();
    let slug = repo_slug(attestation["target"]["repoRemote"].as_str().unwrap());
    let path = format!("reviews/{slug}/{}/{}/{}.json", text("manifestSha"), text("binding"), text("rangeSha"));
    let entry = json!({"attestation": attestation, "host": {"repoRoot": scene.root(), "manifestPath": "REVIEW.md"}});
    scene.state().write(path, entry.to_string().as_bytes()).unwrap();
}

fn request(scene: &Scene, selection: ExportSelection) -> ExportRequest {
    let mut request = ExportRequest::new(scene.root());
    request.selection = selection;
    request
}

#[tokio::test]
async fn the_newest_of_head_goes_where_the_manifest_says_and_verifies() {
    let scene = Scene::new();
    let mut attestation = scene.signed().await;
    attestation["attestor"]["later"] = json!([1.0, {"größe": null}]);
    scene.signer().await.sign_attestation(&mut attestation).await.unwrap();
    record(&scene, &attestation);
    let mut older = scene.attestation("origin/main", "HEAD");
    older["binding"] = json!("old");
    older["runId"] = json!("review-older");
    older["createdAt"] = json!("2025-01-01T00:00:00.000Z");
    record(&scene, &older);
    let mut elsewhere = scene.attestation("origin/main", "origin/main");
    elsewhere["runId"] = json!("review-elsewhere");
    record(&scene, &elsewhere);

    let exported = scene.host().export(&request(&scene, ExportSelection::Head)).await.unwrap();
    let head = scene.sha("HEAD");
    assert_eq!(exported.path, scene.root().join(format!(".reviews/demo-default-{}.json", &head[..12])));
    assert_eq!(exported.verdict, "pass");
    let text = fs::read_to_string(&exported.path).unwrap();
    assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), attestation);
    assert!(text.starts_with("{\n  \"schema\"") && text.ends_with("\n}\n"));
    assert!(!text.contains("repoRoot"));
    let document = serde_json::to_value(&exported).unwrap();
    assert_eq!(document, json!({"path": exported.path, "runId": exported.run_id, "verdict": "pass"}));
    let view = scene.verify(&scene.request()).await;
    assert!(view.ok, "{view:?}");
}

#[tokio::test]
async fn by_run_and_by_range() {
    let scene = Scene::new();
    let attestation = scene.attestation("origin/main", "HEAD");
    record(&scene, &attestation);
    let (base, head) = (scene.sha("origin/main"), scene.sha("HEAD"));
    for selection in [
        ExportSelection::Run(attestation["runId"].as_str().unwrap().to_owned()),
        ExportSelection::Range(format!("{base}..{head}")),
        ExportSelection::Range(format!("{}..{}", &base[..8], &head[..8])),
        ExportSelection::Range(attestation["rangeSha"].as_str().unwrap().to_owned()),
        ExportSelection::Range("origin/main..main".to_owned()),
        ExportSelection::Range("origin/main..".to_owned()),
    ] {
        let exported = scene.host().export(&request(&scene, selection.clone())).await;
        assert_eq!(exported.unwrap().run_id, attestation["runId"], "{selection:?}");
    }
    for (selection, exit_code) in [
        (ExportSelection::Run("review-no".to_owned()), 4),
        (ExportSelection::Range("0".repeat(64)), 4),
        (ExportSelection::Range("main..main".to_owned()), 4),
        (ExportSelection::Range("nonsense".to_owned()), 64),
        (ExportSelection::Range("no-such..main".to_owned()), 3),
    ] {
        let refused = scene.host().export(&request(&scene, selection.clone())).await;
        assert_eq!(refused.map_err(|error| error.exit_code()), Err(exit_code), "{selection:?}");
    }
}

#[tokio::test]
async fn to_a_path() {
    let scene = Scene::with(&MANIFEST.replace("verdict: {exportDir: .reviews}\n", ""), &[]);
    let attestation = scene.attestation("origin/main", "HEAD");
    record(&scene, &attestation);
    let mut request = request(&scene, ExportSelection::Head);
    let refused = scene.host().export(&request).await;
    assert!(matches!(refused, Err(ExportError::Nowhere)));
    request.output = Some("out/put.json".into());
    let exported = scene.host().export(&request).await.unwrap();
    assert_eq!(exported.path, scene.root().join("out/put.json"));
    request.output = Some("out".into());
    assert_eq!(scene.host().export(&request).await.unwrap().path.parent(), Some(&*scene.root().join("out")));
    // A run that is named can be exported from anywhere.
    request.cwd = scene.outside().to_owned();
    request.selection = ExportSelection::Run(attestation["runId"].as_str().unwrap().to_owned());
    assert!(scene.host().export(&request).await.is_ok());
}

#[tokio::test]
async fn another_repositorys_run_needs_a_path() {
    let scene = Scene::new();
    let mut attestation = scene.attestation("origin/main", "HEAD");
    attestation["target"]["repoRemote"] = json!("github.com/other/demo");
    record(&scene, &attestation);
    let refused = scene.host().export(&request(&scene, ExportSelection::Head)).await;
    assert!(matches!(refused, Err(ExportError::Nothing(_))), "{REMOTE}");
    let run = ExportSelection::Run(attestation["runId"].as_str().unwrap().to_owned());
    let refused = scene.host().export(&request(&scene, run)).await;
    assert!(matches!(refused, Err(ExportError::Elsewhere { .. })));
}
