//! Verdicts that were recorded before.

use std::fs;

use assize_host::{NoticeCode, RunEvent, RunView};
use assize_schemas::{PullRequest, Verdict};
use serde_json::Value;

use crate::support::{Scene, document};

/// A check that tells in a file outside the repository that it ran.
fn counting(scene: &Scene, ends: &str) -> String {
    format!("  - {{id: a, kind: command, run: 'echo x >> {}; {ends}'}}", scene.beside("ran").display())
}

fn scene(ends: &str) -> Scene {
    let scene = Scene::new("  - {id: a, kind: command, run: 'true'}");
    scene.review(&counting(&scene, ends));
    scene
}

fn times_run(scene: &Scene) -> usize {
    fs::read_to_string(scene.beside("ran")).unwrap_or_default().lines().count()
}

fn edit_entry(view: &RunView, edit: impl FnOnce(&mut Value)) {
    let path = view.ledger_path.as_ref().unwrap();
    let mut entry: Value = serde_json::from_slice(&fs::read(path).unwrap()).unwrap();
    edit(&mut entry["attestation"]);
    fs::write(path, entry.to_string()).unwrap();
}

#[tokio::test]
async fn a_verdict_is_served_once_it_is_recorded() {
    for (ends, verdict, code) in [("true", Verdict::Pass, 0), ("exit 1", Verdict::Block, 1)] {
        let scene = scene(ends);
        let first = scene.run_default().await;
        let (second, events) = scene.run(scene.request()).await;
        assert_eq!((second.verdict, second.exit_code, second.cached), (Some(verdict), code, true), "{second:?}");
        assert_eq!(document(&second)["cached"], true);
        assert_eq!(second.attestation, first.attestation);
        assert_eq!(second.ledger_path, first.ledger_path);
        assert_ne!(second.run_id, first.run_id);
        assert!(second.graph.is_some());
        assert!(events.iter().any(|e| matches!(e, RunEvent::Notice(n) if n.code == NoticeCode::Cached)));
        assert!(!events.iter().any(|e| matches!(e, RunEvent::Started(_))));
        assert_eq!(times_run(&scene), 1);
        let mut request = scene.request();
        request.no_cache = true;
        assert!(!scene.run(request).await.0.cached);
        assert_eq!(times_run(&scene), 2);
    }
}

#[tokio::test]
async fn what_could_not_be_established_is_not_served() {
    // A verdict that is incomplete, and one about a tree that held more than the range.
    let scene = Scene::new("  - {id: a, kind: command, timeoutMs: 50, run: 'sleep 30'}");
    for _ in 0..2 {
        assert!(!scene.run_default().await.cached);
    }
    let scene = self::scene("true");
    scene.write("file", "changed");
    for _ in 0..2 {
        assert!(!scene.run_default().await.cached);
    }
    scene.git(&["checkout", "--quiet", "file"]);
    assert!(!scene.run_default().await.cached);
    assert!(scene.run_default().await.cached);
    // With a tree that holds more than the range the clean verdict is none.
    scene.write("file", "changed");
    assert!(!scene.run_default().await.cached);
    assert_eq!(times_run(&scene), 4);
}

#[tokio::test]
async fn whatever_the_verdict_depends_on_misses() {
    let scene = Scene::new("  - {id: x, kind: command, run: 'true'}");
    let rubric = scene.beside("rubric.md");
    fs::write(&rubric, "be kind\n").unwrap();
    let pack = scene.beside("pack");
    fs::create_dir(&pack).unwrap();
    let text = "---\nkind: review-pack\nid: base\nversion: 1.0.0\nchecks:\n  \
        - {id: read, kind: agent, preset: p, blocking: false, rubric: ./r.md}\n---\n";
    fs::write(pack.join("REVIEW.md"), text).unwrap();
    fs::write(pack.join("r.md"), "be kind\n").unwrap();
    scene.manifest(&format!(
        "checks:\n{}\n  - {{id: b, kind: agent, preset: p, blocking: false, rubric: '{}'}}\n\
         uses:\n  - {{pack: '{}', as: org}}\nbindings:\n  local: {{checks: [a, b, org/read]}}",
        counting(&scene, "true"),
        rubric.display(),
        pack.display(),
    ));
    let misses = async |expect: bool, why: &str| {
        let view = scene.run_default().await;
        assert_eq!(view.verdict, Some(Verdict::Pass), "{view:?}");
        assert_eq!(view.cached, !expect, "{why}");
        assert!(scene.run_default().await.cached, "{why}");
    };
    misses(true, "first").await;
    for (file, text) in
        [(&rubric, "be kind\n\n"), (&pack.join("r.md"), "be kind\n\n"), (&pack.join("REVIEW.md"), &format!("{text}\n"))]
    {
        fs::write(file, text).unwrap();
        misses(true, &file.display().to_string()).await;
    }
    for (path, text) in [("untracked", "x"), ("sub/untracked", "x")] {
        scene.write(path, text);
        misses(false, path).await;
    }
    scene.git(&["branch", "other"]);
    scene.git(&["update-index", "--refresh"]);
    misses(false, "a branch").await;
    scene.commit("file", "two\n");
    misses(true, "a commit").await;
}

