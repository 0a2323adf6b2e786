//! Agent lanes that build on earlier reviews.

use std::collections::BTreeMap;
use std::fs;
use std::sync::{Arc, Mutex};

use assize_host::{NoObserver, RunRequest, RunView};
use assize_nodes::{ReviewRequest, ReviewerHost};
use assize_schemas::{
    ComposedFrom, Finding, LaneOutcome, Reported, Severity, Verdict, VerdictFile, attestation_digests,
};
use async_trait::async_trait;
use serde_json::Value;
use tokio_util::sync::CancellationToken;

use crate::support::{LONG, Scene, document};

/// A reviewer that remembers what it was asked for and finds what it is told to.
#[derive(Default)]
struct Scripted {
    asked: Mutex<BTreeMap<String, Option<ComposedFrom>>>,
    finds: Mutex<Vec<Finding>>,
}

#[async_trait]
impl ReviewerHost for Scripted {
    async fn review(&self, request: ReviewRequest, _cancel: CancellationToken) -> LaneOutcome {
        let from = request.prior.as_ref().map_or(request.target.base_sha.to_string(), |prior| prior.head_sha.clone());
        assert_eq!(request.reviewed_from(), from);
        self.asked.lock().unwrap().insert(request.check.id.to_string(), request.prior);
        let findings = self.finds.lock().unwrap().clone();
        LaneOutcome::Reported(Reported {
            report: VerdictFile { summary: None, findings },
            session_id: None,
            preset: request.check.preset,
            model: None,
            // What a reviewer says here is never taken up.
            composed_from: Some(ComposedFrom {
                range_sha: "0".repeat(64),
                head_sha: "1".repeat(40),
                attestation_sha256: "2".repeat(64),
            }),
            fallbacks: None,
        })
    }
}

/// A repository with two agent lanes, one of them a pack's, and a command lane.
fn scene() -> Scene {
    let scene = Scene::new("  - {id: x, kind: command, run: 'true'}");
    scene.commit("r.md", "be kind\n");
    scene.commit("pack/r.md", "be kind\n");
    scene.commit(
        "pack/REVIEW.md",
        "---\nkind: review-pack\nid: base\nversion: 1.0.0\nchecks:\n  \
         - {id: read, kind: agent, preset: p, rubric: ./r.md}\n---\n",
    );
    scene.manifest(
        "checks:\n  - {id: own, kind: agent, preset: p, rubric: ./r.md}\n  - {id: tests, kind: command, run: 'true'}\n\
         uses:\n  - {pack: ./pack, as: org}\nbindings:\n  local: {checks: [own, org/read, tests]}",
    );
    scene
}

async fn run(scene: &Scene, reviewer: &Arc<Scripted>, request: RunRequest) -> RunView {
    let host = scene.host().with_reviewers(reviewer.clone());
    let run = host.run(request, NoObserver::shared(), CancellationToken::new());
    let view = tokio::time::timeout(LONG, run).await.unwrap();
    assert!(view.verdict.is_some() && !view.cached, "{view:?}");
    view
}

fn heads_asked(reviewer: &Scripted) -> Vec<Option<String>> {
    let asked = std::mem::take(&mut *reviewer.asked.lock().unwrap());
    ["own", "org/read"].map(|check| asked[check].as_ref().map(|prior| prior.head_sha.clone())).into()
}

fn composed(view: &RunView) -> Vec<Option<ComposedFrom>> {
    let lanes = &view.attestation.as_ref().unwrap().typed().lanes;
    assert_eq!(lanes[2].composed_from, None, "a command looks at the tree");
    lanes[..2].iter().map(|lane| lane.composed_from.clone()).collect()
}

#[tokio::test]
async fn what_passed_before_is_not_reviewed_again() {
    let scene = scene();
    let reviewer = Arc::<Scripted>::default();
    let first_head = scene.head();
    let first = run(&scene, &reviewer, scene.request()).await;
    assert_eq!(first.verdict, Some(Verdict::Pass), "{:#}", document(&first));
    assert_eq!(heads_asked(&reviewer), [None, None]);
    assert_eq!(composed(&first), [None, None]);

    let second_head = scene.commit("more", "1");
    let second = run(&scene, &reviewer, scene.request()).await;
    assert_eq!(heads_asked(&reviewer), [Some(first_head.clone()), Some(first_head.clone())]);
    let prior = first.attestation.as_ref().unwrap();
    let expected = ComposedFrom {
        range_sha: prior.typed().range_sha.clone(),
        head_sha: first_head,
        attestation_sha256: attestation_digests(prior.value()).attestation_sha256.to_string(),
    };
    assert_eq!(composed(&second), [Some(expected.clone()), Some(expected)]);
    // The attestation is about the whole range.
    let target = &second.attestation.as_ref().unwrap().typed().target;
    assert_eq!(target.base_sha, prior.typed().target.base_sha);
    assert_eq!(target.head_sha, second_head);

    // The newest one is built on, and only what the reviewer finds in the rest counts.
    scene.commit("more", "2");
    *reviewer.finds.lock().unwrap() = vec![Finding {
        severity: Severity::High,
        title: "bad".to_owned(),
        detail: String::new(),
        file: None,
        line: None,
    }];
    let third = run(&scene, &reviewer, scene.request()).await;
    assert_eq!(third.verdict, Some(Verdict::Block));
    assert_eq!(heads_asked(&reviewer), [Some(second_head.clone()), Some(second_head.clone())]);
    // What blocked is nothing to build on.
    reviewer.finds.lock().unwrap().clear();
    scene.commit("more", "3");
    run(&scene, &reviewer, scene.request()).await;
    assert_eq!(heads_asked(&reviewer), [Some(second_head.clone()), Some(second_head)]);
}

