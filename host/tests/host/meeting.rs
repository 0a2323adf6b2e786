//! Runs that meet: joining, taking over, superseding.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use assize_host::{NoObserver, NoticeCode, RunEvent, RunRequest, RunStatus, RunView};
use assize_schemas::Verdict;
use tokio::sync::Notify;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use crate::support::{LONG, Scene, document};

/// A review whose lane tells that it runs, waits for the file `go` and ends so.
fn waiting(ends: &str) -> Scene {
    let scene = Scene::new("  - {id: x, kind: command, run: 'true'}");
    let (ran, go) = (scene.beside("ran"), scene.beside("go"));
    let run = format!("echo x >> {}; while test ! -e {}; do sleep 0.02; done; {ends}", ran.display(), go.display());
    scene.review(&format!("  - {{id: a, kind: command, run: '{run}'}}"));
    scene
}

fn times_run(scene: &Scene) -> usize {
    fs::read_to_string(scene.beside("ran")).unwrap_or_default().lines().count()
}

fn let_go(scene: &Scene) {
    fs::write(scene.beside("go"), "").unwrap();
}

/// A run in the background, and what it can be asked.
struct Running {
    view: JoinHandle<RunView>,
    cancel: CancellationToken,
    lane_started: Arc<Notify>,
    joined: Arc<Notify>,
}

fn start(scene: &Scene, request: RunRequest) -> Running {
    let (lane_started, joined, cancel) = (Arc::<Notify>::default(), Arc::<Notify>::default(), CancellationToken::new());
    let (lane_bell, join_bell) = (lane_started.clone(), joined.clone());
    let observer = move |event: RunEvent| match event {
        RunEvent::LaneStarted { .. } => lane_bell.notify_one(),
        RunEvent::Notice(notice) if notice.code == NoticeCode::Joined => join_bell.notify_one(),
        _ => {}
    };
    let (host, token) = (scene.host(), cancel.clone());
    let view = tokio::spawn(async move { host.run(request, Arc::new(observer), token).await });
    Running { view, cancel, lane_started, joined }
}

impl Running {
    async fn ended(self) -> RunView {
        tokio::time::timeout(LONG, self.view).await.unwrap().unwrap()
    }
}

async fn soon(bell: &Notify) {
    tokio::time::timeout(LONG, bell.notified()).await.unwrap();
}

/// Nothing is left of what ran.
fn assert_all_is_cleared(scene: &Scene) {
    assert!(!scene.beside("state/running").exists(), "{:?}", names(&scene.beside("state/running")));
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
    entries.map(|name| name.to_string_lossy().into_owned()).collect()
}

#[tokio::test]
async fn the_same_review_runs_once() {
    let moves_head = "git commit -q --allow-empty -m moved";
    for (ends, verdict, code) in
        [("true", Verdict::Pass, 0), ("exit 1", Verdict::Block, 1), (moves_head, Verdict::Incomplete, 2)]
    {
        let scene = waiting(ends);
        let first = start(&scene, scene.request());
        soon(&first.lane_started).await;
        let others: Vec<_> = (0..3).map(|_| start(&scene, scene.request())).collect();
        for other in &others {
            soon(&other.joined).await;
        }
        let_go(&scene);
        let first = first.ended().await;
        assert_eq!((first.verdict, first.exit_code, first.joined), (Some(verdict), code, false), "{first:?}");
        for other in others {
            let other = other.ended().await;
            assert_eq!((other.verdict, other.exit_code, other.joined), (Some(verdict), code, true), "{other:?}");
            assert_eq!(document(&other)["joined"], true);
            assert_eq!((&other.run_id, &other.attestation), (&first.run_id, &first.attestation));
            assert_eq!(other.ledger_path, first.ledger_path);
        }
        assert_eq!(times_run(&scene), 1);
        assert_eq!(scene.recorded(), 1);
        assert_all_is_cleared(&scene);
    }
}

#[tokio::test]
async fn whoever_waits_takes_over_from_one_that_was_cancelled() {
    let scene = waiting("true");
    let first = start(&scene, scene.request());
    soon(&first.lane_started).await;
    let others: Vec<_> = (0..3).map(|_| start(&scene, scene.request())).collect();
    for other in &others {
        soon(&other.joined).await;
    }
    first.cancel.cancel();
    assert_eq!(first.ended().await.status, RunStatus::Cancelled);
    let_go(&scene);
    let mut joined = 0;
    for other in others {
        let other = other.ended().await;
        assert_eq!((other.verdict, other.exit_code), (Some(Verdict::Pass), 0), "{other:?}");
        joined += usize::from(other.joined);
    }
    assert_eq!((joined, times_run(&scene)), (2, 2));
    assert_all_is_cleared(&scene);
}

