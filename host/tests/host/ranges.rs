//! What is reviewed.

use std::os::unix::fs::symlink;

use assize_host::{NoticeCode, RunEvent, RunRequest, RunStatus, RunView};
use assize_schemas::Verdict;

use crate::support::{Scene, document, why};

const ONE: &str = "  - {id: a, kind: command, run: 'true'}";

fn target(view: &RunView) -> (String, String) {
    let document = document(view);
    let target = &document["attestation"]["target"];
    assert!(target.is_object(), "{document:#}");
    (target["baseSha"].as_str().unwrap().to_owned(), target["headSha"].as_str().unwrap().to_owned())
}

#[tokio::test]
async fn the_base_is_the_merge_base_also_of_a_base_that_is_named() {
    let scene = Scene::new(ONE);
    let fork = scene.head();
    scene.git(&["switch", "--quiet", "-c", "other"]);
    scene.commit("theirs", "x");
    scene.git(&["switch", "--quiet", "main"]);
    scene.commit("ours", "x");
    let mut request = scene.request();
    request.base = Some("other".to_owned());
    let (view, _) = scene.run(request).await;
    assert_eq!(target(&view), (fork, scene.head()));
    assert_eq!(document(&view)["graph"]["steps"][0]["config"]["base"], "other");
}

#[tokio::test]
async fn an_empty_range_runs_and_says_so() {
    let scene = Scene::new(ONE);
    let mut request = scene.request();
    request.base = Some("HEAD".to_owned());
    let (view, events) = scene.run(request).await;
    assert_eq!(view.verdict, Some(Verdict::Pass));
    assert!(events.iter().any(|e| matches!(e, RunEvent::Notice(n) if n.code == NoticeCode::EmptyRange)));
    assert!(events.iter().any(|e| matches!(e, RunEvent::Started(started) if started.empty_range)));
}

#[tokio::test]
async fn a_repository_without_origin_says_what_to_do() {
    let scene = Scene::new(ONE);
    scene.git(&["update-ref", "-d", "refs/remotes/origin/main"]);
    let view = scene.run_default().await;
    assert_eq!((view.status, view.exit_code), (RunStatus::Failed, 3));
    for word in ["origin/main", "--base", "target.base", "no remote named origin"] {
        assert!(why(&view).contains(word), "{word}: {}", why(&view));
    }
    scene.git(&["remote", "add", "origin", "https://ann:secret@Example.com/me/it.git/"]);
    assert!(why(&scene.run_default().await).contains("git fetch origin main"));
    scene.git(&["update-ref", "refs/remotes/origin/main", "HEAD~1"]);
    let view = scene.run_default().await;
    assert_eq!(document(&view)["attestation"]["target"]["repoRemote"], "example.com/me/it");
}

#[tokio::test]
async fn refs_that_are_none_are_refused() {
    let scene = Scene::new(ONE);
    for (base, head, word) in [
        (Some("--upload-pack=x"), None, "begins with '-'"),
        (None, Some("-x"), "begins with '-'"),
        (Some("nowhere"), None, "nowhere"),
        (None, Some("nowhere"), "nowhere"),
        (Some("main..x"), None, "range"),
    ] {
        let mut request = scene.request();
        request.base = base.map(str::to_owned);
        request.head = head.map(str::to_owned);
        let (view, _) = scene.run(request).await;
        assert_eq!(view.exit_code, 3, "{base:?} {head:?}");
        assert!(why(&view).contains(word), "{}", why(&view));
    }
}

#[tokio::test]
async fn places_without_a_range_say_what_is_missing() {
    let scene = Scene::bare_of_commits("repo", "sha1");
    scene.write("REVIEW.md", "---\nkind: review\nid: x\ntarget: git-range\nchecks: []\n---\n");
    assert!(why(&scene.run_default().await).contains("no commit yet"));
    let (view, _) = scene.run(RunRequest::new(scene.beside("tmp"))).await;
    assert_eq!(view.exit_code, 3);
    assert!(why(&view).contains("not inside a git repository"), "{}", why(&view));
    let (view, _) = scene.run(RunRequest::new(scene.beside("nowhere"))).await;
    assert_eq!(view.exit_code, 3, "{}", why(&view));
}

#[tokio::test]
async fn unrelated_histories_have_no_range() {
    let scene = Scene::new(ONE);
    scene.git(&["switch", "--quiet", "--orphan", "alone"]);
    scene.review(ONE);
    let view = scene.run_default().await;
    assert_eq!(view.exit_code, 3);
    assert!(why(&view).contains("no commit in common"), "{}", why(&view));
}

#[tokio::test]
async fn a_shallow_clone_is_asked_to_be_deepened() {
    let scene = Scene::new(ONE);
    scene.git(&["branch", "trunk", "origin/main"]);
    let clone = scene.beside("clone");
    let address = format!("file://{}", scene.root().display());
    scene.git(&["clone", "--quiet", "--depth", "1", "--no-single-branch", &address, clone.to_str().unwrap()]);
    let mut request = RunRequest::new(&clone);
    request.base = Some("origin/trunk".to_owned());
    let (view, _) = scene.run(request.clone()).await;
    assert_eq!(view.exit_code, 3);
    assert!(why(&view).contains("git fetch --unshallow"), "{}", why(&view));
    scene.git_in(&clone, &["fetch", "--quiet", "--unshallow"]);
    let (view, _) = scene.run(request).await;
    assert_eq!(view.verdict, Some(Verdict::Pass), "{view:?}");
    // A clone of one branch alone lacks the base, and is told how to get it.
    let single = scene.beside("single");
    scene.git(&["clone", "--quiet", "--depth", "1", &address, single.to_str().unwrap()]);
    let mut request = RunRequest::new(&single);
    request.base = Some("origin/trunk".to_owned());
    let (view, _) = scene.run(request).await;
    assert!(why(&view).contains("git fetch origin trunk:refs/remotes/origin/trunk"), "{}", why(&view));
}

#[tokio::test]
async fn names_of_any_kind_and_either_hash() {
    for (name, format) in [("mit Leerzeichen", "sha1"), ("größe-日本", "sha256"), ("-dash'quote", "sha1")] {
        let scene = Scene::bare_of_commits(name, format);
        scene.commit("Ä file", "one");
        scene.git(&["update-ref", "refs/remotes/origin/main", "HEAD"]);
        scene.review(ONE);
        let view = scene.run_default().await;
        assert_eq!(view.verdict, Some(Verdict::Pass), "{name}: {view:?}");
        assert_eq!(target(&view).1, scene.head());
        assert_eq!(document(&view)["attestation"]["target"]["repoRemote"], format!("local:{}", scene.root().display()));
        assert_eq!(scene.recorded(), 1);
    }
}

#[tokio::test]
async fn linked_work_trees_and_linked_paths() {
    let scene = Scene::new(ONE);
    let linked = scene.beside("linked");
    scene.git(&["worktree", "add", "--quiet", "-b", "side", linked.to_str().unwrap()]);
    let (view, _) = scene.run(RunRequest::new(&linked)).await;
    assert_eq!(view.verdict, Some(Verdict::Pass), "{view:?}");
    assert_eq!(document(&view)["attestation"]["target"]["repoRemote"], format!("local:{}", linked.display()));
    symlink(scene.root(), scene.beside("link")).unwrap();
    let (view, _) = scene.run(RunRequest::new(scene.beside("link"))).await;
    assert_eq!(document(&view)["attestation"]["target"]["repoRemote"], format!("local:{}", scene.root().display()));
}