#[tokio::test]
async fn a_caller_may_want_the_whole_range() {
    type Change = fn(&mut RunRequest);
    let changes: [Change; 2] = [|request| request.no_compose = true, |request| request.no_cache = true];
    let scene = scene();
    let reviewer = Arc::<Scripted>::default();
    run(&scene, &reviewer, scene.request()).await;
    scene.commit("more", "1");
    // A composed verdict that is recorded does not serve those who want none.
    run(&scene, &reviewer, scene.request()).await;
    for change in changes {
        let mut request = scene.request();
        change(&mut request);
        reviewer.asked.lock().unwrap().clear();
        let view = run(&scene, &reviewer, request).await;
        assert_eq!(heads_asked(&reviewer), [None, None]);
        assert_eq!(composed(&view), [None, None]);
    }
    let mut request = scene.request();
    request.headless = true;
    scene.commit("more", "2");
    let view = run(&scene, &reviewer, request).await;
    assert_eq!(view.verdict, Some(Verdict::Incomplete));
    assert!(reviewer.asked.lock().unwrap().is_empty());
}

#[tokio::test]
async fn only_what_was_reviewed_by_the_same_rules_is_built_on() {
    type Change = fn(&Scene, &RunView);
    let edit = |view: &RunView, edit: fn(&mut Value)| {
        let path = view.ledger_path.as_ref().unwrap();
        let mut entry: Value = serde_json::from_slice(&fs::read(path).unwrap()).unwrap();
        edit(&mut entry["attestation"]);
        fs::write(path, entry.to_string()).unwrap();
    };
    let cases: [(&str, Change, [bool; 2]); 7] = [
        ("nothing", |_, _| (), [true, true]),
        ("the rubric", |scene, _| drop(scene.commit("r.md", "be strict\n")), [false, true]),
        ("the pack's rubric", |scene, _| drop(scene.commit("pack/r.md", "be strict\n")), [true, false]),
        (
            "another part of the pack",
            |scene, _| {
                let text = fs::read_to_string(scene.root().join("pack/REVIEW.md")).unwrap();
                scene.commit("pack/REVIEW.md", &format!("{text}\n"));
            },
            [true, false],
        ),
        (
            "the manifest",
            |scene, _| {
                let text = fs::read_to_string(scene.root().join("REVIEW.md")).unwrap();
                scene.commit("REVIEW.md", &format!("{text}\n"));
            },
            [false, false],
        ),
        ("history", |scene, _| drop(scene.git(&["commit", "-q", "--amend", "-m", "other"])), [false, false]),
        ("the base", |scene, _| drop(scene.git(&["update-ref", "refs/remotes/origin/main", "HEAD~1"])), [false, false]),
    ];
    for (name, change, builds) in cases {
        let scene = scene();
        let reviewer = Arc::<Scripted>::default();
        let head = scene.head();
        let first = run(&scene, &reviewer, scene.request()).await;
        heads_asked(&reviewer);
        change(&scene, &first);
        scene.commit("more", "1");
        run(&scene, &reviewer, scene.request()).await;
        let expected = builds.map(|builds| builds.then(|| head.clone()));
        assert_eq!(heads_asked(&reviewer), expected, "{name}");
    }
    let edits: [fn(&mut Value); 4] = [
        |a| a["verdict"] = "block".into(),
        |a| a["lanes"][2]["status"] = "fail".into(),
        |a| a["dirty"] = true.into(),
        |a| a["target"]["repoRemote"] = "local:/elsewhere".into(),
    ];
    for change in edits {
        let scene = scene();
        let reviewer = Arc::<Scripted>::default();
        let first = run(&scene, &reviewer, scene.request()).await;
        edit(&first, change);
        heads_asked(&reviewer);
        scene.commit("more", "1");
        run(&scene, &reviewer, scene.request()).await;
        assert_eq!(heads_asked(&reviewer), [None, None]);
    }
}
