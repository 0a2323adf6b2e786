//! Verdicts and what is recorded of them.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;

use assize_host::{HostError, NoObserver, NoticeCode, RunEvent, RunStatus};
use assize_schemas::{LaneStatus, PullRequest, Sha256Hex, Verdict};
use serde_json::json;
use tokio_util::sync::CancellationToken;

use crate::support::{LONG, Scene, document, lanes, statuses, why};

#[tokio::test]
async fn a_review_that_passes_is_recorded() {
    let scene = Scene::new("  - {id: good, kind: command, run: 'true'}\n  - {id: also, kind: command, run: 'exit 0'}");
    let (view, events) = scene.run(scene.request()).await;
    assert_eq!((view.status, view.verdict, view.exit_code), (RunStatus::Done, Some(Verdict::Pass), 0), "{view:?}");
    let attestation = view.attestation.as_ref().unwrap().typed();
    assert_eq!(attestation.run_id, view.run_id);
    assert!(view.run_id.starts_with("review-"));
    assert_eq!(attestation.target.base_sha, scene.git(&["rev-parse", "origin/main"]));
    assert_eq!(attestation.target.head_sha, scene.head());
    assert_eq!(attestation.target.repo_remote, format!("local:{}", scene.root().display()));
    assert_eq!(attestation.manifest_sha, Sha256Hex::of(fs::read(scene.root().join("REVIEW.md")).unwrap()).as_str());
    assert_eq!(attestation.attestor.daemon, "assize@box");
    assert_eq!(attestation.dirty, None);
    let author = attestation.requester.as_ref().unwrap().git_author.as_ref().unwrap();
    assert_eq!((author.name.as_str(), author.email.as_str()), ("Ann Thor", "ann@example.com"));
    let path = view.ledger_path.as_ref().unwrap();
    let text = fs::read_to_string(path).unwrap();
    assert!(text.starts_with("{\n  \"attestation\": {\n") && text.ends_with("}\n"), "{text}");
    let entry: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(entry["attestation"], document(&view)["attestation"]);
    assert_eq!(entry["host"]["repoRoot"], json!(scene.root()));
    assert_eq!(entry["host"]["manifestPath"], json!(scene.root().join("REVIEW.md")));
    assert_eq!(fs::metadata(path).unwrap().permissions().mode() & 0o777, 0o600);
    assert_eq!(scene.recorded(), 1);
    let names: Vec<_> = events.iter().map(name_of).collect();
    assert_eq!(names.first(), Some(&"started"));
    assert_eq!(names.last(), Some(&"finished"));
    for name in ["frozen", "lane started", "lane settled"] {
        assert!(names.contains(&name), "{names:?}");
    }
    assert_eq!(names.iter().filter(|name| **name == "lane settled").count(), 2);
}

fn name_of(event: &RunEvent) -> &'static str {
    match event {
        RunEvent::Notice(_) => "notice",
        RunEvent::Started(_) => "started",
        RunEvent::PrepareStarted { .. } => "prepare started",
        RunEvent::PrepareFinished { .. } => "prepare finished",
        RunEvent::Frozen(_) => "frozen",
        RunEvent::LaneStarted { .. } => "lane started",
        RunEvent::LaneProgress { .. } => "lane progress",
        RunEvent::LaneSettled(_) => "lane settled",
        RunEvent::Finished { .. } => "finished",
        _ => "another",
    }
}

#[tokio::test]
async fn what_lanes_come_to_decides() {
    for (checks, verdict, exit_code) in [
        ("  - {id: a, kind: command, run: 'true'}\n  - {id: b, kind: command, run: 'exit 7'}", Verdict::Block, 1),
        (
            "  - {id: a, kind: command, run: 'true'}\n  - {id: b, kind: command, run: 'sleep 30', timeoutMs: 50}",
            Verdict::Incomplete,
            2,
        ),
        (
            "  - {id: a, kind: command, run: 'true'}\n  - {id: b, kind: command, blocking: false, run: 'exit 1'}",
            Verdict::Pass,
            0,
        ),
        ("  - {id: a, kind: agent, preset: p, rubric: ./r.md}", Verdict::Incomplete, 2),
    ] {
        let scene = Scene::new(checks);
        let view = scene.run_default().await;
        assert_eq!((view.verdict, view.exit_code), (Some(verdict), exit_code), "{checks}: {view:?}");
        // Every verdict is recorded, whichever it is.
        assert_eq!(scene.recorded(), 1);
    }
}

