//! Packs in runs and graphs.

use assize_host::{CheckedDocument, GraphRequest, HostError, RunView};
use assize_schemas::{LaneStatus, Verdict, pack_digest};
use serde_json::json;

use crate::support::{Scene, document, statuses, why};

const PACK: &str = "---\nkind: review-pack\nid: base\nversion: 1.2.0\nchecks:\n  \
    - {id: lint, kind: command, run: 'test -f file && test -n {head}'}\n  \
    - {id: read, kind: agent, preset: p, rubric: ./r.md}\n---\n";

const USES: &str = "checks:\n  - {id: own, kind: command, run: 'true'}\n\
    uses:\n  - {pack: ./packs/base, as: org}\nbindings:\n  local: {checks: [org/read, own, org/lint]}";

/// A repository with a tracked pack of a command and an agent check.
fn with_pack() -> Scene {
    let scene = Scene::new("  - {id: x, kind: command, run: 'true'}");
    scene.commit("packs/base/r.md", "be kind\n");
    scene.commit("packs/base/REVIEW.md", PACK);
    scene.manifest(USES);
    scene
}

#[tokio::test]
async fn checks_of_packs_run_and_packs_are_recorded() {
    let scene = with_pack();
    let view = scene.run_default().await;
    assert_eq!(
        statuses(&view),
        [("org/read", LaneStatus::Skipped), ("own", LaneStatus::Pass), ("org/lint", LaneStatus::Pass)],
        "{:#}",
        document(&view)
    );
    assert_eq!(view.verdict, Some(Verdict::Incomplete));
    let attestation = view.attestation.as_ref().unwrap().value();
    let digest = pack_digest(PACK.as_bytes(), [("./r.md", "be kind\n".as_bytes())]);
    let recorded = json!([{
        "ref": "./packs/base", "id": "base", "version": "1.2.0", "alg": "agentproto-pack-digest/v1", "sha256": digest,
    }]);
    assert_eq!(attestation["packs"], recorded);
    assert_eq!(attestation["rubrics"].as_array().unwrap().len(), 1);
    assert_eq!(attestation["rubrics"][0]["check"], "org/read");
    assert_eq!(attestation["rubrics"][0]["path"], "./r.md");
    // The base that a caller names does not get lost when packs are merged in.
    let mut request = scene.request();
    request.base = Some("HEAD~1".to_owned());
    let (view, _) = scene.run(request).await;
    assert_eq!(view.attestation.unwrap().typed().target.base_sha, scene.git(&["rev-parse", "HEAD~1"]));
}

fn check(view: &RunView, place: &str, says: &str) {
    assert!(matches!(view.error, Some(HostError::Manifest(_))), "{view:?}");
    assert_eq!(view.exit_code, 3);
    let why = why(view);
    assert!(why.contains(place) && why.contains(says), "{why}");
}

#[tokio::test]
async fn what_is_wrong_with_packs_is_told_with_its_place() {
    let scene = with_pack();
    for (from, to, place, says) in [
        ("org/lint]", "org/lnt]", "REVIEW.md:10:", "lnt"),
        ("./packs/base", "./packs/none", "REVIEW.md:8:", "packs/none"),
        ("own, kind: command, run: 'true'", "own, kind: command, run: 'echo {nope}'", "REVIEW.md:6:", "nope"),
        ("as: org}", "as: org, checks: [lint, other]}", "REVIEW.md:8:", "other"),
    ] {
        scene.manifest(&USES.replace(from, to));
        check(&scene.run_default().await, place, says);
        let checked = scene.host().check(scene.root(), None).await.unwrap();
        let Err(HostError::Manifest(found)) = scene.host().resolve(&checked).await else { panic!("{to}") };
        assert!(found.problems.iter().all(|problem| problem.place.is_some()), "{found:?}");
    }
    // A pack that git does not track brings no commands unless it is allowed to.
    scene.write("packs/new/REVIEW.md", PACK.replace("./r.md", "../base/r.md"));
    scene.manifest(&USES.replace("./packs/base, as: org}", "./packs/new, as: org, checks: [lint]}"));
    check(&scene.run_default().await, "REVIEW.md:8:", "allowCommands");
    assert_eq!(scene.recorded(), 0);
}

#[tokio::test]
async fn packs_are_there_without_a_run() {
    let scene = with_pack();
    let graph = scene.host().graph(&GraphRequest::new(scene.root())).await.unwrap();
    assert!(graph.to_text().contains("lane-org/lint"), "{}", graph.to_text());
    let checked = scene.host().check(scene.root(), None).await.unwrap();
    assert!(matches!(checked.document, Ok(CheckedDocument::Review(_))));
    let resolved = scene.host().resolve(&checked).await.unwrap().unwrap();
    let ids: Vec<_> = resolved.manifest.checks.iter().map(|check| check.id().as_str()).collect();
    assert_eq!(ids, ["own", "org/lint", "org/read"]);
    // A pack is no manifest that could be resolved.
    let checked = scene.host().check(scene.root(), Some("packs/base".as_ref())).await.unwrap();
    assert!(scene.host().resolve(&checked).await.unwrap().is_none());
}
