//! Lanes in work trees of their own.

use std::fs;
use std::sync::Arc;

use assize_host::{HostError, NoticeCode, RunEvent};
use assize_schemas::Verdict;
use tokio_util::sync::CancellationToken;

use crate::support::{LONG, Scene, document, statuses, why};

#[tokio::test]
async fn a_head_elsewhere_is_reviewed_in_work_trees_of_it() {
    let scene = Scene::new(
        "  - {id: a, kind: command, run: 'test $(git rev-parse HEAD) = {head} && grep -q one file && test ! -e later'}\n  \
           - {id: b, kind: command, run: 'test $(git rev-parse HEAD) = {head}'}",
    );
    let head = scene.head();
    scene.commit("later", "x");
    scene.write("file", "dirty");
    let mut request = scene.request();
    request.head = Some(head.clone());
    let (view, events) = scene.run(request).await;
    assert_eq!(view.verdict, Some(Verdict::Pass), "{:#}", document(&view));
    let attestation = view.attestation.as_ref().unwrap().typed();
    assert_eq!(attestation.target.head_sha, head);
    assert_eq!(attestation.dirty, None);
    assert!(events.iter().any(|e| matches!(e, RunEvent::Notice(n) if n.code == NoticeCode::IsolatedHead)));
    assert!(events.iter().any(|e| matches!(e, RunEvent::Started(started) if started.isolated)));
    scene.assert_nothing_is_left();
}

#[tokio::test]
async fn a_head_that_is_checked_out_needs_no_work_tree() {
    let scene = Scene::new("  - {id: a, kind: command, run: 'test -e untracked'}");
    scene.write("untracked", "");
    for head in ["HEAD", "main"] {
        let mut request = scene.request();
        request.head = Some(head.to_owned());
        assert_eq!(scene.run(request).await.0.verdict, Some(Verdict::Pass), "{head}");
    }
}

#[tokio::test]
async fn isolated_lanes_see_neither_each_other_nor_what_is_not_committed() {
    let lane = "test ! -e mark && test ! -e untracked && grep -q one file && touch mark && sleep 0.05";
    let checks: String = (0..8).map(|n| format!("  - {{id: c{n}, kind: command, run: '{lane}'}}\n")).collect();
    let scene = Scene::new(&checks);
    scene.write("untracked", "");
    scene.write("file", "dirty");
    let mut request = scene.request();
    request.isolated = true;
    let (view, _) = scene.run(request).await;
    assert_eq!(view.verdict, Some(Verdict::Pass), "{:?}", statuses(&view));
    assert_eq!(view.attestation.unwrap().typed().dirty, None);
    assert_eq!(fs::read_to_string(scene.root().join("file")).unwrap(), "dirty");
    scene.assert_nothing_is_left();
}

#[tokio::test]
async fn prepare_checks_cannot_work_on_a_head_elsewhere() {
    let scene = Scene::new("  - {id: x, kind: command, run: 'true'}");
    scene.manifest(
        "checks:\n  - {id: fix, kind: command, effects: true, run: 'touch ran'}\n  - {id: a, kind: command, run: 'true'}\n\
         bindings:\n  local: {prepare: [fix], checks: [a]}",
    );
    scene.commit("later", "x");
    let mut request = scene.request();
    request.head = Some("HEAD~1".to_owned());
    let (view, _) = scene.run(request).await;
    assert!(matches!(view.error, Some(HostError::PrepareNeedsCheckout { .. })), "{view:?}");
    assert_eq!(view.exit_code, 3);
    assert!(!scene.root().join("ran").exists());
    // A prepare check that leaves the head that was asked for leaves nothing to review.
    scene.manifest(
        "checks:\n  - {id: fix, kind: command, effects: true, run: 'git commit -q --allow-empty -m x'}\n  \
         - {id: a, kind: command, run: 'true'}\nbindings:\n  local: {prepare: [fix], checks: [a]}",
    );
    let mut request = scene.request();
    request.head = Some(scene.head());
    let (view, _) = scene.run(request).await;
    assert_eq!(view.exit_code, 3, "{view:?}");
    assert!(why(&view).contains("moved HEAD"), "{}", why(&view));
}

#[tokio::test]
async fn cancelling_takes_the_work_trees_back() {
    let scene =
        Scene::new("  - {id: a, kind: command, run: 'sleep 600'}\n  - {id: b, kind: command, run: 'sleep 600'}");
    let mut request = scene.request();
    request.isolated = true;
    let cancel = CancellationToken::new();
    let from_lane = cancel.clone();
    let observer = move |event: RunEvent| {
        if matches!(event, RunEvent::LaneStarted { .. }) {
            from_lane.cancel();
        }
    };
    let view = scene.run_with(request, observer, cancel).await;
    assert_eq!(view.exit_code, 2, "{view:?}");
    scene.assert_nothing_is_left();
    assert_eq!(scene.recorded(), 0);
}

#[tokio::test]
async fn a_run_that_is_dropped_takes_its_work_trees_back() {
    let scene = Scene::new("  - {id: a, kind: command, run: 'echo here; sleep 600'}");
    let mut request = scene.request();
    request.isolated = true;
    let started = Arc::new(tokio::sync::Notify::new());
    let bell = started.clone();
    let observer = move |event: RunEvent| {
        if matches!(event, RunEvent::LaneProgress { .. }) {
            bell.notify_one();
        }
    };
    let host = scene.host();
    let run = host.run(request, Arc::new(observer), CancellationToken::new());
    tokio::select! {
        view = run => panic!("{view:?}"),
        () = started.notified() => {}
    }
    // The lane's task is told to end, and does so when it is next its turn.
    let gone = async {
        while scene.git(&["worktree", "list"]).lines().count() > 1 {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(LONG, gone).await.unwrap();
    scene.assert_nothing_is_left();
}
