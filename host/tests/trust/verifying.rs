//! The outcomes of a verification.

use std::fs;
use std::os::unix::fs::symlink;
use std::process::Command;

use assize_host::{Absence, ExpectedVerdict, SignatureStatus, VerifyRequest};
use assize_schemas::Verdict;
use serde_json::{Value, json};

use crate::support::{MANIFEST, Scene, notes};

#[tokio::test]
async fn an_unsigned_attestation_verifies_with_a_note() {
    let scene = Scene::new();
    scene.export("a.json", &scene.attestation("origin/main", "HEAD"));
    let view = scene.verify(&scene.request()).await;
    assert!(view.ok, "{view:?}");
    assert_eq!(notes(&view), ["unsigned"]);
    assert_eq!(view.verdict.as_deref(), Some("pass"));
    assert_eq!(view.path.as_deref(), Some(".reviews/a.json"));
    let text = serde_json::to_value(&view).unwrap();
    assert_eq!(text["signature"], json!({"status": "none"}));
    assert_eq!((&text["ok"], &text["exitCode"], &text["problems"]), (&json!(true), &json!(0), &json!([])));
    assert!(view.summary.contains("compared .reviews/a.json with the range"), "{}", view.summary);

    let mut request = scene.request();
    request.require_signed = true;
    assert_eq!(scene.outcome(&request).await, (6, vec!["unsigned".to_owned()]));
}

#[tokio::test]
async fn a_signature_without_trust_is_a_claim() {
    let scene = Scene::new();
    let attestation = scene.signed().await;
    scene.export("a.json", &attestation);
    let view = scene.verify(&scene.request()).await;
    assert!(view.ok && view.signature.status == SignatureStatus::Claimed, "{view:?}");
    assert_eq!(notes(&view), ["no-allowed-signers"]);
    assert!(view.summary.contains("claimed, not verified"), "{}", view.summary);
    let mut request = scene.request();
    request.require_signed = true;
    assert_eq!(scene.outcome(&request).await, (6, vec!["no-allowed-signers".to_owned()]));

    // One that is wrong is refused all the same.
    let mut changed = attestation.clone();
    changed["lanes"][0]["durationMs"] = json!(13);
    scene.export("a.json", &changed);
    assert_eq!(scene.outcome(&scene.request()).await, (6, vec!["signature".to_owned()]));
    let mut request = scene.request();
    request.allowed_signers = Some(scene.beside("no such file"));
    scene.export("a.json", &attestation);
    assert_eq!(scene.outcome(&request).await, (6, vec!["no-allowed-signers".to_owned()]));
}

async fn check(change: impl FnOnce(&mut Value), expect: &[&str]) {
    let scene = Scene::new();
    let mut attestation = scene.attestation("origin/main", "HEAD");
    change(&mut attestation);
    scene.export("a.json", &attestation);
    let mut request = scene.request();
    request.attestation = Some(".reviews/a.json".into());
    let (exit_code, codes) = scene.outcome(&request).await;
    assert_eq!(codes, expect, "{attestation}");
    assert_eq!(exit_code, u8::from(!expect.is_empty()));
}

