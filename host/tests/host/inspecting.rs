//! Looking without running.

use assize_host::{CheckedDocument, GraphRequest, HostError};

use crate::support::Scene;

const PREPARED: &str = "checks:\n  - {id: fix, kind: command, effects: true, run: 'touch ran; echo {base}'}\n  \
    - {id: a, kind: command, run: 'true'}\nbindings:\n  local: {prepare: [fix], checks: [a]}\n  ci: {checks: [a]}";

#[tokio::test]
async fn a_graph_is_compiled_and_nothing_runs() {
    let scene = Scene::new("  - {id: x, kind: command, run: 'true'}");
    scene.manifest(PREPARED);
    let mut request = GraphRequest::new(scene.root());
    request.binding = Some("local".to_owned());
    let document = scene.host().graph(&request).await.unwrap().to_json();
    assert_eq!(document["id"], "review-demo-local");
    let base = scene.git(&["rev-parse", "origin/main"]);
    assert!(document["steps"][0]["config"]["argv"].to_string().contains(&base), "{document:#}");
    assert!(!scene.root().join("ran").exists());
    // Where the range cannot be resolved the name of the base stands in.
    request.base = Some("gone".to_owned());
    let document = scene.host().graph(&request).await.unwrap().to_json();
    assert!(document["steps"][0]["config"]["argv"].to_string().contains("echo gone"), "{document:#}");
    // Several bindings, and none of them named.
    request.binding = None;
    assert!(matches!(scene.host().graph(&request).await, Err(HostError::Binding(_))));
}

#[tokio::test]
async fn a_graph_needs_no_repository_when_its_manifest_is_named() {
    let scene = Scene::new("  - {id: x, kind: command, run: 'true'}");
    let mut request = GraphRequest::new(scene.beside("tmp"));
    assert!(scene.host().graph(&request).await.is_err());
    request.manifest = Some(scene.root().join("REVIEW.md"));
    assert_eq!(scene.host().graph(&request).await.unwrap().id(), "review-demo-default");
}

#[tokio::test]
async fn texts_are_judged_as_what_they_say_they_are() {
    let scene = Scene::bare_of_commits("repo", "sha1");
    let host = scene.host();
    let review = "---\nkind: review\nid: demo\ntarget: git-range\nchecks:\n  - {id: a, kind: command, run: x}\n---\n";
    let pack = "---\nkind: review-pack\nid: demo\nversion: 1.0.0\nchecks:\n  - {id: a, kind: command, run: x}\n---\n";
    scene.write("REVIEW.md", review);
    scene.write("pack/REVIEW.md", pack);
    scene.write("bad/REVIEW.md", pack.replace("version", "verzion"));
    // By default the one at the root, from anywhere inside, also before the first commit.
    let checked = host.check(&scene.root().join("pack"), None).await.unwrap();
    assert_eq!(checked.path, scene.root().join("REVIEW.md"));
    assert!(matches!(checked.document, Ok(CheckedDocument::Review(_))));
    let checked = host.check(scene.root(), Some("pack".as_ref())).await.unwrap();
    assert!(matches!(checked.document, Ok(CheckedDocument::Pack(_))), "{:?}", checked.document);
    let checked = host.check(scene.root(), Some("bad/REVIEW.md".as_ref())).await.unwrap();
    let problems = checked.document.unwrap_err();
    assert!(problems.iter().any(|problem| problem.message.contains("version")), "{problems:?}");
    assert!(matches!(host.check(scene.root(), Some("none".as_ref())).await, Err(HostError::NoManifest { .. })));
}