#[tokio::test]
async fn entries_that_are_not_what_they_should_be_are_not_served() {
    type Edit = fn(&mut Value);
    let edits: [(&str, Edit, Option<NoticeCode>); 5] = [
        ("verdict", |a| a["verdict"] = "block".into(), Some(NoticeCode::DamagedEntry)),
        ("range", |a| a["rangeSha"] = "0".repeat(64).into(), Some(NoticeCode::DamagedEntry)),
        ("lane", |a| a["lanes"][0]["status"] = "passed".into(), Some(NoticeCode::DamagedEntry)),
        ("manifest", |a| a["manifestSha"] = "0".repeat(64).into(), Some(NoticeCode::DamagedEntry)),
        ("dirty", |a| a["dirty"] = true.into(), None),
    ];
    for (name, edit, notice) in edits {
        let scene = scene("true");
        edit_entry(&scene.run_default().await, edit);
        let (view, events) = scene.run(scene.request()).await;
        assert!(!view.cached, "{name}");
        assert_eq!(view.verdict, Some(Verdict::Pass), "{name}");
        let told: Vec<_> = events
            .iter()
            .filter_map(|event| match event {
                RunEvent::Notice(notice) => Some(notice.code),
                _ => None,
            })
            .collect();
        assert_eq!(told, notice.into_iter().collect::<Vec<_>>(), "{name}");
        // The run put a whole one in its place.
        assert!(scene.run_default().await.cached, "{name}");
    }
    // Torn.
    let scene = scene("true");
    let path = scene.run_default().await.ledger_path.unwrap();
    let text = fs::read(&path).unwrap();
    for length in [0, 1, text.len() / 2, text.len() - 2] {
        fs::write(&path, &text[..length]).unwrap();
        assert!(!scene.run_default().await.cached, "{length}");
    }
}

#[tokio::test]
async fn the_entry_of_a_remote_with_the_same_slug_is_another_ones() {
    let scene = scene("true");
    scene.git(&["remote", "add", "origin", "https://host/a_b/c"]);
    scene.run_default().await;
    assert!(scene.run_default().await.cached);
    scene.git(&["remote", "set-url", "origin", "https://host/a/b_c"]);
    let view = scene.run_default().await;
    assert!(!view.cached);
    assert_eq!(view.attestation.unwrap().typed().target.repo_remote, "host/a/b_c");
    assert_eq!(times_run(&scene), 2);
}

#[tokio::test]
async fn a_pull_request_is_noted_beside_a_verdict_that_is_served() {
    let scene = scene("true");
    let first = scene.run_default().await;
    let mut request = scene.request();
    request.pr = Some(PullRequest {
        provider: "github".to_owned(),
        repo: "me/it".to_owned(),
        number: 3,
        url: "https://github.com/me/it/pull/3".to_owned(),
    });
    let (view, _) = scene.run(request).await;
    assert!(view.cached);
    assert_eq!(view.attestation, first.attestation);
    let noted = view.ledger_path.unwrap().with_extension("annotations.json");
    let noted: Value = serde_json::from_slice(&fs::read(noted).unwrap()).unwrap();
    assert_eq!(noted["pr"]["number"], 3);
}