#[tokio::test]
async fn everything_that_does_not_hold_is_told() {
    check(|_| (), &[]).await;
    check(|a| a["unknown"] = json!({"x": null}), &[]).await;
    check(|a| a["schema"] = json!("agentproto.review.attestation/v2"), &["schema"]).await;
    check(|a| a["rangeSha"] = json!("0".repeat(64)), &["range-sha"]).await;
    check(|a| a["lanes"][0]["status"] = json!("fail"), &["verdict-fold"]).await;
    check(|a| a["manifestSha"] = json!("0".repeat(64)), &["manifest-sha"]).await;
    check(|a| a["target"]["repoRemote"] = json!("github.com/other/demo"), &["repo-remote"]).await;
    check(|a| a["target"]["baseSha"] = json!("1".repeat(40)), &["range-sha", "base-sha"]).await;
    check(|a| a["dirty"] = json!(true), &["dirty"]).await;
    check(
        |a| a["packs"] = json!([{"ref": "./p", "id": "p", "version": "1.0.0", "alg": "x", "sha256": "1".repeat(64)}]),
        &["pack-unknown"],
    )
    .await;
    check(|a| drop(a.as_object_mut().unwrap().remove("createdAt")), &["shape"]).await;
    check(|a| a["lanes"] = json!({}), &["shape"]).await;
    check(|a| *a = json!([]), &["shape"]).await;
    check(
        |a| {
            a["lanes"][0]["status"] = json!("fail");
            a["verdict"] = json!("block");
            a["dirty"] = json!(true);
            a["manifestSha"] = json!("0".repeat(64));
        },
        &["manifest-sha", "verdict", "dirty"],
    )
    .await;
    let signature = |alg: &str| json!({"alg": alg, "keyFingerprint": "SHA256:x", "principal": "p", "signedAt": "2026-01-02T03:04:05Z", "sig": "s"});
    let scene = Scene::new();
    for (member, expect) in [
        (signature("ssh-ed25519"), "signature-form"),
        (signature("ssh-rsa"), "signature-shape"),
        (json!(null), "signature-shape"),
        (json!({}), "signature-shape"),
    ] {
        let mut attestation = scene.attestation("origin/main", "HEAD");
        attestation["attestor"]["signature"] = member;
        scene.export("a.json", &attestation);
        let (exit_code, codes) = scene.outcome(&scene.request()).await;
        assert_eq!((exit_code, &*codes[0]), (6, expect));
    }
}

#[tokio::test]
async fn verdicts_are_asked_for() {
    let scene = Scene::new();
    let mut attestation = scene.attestation("origin/main", "HEAD");
    attestation["lanes"][0]["status"] = json!("fail");
    attestation["verdict"] = json!("block");
    scene.export("a.json", &attestation);
    for (verdict, exit_code) in [
        (ExpectedVerdict::Is(Verdict::Pass), 1),
        (ExpectedVerdict::Is(Verdict::Block), 0),
        (ExpectedVerdict::Is(Verdict::Incomplete), 1),
        (ExpectedVerdict::Any, 0),
    ] {
        let mut request = scene.request();
        request.verdict = verdict;
        assert_eq!(scene.outcome(&request).await.0, exit_code, "{verdict:?}");
    }
}

#[tokio::test]
async fn the_newest_of_the_range_and_binding_is_taken() {
    let scene = Scene::new();
    let export = |name: &str, binding: &str, created: &str, run: &str| {
        let mut attestation = scene.attestation("origin/main", "HEAD");
        attestation["binding"] = json!(binding);
        attestation["createdAt"] = json!(created);
        attestation["runId"] = json!(format!("review-{run}"));
        scene.export(name, &attestation);
    };
    export("a.json", "ci", "2026-01-02T00:00:00Z", "old");
    // Later than the next one, although its text sorts before it.
    export("b.json", "ci", "2026-01-02T23:00:00-02:00", "new");
    export("c.json", "ci", "2026-01-03T00:30:00.000Z", "middle");
    export("d.json", "local", "2026-01-04T00:00:00Z", "local");
    export("e.json", "ci", "no time at all", "odd");
    scene.write(".reviews/f.json", "{\"a\": 1, \"a\": 2}");
    scene.write(".reviews/g.txt", "not looked at");
    symlink("../../../elsewhere.json", scene.root().join(".reviews/h.json")).unwrap();
    assert!(Command::new("mkfifo").arg(scene.root().join(".reviews/i.json")).status().unwrap().success());
    let mut request = scene.request();
    request.binding = Some("ci".to_owned());
    let view = scene.verify(&request).await;
    assert_eq!(view.run_id.as_deref(), Some("review-new"), "{view:?}");
    assert_eq!(notes(&view), ["unread-file", "unread-file", "unread-file", "unsigned"]);
    request.binding = None;
    assert_eq!(scene.verify(&request).await.run_id.as_deref(), Some("review-local"));
    request.binding = Some("other".to_owned());
    let view = scene.verify(&request).await;
    assert_eq!((view.exit_code, view.reason), (4, Some(Absence::NotFound)));
    assert!(view.summary.contains("by the binding \"other\", and none matches"), "{}", view.summary);
}

