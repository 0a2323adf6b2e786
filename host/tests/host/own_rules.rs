//! A commit that is named is reviewed by its own rules, and without what is in the checkout besides.

use assize_host::{HostError, Notice, NoticeCode, RunEvent, RunRequest, RunView};
use assize_schemas::{Sha256Hex, Verdict};

use crate::support::{Scene, statuses, why};

const PASSES: &str = "  - {id: a, kind: command, run: 'true'}";
const BLOCKS: &str = "  - {id: a, kind: command, run: 'false'}";

fn of(scene: &Scene, head: &str) -> RunRequest {
    let mut request = scene.request();
    request.head = Some(head.to_owned());
    request
}

fn told(events: &[RunEvent], code: NoticeCode) -> Option<String> {
    events.iter().find_map(|event| match event {
        RunEvent::Notice(Notice { code: said, message, .. }) if *said == code => Some(message.clone()),
        _ => None,
    })
}

fn manifest_sha(view: &RunView) -> &str {
    &view.attestation.as_ref().unwrap_or_else(|| panic!("{view:?}")).typed().manifest_sha
}

fn sha_at(scene: &Scene, commit: &str) -> String {
    let text = scene.git(&["show", &format!("{commit}:REVIEW.md")]);
    Sha256Hex::of(format!("{text}\n")).to_string()
}

#[tokio::test]
async fn a_head_elsewhere_is_reviewed_by_its_own_manifest() {
    let scene = Scene::new(BLOCKS);
    let strict = scene.head();
    scene.review(PASSES);
    let (view, events) = scene.run(of(&scene, &strict)).await;
    assert_eq!(view.verdict, Some(Verdict::Block), "{:?}", statuses(&view));
    assert_eq!(manifest_sha(&view), sha_at(&scene, &strict));
    assert_eq!(told(&events, NoticeCode::ForeignManifest), None);
    // Neither what is checked out nor what is written there has a part in it.
    scene.write("REVIEW.md", "no manifest at all");
    let mut request = of(&scene, &strict);
    request.no_cache = true;
    assert_eq!(scene.run(request).await.0.verdict, Some(Verdict::Block));
    scene.assert_nothing_is_left();
}

#[tokio::test]
async fn a_manifest_that_is_not_the_heads_is_told() {
    let scene = Scene::new(PASSES);
    // The first commit has none.
    let (view, events) = scene.run(of(&scene, "HEAD~1")).await;
    assert_eq!(view.verdict, Some(Verdict::Pass), "{view:?}");
    assert!(told(&events, NoticeCode::ForeignManifest).unwrap().contains("no REVIEW.md of its own"));
    // One that the caller names is the caller's.
    let strict = scene.head();
    scene.review(BLOCKS);
    let mut request = of(&scene, &strict);
    request.manifest = Some("REVIEW.md".into());
    let (view, events) = scene.run(request.clone()).await;
    assert_eq!(view.verdict, Some(Verdict::Block), "{view:?}");
    assert!(told(&events, NoticeCode::ForeignManifest).unwrap().contains("REVIEW.md as it is here"));
    scene.commit("later", "x");
    request.head = Some("HEAD~1".to_owned());
    let (view, events) = scene.run(request).await;
    assert_eq!(view.verdict, Some(Verdict::Block), "{view:?}");
    assert_eq!(told(&events, NoticeCode::ForeignManifest), None, "it is the same one");
}

#[tokio::test]
async fn a_head_that_is_checked_out_with_changes_is_reviewed_without_them() {
    let scene = Scene::new("  - {id: a, kind: command, run: 'grep -q one file'}");
    scene.write("file", "changed");
    scene.write("REVIEW.md", "changed as well");
    let head = scene.head();
    let (view, events) = scene.run(of(&scene, &head)).await;
    assert_eq!(view.verdict, Some(Verdict::Pass), "{view:?}");
    assert_eq!(view.attestation.as_ref().unwrap().typed().dirty, None);
    assert_eq!(manifest_sha(&view), sha_at(&scene, "HEAD"));
    assert!(told(&events, NoticeCode::IsolatedHead).unwrap().contains("uncommitted changes"));
    scene.assert_nothing_is_left();
    // Without a name for the head it is the checkout that is reviewed, and said to be dirty.
    scene.git(&["checkout", "--quiet", "--", "REVIEW.md"]);
    let (view, events) = scene.run(scene.request()).await;
    assert_eq!(view.verdict, Some(Verdict::Block), "{view:?}");
    assert_eq!(view.attestation.unwrap().typed().dirty, Some(true));
    assert_eq!(told(&events, NoticeCode::IsolatedHead), None);
}