#[tokio::test]
async fn whoever_waits_may_be_cancelled() {
    let scene = waiting("true");
    let first = start(&scene, scene.request());
    soon(&first.lane_started).await;
    let second = start(&scene, scene.request());
    soon(&second.joined).await;
    second.cancel.cancel();
    let view = second.ended().await;
    assert_eq!((view.status, view.exit_code), (RunStatus::Cancelled, 2), "{view:?}");
    let_go(&scene);
    assert_eq!(first.ended().await.verdict, Some(Verdict::Pass));
    assert_all_is_cleared(&scene);
}

#[tokio::test]
async fn a_failure_is_everybodys() {
    let scene = Scene::new("  - {id: x, kind: command, run: 'true'}");
    let (began, go) = (scene.beside("ran"), scene.beside("go"));
    scene.manifest(&format!(
        "checks:\n  - {{id: fix, kind: command, effects: true, run: 'echo x >> {}; while test ! -e {}; do sleep 0.02; done; exit 1'}}\n  \
         - {{id: a, kind: command, run: 'true'}}\nbindings:\n  local: {{prepare: [fix], checks: [a]}}",
        began.display(),
        go.display(),
    ));
    let first = start(&scene, scene.request());
    while times_run(&scene) == 0 {
        tokio::task::yield_now().await;
    }
    let second = start(&scene, scene.request());
    soon(&second.joined).await;
    let_go(&scene);
    assert_eq!(first.ended().await.exit_code, 3);
    let view = second.ended().await;
    assert_eq!((view.status, view.exit_code, view.joined), (RunStatus::Failed, 3, true));
    assert!(view.error.unwrap().report().contains("fix"));
    assert_eq!(times_run(&scene), 1);
    assert_all_is_cleared(&scene);
}

#[tokio::test]
async fn what_differs_runs_by_itself() {
    type Change = fn(&mut RunRequest);
    let changes: [(&str, Change); 5] = [
        ("no cache", |request| request.no_cache = true),
        ("no compose", |request| request.no_compose = true),
        ("base", |request| request.base = Some("HEAD~1".to_owned())),
        ("isolated", |request| request.isolated = true),
        ("manifest", |request| request.manifest = Some("other.md".into())),
    ];
    let scene = waiting("true");
    scene.write("other.md", fs::read_to_string(scene.root().join("REVIEW.md")).unwrap());
    let first = start(&scene, scene.request());
    soon(&first.lane_started).await;
    let others: Vec<_> = changes
        .into_iter()
        .map(|(name, change)| {
            let mut request = scene.request();
            change(&mut request);
            (name, start(&scene, request))
        })
        .collect();
    for (_, other) in &others {
        soon(&other.lane_started).await;
    }
    let_go(&scene);
    for (name, other) in others {
        assert!(!other.ended().await.joined, "{name}");
    }
    assert!(!first.ended().await.joined);
    // Nobody joins what a dirty tree came to.
    scene.write("file", "dirty");
    fs::remove_file(scene.beside("go")).unwrap();
    let dirty: Vec<_> = (0..2).map(|_| start(&scene, scene.request())).collect();
    for run in &dirty {
        soon(&run.lane_started).await;
    }
    let_go(&scene);
    for run in dirty {
        assert!(!run.ended().await.joined);
    }
    assert_all_is_cleared(&scene);
}

fn superseding(request: RunRequest) -> RunRequest {
    let mut request = request;
    request.supersede = true;
    request
}

#[tokio::test]
async fn a_newer_head_ends_the_run_of_an_older_one() {
    let scene = waiting("true");
    let old = start(&scene, scene.request());
    soon(&old.lane_started).await;
    let waiting = start(&scene, scene.request());
    soon(&waiting.joined).await;
    scene.commit("later", "x");
    let new = start(&scene, superseding(scene.request()));
    let (old, waiting) = (old.ended().await, waiting.ended().await);
    let_go(&scene);
    let new = new.ended().await;
    assert_eq!(new.verdict, Some(Verdict::Pass), "{new:?}");
    for view in [old, waiting] {
        assert_eq!((view.status, view.exit_code), (RunStatus::Cancelled, 2), "{view:?}");
        assert_eq!(view.superseded_by.as_ref(), Some(&new.run_id));
        assert_eq!(document(&view)["supersededBy"], new.run_id.as_str());
        assert!(view.attestation.is_none());
    }
    assert_eq!(scene.recorded(), 1);
    assert_all_is_cleared(&scene);
}