#[tokio::test]
async fn lanes_see_the_range_and_not_the_hook_they_run_in() {
    let mut scene = Scene::new(
        "  - {id: range, kind: command, run: 'test {base} = $(git rev-parse origin/main) && test {head} = $(git rev-parse HEAD)'}\n  \
           - {id: changed, kind: command, run: 'test {changed} = \"[{base}]\"'}\n  \
           - {id: clean, kind: command, run: 'test -z \"$GIT_DIR$GIT_INDEX_FILE$GIT_WORK_TREE$GIT_PREFIX$GIT_CONFIG_PARAMETERS\"'}\n  \
           - {id: place, kind: command, run: 'test \"$KEPT\" = yes && test -f REVIEW.md'}",
    );
    let other = scene.beside("other");
    fs::create_dir(&other).unwrap();
    for (name, value) in [
        ("GIT_DIR", other.join(".git").into_os_string()),
        ("GIT_INDEX_FILE", other.join("index").into_os_string()),
        ("GIT_WORK_TREE", other.clone().into_os_string()),
        ("GIT_PREFIX", "x/".into()),
        ("GIT_CONFIG_PARAMETERS", "'core.bare'='true'".into()),
        ("KEPT", "yes".into()),
    ] {
        scene.set(name, value);
    }
    let view = scene.run_default().await;
    assert_eq!(view.verdict, Some(Verdict::Pass), "{:#?}", document(&view));
}

#[tokio::test]
async fn what_the_caller_knows_is_recorded() {
    let scene = Scene::new("  - {id: a, kind: command, run: 'true'}");
    let mut request = scene.request();
    request.headless = true;
    request.session_id = Some("session-1".to_owned());
    request.pr = Some(PullRequest {
        provider: "github".to_owned(),
        repo: "me/it".to_owned(),
        number: 3,
        url: "https://github.com/me/it/pull/3".to_owned(),
    });
    let (view, _) = scene.run(request).await;
    let attestation = view.attestation.as_ref().unwrap().value();
    assert_eq!(attestation["attestor"]["daemon"], "assize-headless@box");
    assert_eq!(attestation["requester"]["sessionId"], "session-1");
    assert_eq!(attestation["pr"]["number"], 3);
}

#[tokio::test]
async fn rubrics_are_digested_before_anything_runs() {
    let scene = Scene::new("");
    scene.commit("rubrics/r.md", "rubric\n");
    scene.manifest(
        "checks:\n  - {id: fix, kind: command, effects: true, run: 'echo other > rubrics/r.md'}\n  \
         - {id: a, kind: agent, preset: p, rubric: ./rubrics/r.md}\n  \
         - {id: gone, kind: agent, preset: p, rubric: ./rubrics/gone.md}\n\
         bindings:\n  local: {prepare: [fix], checks: [gone, a]}",
    );
    let view = scene.run_default().await;
    let attestation = view.attestation.as_ref().unwrap().typed();
    let [rubric] = &attestation.rubrics[..] else { panic!("{:?}", attestation.rubrics) };
    assert_eq!((rubric.check.as_str(), rubric.path.as_str()), ("a", "./rubrics/r.md"));
    assert_eq!(rubric.sha256, "3c1d98d1ff2816d52bf2e03c3e46c3220107999b2a26f0811b5cde42d9bfe042");
    assert_eq!(attestation.dirty, Some(true));
    assert_eq!(statuses(&view), [("gone", LaneStatus::Skipped), ("a", LaneStatus::Skipped)]);
}

const PREPARED: &str = "checks:\n  - {id: fix, kind: command, effects: true, run: 'PREPARE'}\n  \
    - {id: a, kind: command, run: 'test -f made'}\nbindings:\n  local: {prepare: [fix], checks: [a]}";

#[tokio::test]
async fn prepare_checks_run_before_the_range_freezes() {
    let scene = Scene::new("  - {id: x, kind: command, run: 'true'}");
    scene.manifest(&PREPARED.replace("PREPARE", "echo 1 > made && git add made && git commit -qm made"));
    let before = scene.head();
    let (view, events) = scene.run(scene.request()).await;
    assert_eq!(view.verdict, Some(Verdict::Pass), "{view:?}");
    let target = &view.attestation.as_ref().unwrap().typed().target;
    assert_ne!(target.head_sha, before);
    assert_eq!(target.head_sha, scene.head());
    assert_eq!(target.base_sha, scene.git(&["rev-parse", "origin/main"]));
    let names: Vec<_> = events.iter().map(name_of).collect();
    let order = |name: &str| names.iter().position(|other| *other == name).unwrap();
    assert!(order("prepare started") < order("prepare finished") && order("prepare finished") < order("frozen"));
}