#[tokio::test]
async fn what_cannot_be_found_or_read_has_exit_codes_of_its_own() {
    let scene = Scene::new();
    let outcome = async |attestation: Option<&str>| {
        let mut request = scene.request();
        request.attestation = attestation.map(Into::into);
        let view = scene.verify(&request).await;
        (view.exit_code, view.reason, view.error.is_some())
    };
    assert_eq!(outcome(None).await, (4, Some(Absence::NotFound), false));
    assert_eq!(outcome(Some("no/such.json")).await, (4, Some(Absence::NotFound), false));
    assert_eq!(outcome(Some(".")).await, (4, Some(Absence::NotFound), false));
    scene.write("broken.json", "{");
    assert_eq!(outcome(Some("broken.json")).await, (1, None, false));
    scene.write("twice.json", "{\"lanes\": [{\"id\": 1, \"id\": 1}]}");
    let mut request = scene.request();
    request.attestation = Some("twice.json".into());
    let view = scene.verify(&request).await;
    assert_eq!((view.exit_code, &*view.problems[0].code), (1, "not-json"));
    assert!(view.problems[0].message.contains("lanes[0].id"), "{view:?}");
    fs::write(scene.root().join("latin1.json"), [b'"', 0xe9, b'"']).unwrap();
    assert_eq!(outcome(Some("latin1.json")).await, (1, None, false));
    assert!(Command::new("mkfifo").arg(scene.root().join("pipe.json")).status().unwrap().success());
    assert_eq!(outcome(Some("pipe.json")).await, (3, None, true));
    fs::write(scene.root().join("large.json"), vec![b' '; 17 << 20]).unwrap();
    assert_eq!(outcome(Some("large.json")).await, (3, None, true));

    let failing = async |change: &dyn Fn(&mut VerifyRequest)| {
        let mut request = scene.request();
        change(&mut request);
        scene.verify(&request).await.exit_code
    };
    assert_eq!(failing(&|request| request.base = Some("no-such-ref".to_owned())).await, 3);
    assert_eq!(failing(&|request| request.head = Some("no-such-ref".to_owned())).await, 3);
    assert_eq!(failing(&|request| request.manifest = Some("no/REVIEW.md".into())).await, 3);
    assert_eq!(failing(&|request| request.cwd = "/".into()).await, 3);
    scene.write("REVIEW.md", "no manifest");
    assert_eq!(outcome(None).await, (3, None, true));
}

#[tokio::test]
async fn nothing_exported_is_a_usage_error_unless_it_is_allowed() {
    let scene = Scene::with(&MANIFEST.replace("verdict: {exportDir: .reviews}\n", ""), &[]);
    let mut request = scene.request();
    let view = scene.verify(&request).await;
    assert_eq!((view.exit_code, view.error.is_some()), (64, true));
    request.if_exported = true;
    let view = scene.verify(&request).await;
    assert_eq!((view.exit_code, view.reason, view.error.is_some()), (5, Some(Absence::NotExported), false));
    request.if_exported = false;
    scene.export("a.json", &scene.attestation("origin/main", "HEAD"));
    request.attestation = Some(".reviews".into());
    assert!(scene.verify(&request).await.ok);
}

#[tokio::test]
async fn an_export_directory_that_leads_outside_is_refused() {
    let scene = Scene::new();
    fs::create_dir(scene.beside("outside")).unwrap();
    symlink("../outside", scene.root().join(".reviews")).unwrap();
    let view = scene.verify(&scene.request()).await;
    assert_eq!((view.exit_code, view.error.is_some()), (3, true), "{view:?}");
}