#[tokio::test]
async fn only_older_runs_of_the_same_review_are_ended() {
    let scene = waiting("true");
    scene.git(&["remote", "add", "origin", "https://host/me/it.git"]);
    // Work trees of one repository: a branch beside the newer head, and one that it grew from.
    let beside = scene.beside("beside");
    let behind = scene.beside("behind");
    scene.git(&["worktree", "add", "-q", "-b", "beside", beside.to_str().unwrap()]);
    scene.git(&["worktree", "add", "-q", "-b", "behind", behind.to_str().unwrap()]);
    scene.git_in(&beside, &["commit", "-q", "--allow-empty", "-m", "beside"]);
    let spared = start(&scene, RunRequest::new(&beside));
    soon(&spared.lane_started).await;
    let ended = start(&scene, RunRequest::new(&behind));
    soon(&ended.lane_started).await;
    let mut other_base = RunRequest::new(&behind);
    other_base.base = Some("HEAD".to_owned());
    let other_base = start(&scene, other_base);
    soon(&other_base.lane_started).await;
    scene.commit("later", "x");
    let new = start(&scene, superseding(scene.request()));
    assert_eq!(ended.ended().await.status, RunStatus::Cancelled);
    let_go(&scene);
    for (name, run) in [("new", new), ("beside", spared), ("other base", other_base)] {
        assert_eq!(run.ended().await.status, RunStatus::Done, "{name}");
    }
    assert_all_is_cleared(&scene);
}

#[tokio::test]
async fn a_verdict_that_is_served_supersedes_too() {
    let scene = waiting("true");
    let_go(&scene);
    scene.git(&["commit", "-q", "--allow-empty", "-m", "newer"]);
    assert!(!scene.run_default().await.cached);
    fs::remove_file(scene.beside("go")).unwrap();
    scene.git(&["checkout", "-q", "HEAD~1"]);
    let old = start(&scene, scene.request());
    soon(&old.lane_started).await;
    scene.git(&["checkout", "-q", "main"]);
    let (new, events) = scene.run(superseding(scene.request())).await;
    assert!(new.cached, "{new:?}");
    assert!(events.iter().any(|e| matches!(e, RunEvent::Notice(n) if n.code == NoticeCode::Superseding)));
    assert_eq!(old.ended().await.superseded_by, Some(new.run_id));
}

#[tokio::test]
async fn a_run_whose_prepare_check_made_the_head_is_not_older_than_it() {
    let scene = waiting("true");
    let lane = fs::read_to_string(scene.root().join("REVIEW.md")).unwrap();
    let checks = lane.split_once("checks:\n").unwrap().1.trim_end_matches("\n---\n").to_owned();
    scene.manifest(&format!(
        "checks:\n  - {{id: fix, kind: command, effects: true, run: 'test -e made || {{ touch made; git add made; git commit -qm made; }}'}}\n\
         {checks}\nbindings:\n  local: {{prepare: [fix], checks: [a]}}"
    ));
    let first = start(&scene, scene.request());
    soon(&first.lane_started).await;
    let second = start(&scene, superseding(scene.request()));
    soon(&second.lane_started).await;
    let_go(&scene);
    assert_eq!(first.ended().await.status, RunStatus::Done);
    assert_eq!(second.ended().await.status, RunStatus::Done);
}

#[tokio::test]
async fn what_a_dead_process_left_is_taken_over() {
    let scene = waiting("true");
    let_go(&scene);
    let first = start(&scene, scene.request());
    soon(&first.lane_started).await;
    let running = scene.beside("state/running");
    let folder = names(&running).into_iter().find(|name| !name.starts_with('.')).unwrap();
    let kept: Vec<_> = names(&running.join(&folder))
        .into_iter()
        .map(|name| (name.clone(), fs::read(running.join(&folder).join(name)).unwrap()))
        .collect();
    assert!(first.ended().await.verdict.is_some());
    for (name, bytes) in kept {
        fs::create_dir_all(running.join(&folder)).unwrap();
        fs::write(running.join(&folder).join(name), bytes).unwrap();
    }
    fs::write(running.join(&folder).join("ended.json"), "torn{").unwrap();
    let mut request = superseding(scene.request());
    request.no_cache = true;
    assert!(!scene.run(request).await.0.joined);
    assert_all_is_cleared(&scene);
}

#[tokio::test]
async fn a_host_that_cannot_meet_others_runs_alone() {
    let scene = waiting("true");
    let_go(&scene);
    fs::create_dir(scene.beside("state")).unwrap();
    fs::write(scene.beside("state/running"), "in the way").unwrap();
    let view = scene.host().run(scene.request(), NoObserver::shared(), CancellationToken::new()).await;
    assert_eq!(view.verdict, Some(Verdict::Pass), "{view:?}");
}
