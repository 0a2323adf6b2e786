//! Runs and their signatures.

use std::fs;
use std::os::unix::fs::symlink;
use std::process::{Command, Stdio};

use assize_host::{NoticeCode, RunEvent, RunView};
use assize_schemas::{Verdict, attestation_digests};

use crate::support::{Scene, document};

const ONE: &str = "  - {id: a, kind: command, run: 'true'}";

/// Whether `ssh-keygen` takes the signature of a run for that of its principal.
fn is_good(scene: &Scene, view: &RunView, principal: &str) -> bool {
    let attestation = view.attestation.as_ref().unwrap();
    let signature = attestation.typed().attestor.signature.as_ref().unwrap();
    assert_eq!(signature.principal, principal);
    assert_eq!(document(view)["attestation"]["attestor"]["signature"]["sig"], signature.sig.as_str());
    let key = fs::read_to_string(scene.beside("state/keys/review_ed25519.pub")).unwrap();
    let (signers, sig) = (scene.beside("signers"), scene.beside("sig"));
    fs::write(&signers, format!("{principal} namespaces=\"agentproto-review\" {key}")).unwrap();
    fs::write(&sig, &signature.sig).unwrap();
    fs::write(scene.beside("bytes"), attestation_digests(attestation.value()).signed_bytes).unwrap();
    let mut verify = Command::new("ssh-keygen");
    verify.args(["-Y", "verify", "-n", "agentproto-review", "-I", principal, "-f"]).arg(&signers).arg("-s").arg(&sig);
    verify.stdin(fs::File::open(scene.beside("bytes")).unwrap()).stdout(Stdio::null());
    verify.status().unwrap().success()
}

#[tokio::test]
async fn runs_are_signed_with_the_hosts_key() {
    let scene = Scene::new(ONE);
    let view = scene.run_default().await;
    assert_eq!(view.signing_error, None);
    assert!(is_good(&scene, &view, "agentproto-review@box"));
    let entry = fs::read_to_string(view.ledger_path.as_ref().unwrap()).unwrap();
    let entry: serde_json::Value = serde_json::from_str(&entry).unwrap();
    assert_eq!(&entry["attestation"], view.attestation.as_ref().unwrap().value());
    // The same key from then on; the name is git's, and a configured one goes before it.
    scene.git(&["config", "user.email", "ada@example.com"]);
    let mut request = scene.request();
    request.no_cache = true;
    assert!(is_good(&scene, &scene.run(request.clone()).await.0, "ada@example.com"));
    fs::write(scene.beside("state/config.toml"), "[signing]\nprincipal = \"ci@example.com\"\n").unwrap();
    assert!(is_good(&scene, &scene.run(request).await.0, "ci@example.com"));
}

#[tokio::test]
async fn trouble_with_the_signature_never_fails_a_review() {
    let mut scene = Scene::new(ONE);
    let check = async |scene: &Scene, says: &str| {
        let mut request = scene.request();
        request.no_cache = true;
        let (view, events) = scene.run(request).await;
        assert_eq!((view.verdict, view.exit_code), (Some(Verdict::Pass), 0), "{view:?}");
        assert!(view.ledger_path.is_some());
        assert!(view.attestation.as_ref().unwrap().value()["attestor"].get("signature").is_none());
        assert!(view.signing_error.as_ref().unwrap().contains(says), "{:?}", view.signing_error);
        assert_eq!(document(&view)["signingError"], view.signing_error.as_deref().unwrap());
        assert!(events.iter().any(|e| matches!(e, RunEvent::Notice(n) if n.code == NoticeCode::NotSigned)));
    };
    fs::create_dir(scene.beside("state")).unwrap();
    fs::write(scene.beside("state/config.toml"), "[signing]\nprincipal = \"a, b\"\n").unwrap();
    check(&scene, "a, b").await;
    fs::remove_file(scene.beside("state/config.toml")).unwrap();
    fs::create_dir_all(scene.beside("state/keys")).unwrap();
    fs::write(scene.beside("state/keys/review_ed25519"), "no key\n").unwrap();
    check(&scene, "ssh-keygen").await;
    // A machine without OpenSSH.
    let tools = scene.beside("tools");
    fs::create_dir(&tools).unwrap();
    let path = std::env::var_os("PATH").unwrap();
    for tool in ["git", "sh"] {
        let found = std::env::split_paths(&path).map(|folder| folder.join(tool)).find(|file| file.exists()).unwrap();
        symlink(found, tools.join(tool)).unwrap();
    }
    scene.set("PATH", tools.into_os_string());
    check(&scene, "no ssh-keygen").await;
}

#[tokio::test]
async fn a_run_without_an_attestation_makes_no_key() {
    let scene = Scene::new("  - {id: x, kind: command, run: 'true'}");
    scene.manifest(
        "checks:\n  - {id: fix, kind: command, effects: true, run: 'exit 1'}\n  - {id: a, kind: command, run: 'true'}\n\
         bindings:\n  local: {prepare: [fix], checks: [a]}",
    );
    assert_eq!(scene.run_default().await.exit_code, 3);
    assert!(!scene.beside("state/keys").exists());
}