#[tokio::test]
async fn a_commit_that_adds_the_export_is_verified_as_its_parent() {
    let manifest = MANIFEST.replace(".reviews", "\"prüfung/x y\"");
    let scene = Scene::with(&manifest, &[]);
    let attestation = scene.attestation("origin/main", "HEAD");
    let text = serde_json::to_string_pretty(&attestation).unwrap();
    scene.write("prüfung/x y/größe.json", &text);
    // Not committed yet: it is about HEAD itself.
    assert!(scene.verify(&scene.request()).await.ok);
    scene.commit_all("add the export");
    let view = scene.verify(&scene.request()).await;
    assert!(view.ok, "{view:?}");
    assert_eq!(notes(&view), ["head-parent", "unsigned"]);
    // From anywhere in the repository, and with the directory named.
    let mut request = VerifyRequest::new(scene.root().join("prüfung"));
    request.attestation = Some("x y".into());
    assert!(scene.verify(&request).await.ok);
    // A head that is named is meant.
    let mut request = scene.request();
    request.head = Some("HEAD".to_owned());
    assert_eq!(scene.verify(&request).await.exit_code, 4);

    // Anything else in the commit, and it is a change that nobody reviewed.
    scene.write("change", "2\n");
    scene.git(&["add", "--all"]);
    scene.git(&["commit", "--quiet", "--amend", "-m", "more than the export"]);
    assert_eq!(scene.verify(&scene.request()).await.exit_code, 4);
}

#[tokio::test]
async fn one_commit_back_and_no_further() {
    let scene = Scene::new();
    scene.export("a.json", &scene.attestation("origin/main", "HEAD"));
    scene.commit_all("add the export");
    scene.export("b.json", &json!({}));
    scene.commit_all("add another");
    assert_eq!(scene.verify(&scene.request()).await.exit_code, 4);
}

#[tokio::test]
async fn a_merge_is_never_only_an_export() {
    let scene = Scene::new();
    scene.export("a.json", &scene.attestation("origin/main", "HEAD"));
    scene.git(&["checkout", "--quiet", "-b", "side", "origin/main"]);
    scene.write("side", "s");
    scene.git(&["add", "side"]);
    scene.git(&["commit", "--quiet", "-m", "side"]);
    scene.git(&["checkout", "--quiet", "main"]);
    scene.git(&["merge", "--quiet", "--no-edit", "side"]);
    assert_eq!(scene.verify(&scene.request()).await.exit_code, 4);
}

#[tokio::test]
async fn the_base_is_always_the_merge_base() {
    let scene = Scene::new();
    scene.git(&["checkout", "--quiet", "--detach", "origin/main"]);
    scene.write("theirs", "t");
    scene.commit_all("theirs");
    scene.git(&["update-ref", "refs/remotes/origin/main", "HEAD"]);
    scene.git(&["checkout", "--quiet", "main"]);
    scene.export("a.json", &scene.attestation("origin/main~1", "HEAD"));
    let view = scene.verify(&scene.request()).await;
    assert!(view.ok, "{view:?}");
}

#[tokio::test]
async fn a_named_head_is_held_against_its_own_manifest() {
    let scene = Scene::new();
    let attested = scene.sha("HEAD");
    scene.export("a.json", &scene.attestation("origin/main", "HEAD"));
    let named = |head: &str, manifest: Option<&str>| {
        let mut request = scene.request();
        (request.head, request.manifest) = (Some(head.to_owned()), manifest.map(Into::into));
        request
    };
    // What is checked out has other rules by now, committed or not.
    scene.write("REVIEW.md", MANIFEST.replace("'true'", "'false'"));
    assert_eq!(scene.outcome(&scene.request()).await, (1, vec!["manifest-sha".to_owned()]));
    assert_eq!(scene.outcome(&named("HEAD", None)).await, (0, Vec::new()));
    scene.git(&["commit", "--quiet", "--all", "--message", "other rules"]);
    let view = scene.verify(&named(&attested, None)).await;
    assert!(view.ok, "{view:?}");
    assert_eq!(notes(&view), ["unsigned"]);
    // Whoever names a manifest means the one that is here.
    let view = scene.verify(&named(&attested, Some("REVIEW.md"))).await;
    assert!(!view.ok, "{view:?}");
    assert!(notes(&view).contains(&"foreign-manifest"), "{view:?}");
}