#[tokio::test]
async fn a_prepare_check_that_fails_leaves_no_attestation() {
    let scene = Scene::new("  - {id: x, kind: command, run: 'true'}");
    scene.manifest(&PREPARED.replace("PREPARE", "exit 3"));
    let (view, events) = scene.run(scene.request()).await;
    assert_eq!((view.status, view.exit_code), (RunStatus::Failed, 3));
    assert!(matches!(&view.error, Some(HostError::PrepareFailed { check, .. }) if check == "fix"), "{view:?}");
    assert!(view.attestation.is_none() && view.ledger_path.is_none() && view.verdict.is_none());
    assert_eq!(document(&view)["status"], "failed");
    assert!(document(&view)["error"].as_str().unwrap().contains("fix"));
    assert!(events.iter().any(|event| matches!(event, RunEvent::PrepareFinished { error: Some(_), .. })), "{events:?}");
    assert_eq!(scene.recorded(), 0);
}

#[tokio::test]
async fn a_dirty_tree_is_said_in_the_attestation() {
    let scene = Scene::new("  - {id: a, kind: command, run: 'true'}");
    scene.write("untracked", "x");
    assert_eq!(scene.run_default().await.attestation.unwrap().typed().dirty, None);
    scene.write("file", "changed");
    assert_eq!(scene.run_default().await.attestation.unwrap().typed().dirty, Some(true));
}

#[tokio::test]
async fn a_head_that_moves_under_the_lanes_makes_none_of_them_count() {
    let scene = Scene::new(
        "  - {id: mover, kind: command, run: 'git commit -q --allow-empty -m moved'}\n  - {id: a, kind: command, run: 'true'}",
    );
    let view = scene.run_default().await;
    assert_eq!(view.verdict, Some(Verdict::Incomplete), "{view:?}");
    for lane in lanes(&view) {
        assert_eq!(lane.status, LaneStatus::Skipped);
        assert!(lane.error.as_ref().unwrap().contains("HEAD moved from"), "{lane:?}");
    }
}

#[tokio::test]
async fn a_cancelled_run_leaves_nothing() {
    let scene = Scene::new("  - {id: a, kind: command, run: 'touch started; sleep 600'}");
    let cancel = CancellationToken::new();
    let from_lane = cancel.clone();
    let observer = move |event: RunEvent| {
        if matches!(event, RunEvent::LaneStarted { .. }) {
            from_lane.cancel();
        }
    };
    let view = scene.run_with(scene.request(), observer, cancel).await;
    assert_eq!((view.status, view.exit_code), (RunStatus::Cancelled, 2), "{view:?}");
    assert!(view.verdict.is_none() && view.attestation.is_none() && view.error.is_none());
    assert_eq!(scene.recorded(), 0);
    scene.assert_nothing_is_left();
}

#[tokio::test]
async fn a_run_that_is_cancelled_before_it_starts_leaves_nothing() {
    let scene = Scene::new("  - {id: a, kind: command, run: 'touch started'}");
    let cancel = CancellationToken::new();
    cancel.cancel();
    let view = scene.host().run(scene.request(), NoObserver::shared(), cancel).await;
    assert_eq!(view.status, RunStatus::Cancelled);
    assert!(!scene.root().join("started").exists());
}

#[tokio::test]
async fn a_state_folder_that_cannot_be_written_stops_a_run_that_should_be_recorded() {
    let scene = Scene::new("  - {id: a, kind: command, run: 'touch ran'}");
    fs::write(scene.beside("state"), "in the way").unwrap();
    let view = scene.run_default().await;
    assert_eq!((view.status, view.exit_code), (RunStatus::Failed, 3));
    assert!(why(&view).contains("state") && why(&view).contains("--headless"), "{}", why(&view));
    assert!(!scene.root().join("ran").exists());
    let mut request = scene.request();
    request.headless = true;
    let (view, events) = scene.run(request).await;
    assert_eq!(view.verdict, Some(Verdict::Pass));
    assert!(view.ledger_path.is_none());
    let said = events.iter().filter(|e| matches!(e, RunEvent::Notice(n) if n.code == NoticeCode::NotRecorded)).count();
    assert_eq!(said, 1);
}

