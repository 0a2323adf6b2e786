//! Who says whom to trust: the base, not the change under review.

use assize_host::{SignatureStatus, VerifyRequest};

use crate::support::{MANIFEST, Scene, notes};

const SIGNERS: &str = ".agentproto/allowed_signers";

fn required(scene: &Scene) -> VerifyRequest {
    let mut request = scene.request();
    request.require_signed = true;
    request
}

/// A scene with an allowed_signers file at the base, whose key is the one that signs.
async fn trusted() -> Scene {
    let scene = Scene::new();
    let line = scene.signer().await.allowed_signers_line();
    scene.git(&["checkout", "--quiet", "--detach", "origin/main"]);
    scene.write(SIGNERS, &(line + "\n"));
    scene.commit_all("trust");
    scene.git(&["update-ref", "refs/remotes/origin/main", "HEAD"]);
    scene.git(&["checkout", "--quiet", "-B", "main"]);
    scene.write("change", "1\n");
    scene.commit_all("change");
    scene.export("a.json", &scene.signed().await);
    scene
}

#[tokio::test]
async fn the_file_of_the_base_is_trusted() {
    let scene = trusted().await;
    let view = scene.verify(&required(&scene)).await;
    assert!(view.ok && view.signature.status == SignatureStatus::Verified, "{view:?}");
    assert!(view.notes.is_empty() && view.summary.contains("signed by ci@example.com"), "{view:?}");
    let committed = {
        scene.commit_all("the export");
        scene.verify(&required(&scene)).await
    };
    assert!(committed.ok, "{committed:?}");
}

#[tokio::test]
async fn a_change_of_the_file_changes_nothing_about_itself() {
    let scene = trusted().await;
    // The change brings another key's attestation and says that it is to be trusted.
    let intruder = Scene::new();
    let signer = intruder.signer().await;
    scene.write(SIGNERS, &(signer.allowed_signers_line() + "\n"));
    std::fs::remove_dir_all(scene.root().join(".reviews")).unwrap();
    scene.commit_all("trust me");
    let mut attestation = scene.attestation("origin/main", "HEAD");
    signer.sign_attestation(&mut attestation).await.unwrap();
    scene.export("a.json", &attestation);
    for request in [scene.request(), required(&scene)] {
        let (exit_code, codes) = scene.outcome(&request).await;
        assert_eq!((exit_code, codes.contains(&"principal".to_owned())), (6, true), "{codes:?}");
    }
}

#[tokio::test]
async fn a_file_that_only_the_change_has_is_not_enough_where_a_signature_is_required() {
    let scene = Scene::new();
    let line = scene.signer().await.allowed_signers_line();
    for commit in [true, false] {
        scene.write(SIGNERS, &(line.clone() + "\n"));
        if commit {
            scene.commit_all("trust me");
        }
        scene.export("a.json", &scene.signed().await);
        let view = scene.verify(&scene.request()).await;
        assert!(view.ok && view.signature.status == SignatureStatus::Verified, "{view:?}");
        assert_eq!(notes(&view), ["trust-from-change"]);
        let view = scene.verify(&required(&scene)).await;
        assert_eq!((view.exit_code, view.signature.status), (6, SignatureStatus::Claimed), "{view:?}");
        assert_eq!(view.problems.len(), 1);
        assert_eq!(view.problems[0].code, "trust-from-change");
        std::fs::remove_dir_all(scene.root().join(".agentproto")).unwrap();
        std::fs::remove_dir_all(scene.root().join(".reviews")).unwrap();
        scene.commit_all("without");
    }
}

#[tokio::test]
async fn the_base_must_not_be_chosen_by_the_change() {
    let scene = trusted().await;
    // A branch of the change's own author, with a trust file of its own making.
    scene.git(&["branch", "mine", "origin/main"]);
    for (base, good) in [
        ("mine", false),
        ("refs/heads/mine", false),
        (&*scene.sha("origin/main"), false),
        ("HEAD~1", false),
        ("origin/main~0", false),
        ("origin/main", true),
        ("refs/remotes/origin/main", true),
    ] {
        let manifest = MANIFEST.replace("target: git-range", &format!("target: {{kind: git-range, base: {base}}}"));
        scene.write("REVIEW.md", &manifest);
        scene.export("a.json", &scene.signed().await);
        let (exit_code, codes) = scene.outcome(&required(&scene)).await;
        let expect: &[&str] = if good { &[] } else { &["untrusted-base"] };
        assert_eq!(codes, expect, "{base}");
        assert_eq!(exit_code, if good { 0 } else { 6 }, "{base}");
        // Whoever names the base, or the file, has chosen.
        let mut named = required(&scene);
        named.base = Some("origin/main".to_owned());
        let view = scene.verify(&named).await;
        assert!(view.ok, "{base}: {view:?}");
        assert_eq!(notes(&view), ["manifest-changed"]);
        let mut file = required(&scene);
        file.allowed_signers = Some(SIGNERS.into());
        assert!(scene.verify(&file).await.ok, "{base}");
    }
    // A local branch of that name is not the remote's.
    scene.write("REVIEW.md", MANIFEST);
    scene.export("a.json", &scene.signed().await);
    assert!(scene.verify(&required(&scene)).await.ok);
    scene.git(&["update-ref", "refs/heads/origin/main", "refs/remotes/origin/main"]);
    let (exit_code, codes) = scene.outcome(&required(&scene)).await;
    assert_eq!((exit_code, codes), (6, vec!["untrusted-base".to_owned()]));
}

#[tokio::test]
async fn content_comes_before_the_signature() {
    let scene = trusted().await;
    let mut attestation = scene.signed().await;
    attestation["dirty"] = serde_json::json!(true);
    scene.export("a.json", &attestation);
    let (exit_code, codes) = scene.outcome(&required(&scene)).await;
    assert_eq!((exit_code, codes), (1, vec!["dirty".to_owned(), "signature".to_owned()]));
}

#[tokio::test]
async fn without_ssh_keygen_a_signature_is_a_problem() {
    let scene = trusted().await;
    let bin = scene.beside("bin");
    std::fs::create_dir(&bin).unwrap();
    let git = std::env::split_paths(&std::env::var_os("PATH").unwrap()).map(|d| d.join("git")).find(|f| f.exists());
    std::os::unix::fs::symlink(git.unwrap(), bin.join("git")).unwrap();
    let mut scene = scene;
    scene.set("PATH", bin.into_os_string());
    assert_eq!(scene.outcome(&scene.request()).await, (6, vec!["no-ssh-keygen".to_owned()]));
}