#[tokio::test]
async fn prepare_checks_and_changes_do_not_go_together_with_a_named_head() {
    let scene = Scene::new(PASSES);
    let with = |run: &str| {
        format!(
            "checks:\n  - {{id: fix, kind: command, effects: true, run: '{run}'}}\n{PASSES}\n\
             bindings:\n  local: {{prepare: [fix], checks: [a]}}"
        )
    };
    scene.manifest(&with("touch ran"));
    scene.write("file", "changed");
    let (view, _) = scene.run(of(&scene, "HEAD")).await;
    assert!(matches!(view.error, Some(HostError::PrepareNeedsClean { .. })), "{view:?}");
    assert_eq!(view.exit_code, 3);
    assert!(!scene.root().join("ran").exists());
    // Nor do changes that a prepare check makes.
    scene.git(&["checkout", "--quiet", "--", "file"]);
    scene.manifest(&with("echo changed > file"));
    let (view, _) = scene.run(of(&scene, "main")).await;
    assert_eq!(view.exit_code, 3, "{view:?}");
    assert!(why(&view).contains("\"main\" is to be reviewed without any"), "{}", why(&view));
    let view = scene.run_default().await;
    assert_eq!(view.attestation.unwrap().typed().dirty, Some(true));
}

#[tokio::test]
async fn what_git_is_told_not_to_look_at_makes_a_run_dirty() {
    for mark in ["--assume-unchanged", "--skip-worktree"] {
        let scene = Scene::new(PASSES);
        scene.git(&["update-index", mark, "file"]);
        let (view, events) = scene.run(scene.request()).await;
        assert_eq!(view.attestation.unwrap().typed().dirty, None, "{mark}");
        assert_eq!(told(&events, NoticeCode::HiddenChanges), None);
        scene.write("file", "changed");
        scene.commit("other", mark);
        let (view, events) = scene.run(scene.request()).await;
        assert_eq!(view.attestation.unwrap().typed().dirty, Some(true), "{mark}");
        assert!(told(&events, NoticeCode::HiddenChanges).unwrap().ends_with(": file"), "{mark}");
    }
}

#[tokio::test]
async fn packs_and_rubrics_are_the_heads() {
    let scene = Scene::new(PASSES);
    let pack = |run: &str| {
        format!(
            "---\nkind: review-pack\nid: p\nversion: 1.0.0\nchecks:\n  - {{id: c, kind: command, run: '{run}'}}\n---\n"
        )
    };
    let review = |rubric: &str| {
        format!(
            "checks:\n  - {{id: a, kind: agent, preset: x, rubric: {rubric}, blocking: false}}\n\
             uses:\n  - {{pack: ./pack, as: p}}\nbindings:\n  local: {{checks: [a, p/c]}}"
        )
    };
    scene.write("pack/REVIEW.md", pack("true"));
    scene.write("rubric.md", "of the head");
    scene.git(&["add", "-A"]);
    scene.manifest(&review("rubric.md"));
    let head = scene.head();
    scene.commit("rubric.md", "later");
    let (view, _) = scene.run(of(&scene, &head)).await;
    let attestation = view.attestation.as_ref().unwrap_or_else(|| panic!("{view:?}")).typed();
    assert_eq!(attestation.rubrics[0].sha256, Sha256Hex::of("of the head").as_str());
    assert_eq!(view.verdict, Some(Verdict::Pass), "{:?}", statuses(&view));
    // The pack is found in the work tree, so that it has to be the same there.
    scene.write("pack/REVIEW.md", pack("false"));
    let mut request = of(&scene, &head);
    request.no_cache = true;
    let (view, _) = scene.run(request).await;
    assert!(matches!(view.error, Some(HostError::PackOfAnother { .. })), "{view:?}");
}

#[tokio::test]
async fn a_base_of_two_meanings_cannot_be_reviewed_against() {
    let scene = Scene::new(PASSES);
    scene.git(&["branch", "twice", "HEAD~1"]);
    scene.git(&["tag", "twice", "HEAD"]);
    for (base, head) in [(Some("twice"), None), (None, Some("twice"))] {
        let mut request = scene.request();
        (request.base, request.head) = (base.map(str::to_owned), head.map(str::to_owned));
        let (view, _) = scene.run(request).await;
        assert_eq!(view.exit_code, 3, "{view:?}");
        let why = why(&view);
        assert!(why.contains("refs/heads/twice") && why.contains("refs/tags/twice"), "{why}");
    }
}