#[tokio::test]
async fn a_manifest_that_is_not_there_or_not_right_says_so() {
    let scene = Scene::new("  - {id: a, kind: command, run: 'true'}");
    let mut request = scene.request();
    request.manifest = Some("other/REVIEW.md".into());
    let (view, _) = scene.run(request).await;
    assert_eq!(view.exit_code, 3);
    assert!(why(&view).contains("other/REVIEW.md"), "{}", why(&view));
    scene.write("REVIEW.md", "---\nkind: review\nid: 7up\n---\n");
    let view = scene.run_default().await;
    assert!(matches!(&view.error, Some(HostError::Manifest(found)) if found.problems.count() > 0), "{view:?}");
    assert!(why(&view).contains("REVIEW.md:3:"), "{}", why(&view));
    let mut request = scene.request();
    scene.git(&["checkout", "--quiet", "REVIEW.md"]);
    request.binding = Some("nightly".to_owned());
    let (view, _) = scene.run(request).await;
    assert_eq!(view.exit_code, 3);
    assert!(why(&view).contains("nightly") && why(&view).contains("default"), "{}", why(&view));
}

#[tokio::test]
async fn a_manifest_may_be_named_from_where_the_caller_is() {
    let scene = Scene::new("  - {id: a, kind: command, run: 'true'}");
    scene.commit("sub/OTHER.md", "---\nkind: review\nid: other\ntarget: git-range\nchecks:\n  - {id: a, kind: command, run: test -f REVIEW.md}\n---\n");
    let mut request = assize_host::RunRequest::new(scene.root().join("sub"));
    request.manifest = Some("OTHER.md".into());
    let (view, _) = scene.run(request).await;
    assert_eq!(view.review_id.as_deref(), Some("other"));
    // Lanes run at the root all the same.
    assert_eq!(view.verdict, Some(Verdict::Pass), "{view:?}");
}

#[tokio::test]
async fn running_again_takes_the_entrys_place() {
    let scene = Scene::new("  - {id: a, kind: command, run: 'true'}");
    let first = scene.run_default().await;
    let mut request = scene.request();
    request.no_cache = true;
    let (second, _) = scene.run(request).await;
    assert_eq!(first.ledger_path, second.ledger_path);
    assert_ne!(first.run_id, second.run_id);
    assert_eq!(scene.recorded(), 1);
}

#[tokio::test]
async fn the_document_has_the_members_that_programs_read() {
    let scene = Scene::new("  - {id: a, kind: command, run: 'true'}");
    let document = document(&scene.run_default().await);
    let members: Vec<_> = document.as_object().unwrap().keys().map(String::as_str).collect();
    let expected =
        ["runId", "status", "reviewId", "binding", "verdict", "attestation", "ledgerPath", "graph", "exitCode"];
    assert_eq!(members, expected);
    assert_eq!((&document["status"], &document["exitCode"]), (&json!("done"), &json!(0)));
    assert_eq!(document["graph"]["schema"], "assize.graph/v1");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn runs_can_be_spawned_and_run_side_by_side() {
    let scene = Scene::new("  - {id: a, kind: command, run: 'true'}\n  - {id: b, kind: command, run: 'true'}");
    let host = scene.host();
    let runs: Vec<_> = (0..4)
        .map(|_| {
            let (host, request) = (host.clone(), scene.request());
            tokio::spawn(async move { host.run(request, NoObserver::shared(), CancellationToken::new()).await })
        })
        .collect();
    for run in runs {
        let view = tokio::time::timeout(LONG, run).await.unwrap().unwrap();
        assert_eq!(view.verdict, Some(Verdict::Pass), "{view:?}");
    }
    assert_eq!(scene.recorded(), 1);
}

#[tokio::test]
async fn a_manifest_whose_packs_cannot_be_loaded_does_not_run() {
    let scene = Scene::new("  - {id: x, kind: command, run: 'true'}");
    scene.manifest(
        "checks:\n  - {id: a, kind: command, run: 'touch ran'}\nbindings:\n  local: {checks: [a]}\n\
         uses:\n  - {pack: ./pack, as: org}",
    );
    let view = scene.run_default().await;
    assert_eq!(view.exit_code, 3);
    assert!(why(&view).contains("pack `./pack`"), "{}", why(&view));
    assert!(!scene.root().join("ran").exists());
}
