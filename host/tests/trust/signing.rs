//! Keys and signatures.

use std::fs::{self, Permissions};
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::Path;
use std::sync::Arc;

use assize_host::{NAMESPACE, PrincipalSource, SignatureStatus, Signer, SignerPlace, SigningError, SshKeygenError};
use assize_schemas::attestation_digests;
use serde_json::{Value, json};

use crate::support::{PRINCIPAL, Scene, ssh_keygen};

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().permissions().mode() & 0o7777
}

async fn open(scene: &Scene) -> Result<Signer, SigningError> {
    let state = scene.state();
    let email = scene.repository().setting("user.email").await.unwrap();
    let place = SignerPlace {
        state: &state,
        environment: &scene.environment(),
        hostname: "my box",
        email: email.as_deref(),
        principal: None,
    };
    Signer::open(&place).await
}

#[tokio::test]
async fn a_key_is_made_once_and_kept_private() {
    let scene = Scene::new();
    let first = open(&scene).await.unwrap();
    assert!(first.key().created());
    let (key, public) = (first.key().path().to_owned(), first.key().public_path());
    assert_eq!(key, scene.beside("state/keys/review_ed25519"));
    assert_eq!((mode(key.parent().unwrap()), mode(&key)), (0o700, 0o600));
    let line = fs::read_to_string(&public).unwrap();
    assert_eq!(line.trim_end(), format!("{} agentproto-review@my-box", first.key().public().text()));
    let listed = ssh_keygen(&["-l", "-f", public.to_str().unwrap()], &public).1;
    assert_eq!(listed.split(' ').nth(1), Some(&*first.key().public().fingerprint()));

    fs::set_permissions(&key, Permissions::from_mode(0o644)).unwrap();
    fs::set_permissions(key.parent().unwrap(), Permissions::from_mode(0o755)).unwrap();
    let again = open(&scene).await.unwrap();
    assert!(!again.key().created());
    assert_eq!(again.key().public(), first.key().public());
    assert_eq!((mode(key.parent().unwrap()), mode(&key)), (0o700, 0o600));
    again.sign(b"x").await.unwrap();
    let names: Vec<_> = fs::read_dir(key.parent().unwrap()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(names.len(), 3, "the key, its public half and the lock: {names:?}");
}

#[tokio::test]
async fn a_missing_public_key_is_derived_again() {
    let scene = Scene::new();
    let first = open(&scene).await.unwrap();
    let line = fs::read(first.key().public_path()).unwrap();
    fs::remove_file(first.key().public_path()).unwrap();
    let again = open(&scene).await.unwrap();
    assert_eq!(again.key().public(), first.key().public());
    assert_eq!(fs::read(first.key().public_path()).unwrap(), line);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn many_at_once_end_up_with_one_key() {
    let scene = Arc::new(Scene::new());
    let opened: Vec<_> = (0..24)
        .map(|_| {
            let scene = scene.clone();
            tokio::spawn(async move { open(&scene).await.unwrap() })
        })
        .collect();
    let mut keys = Vec::new();
    for signer in opened {
        let signer = signer.await.unwrap();
        signer.sign(b"x").await.unwrap();
        keys.push((signer.key().public().fingerprint(), signer.key().created()));
    }
    assert!(keys.iter().all(|(fingerprint, _)| *fingerprint == keys[0].0), "{keys:?}");
    assert_eq!(keys.iter().filter(|(_, created)| *created).count(), 1);
}

#[tokio::test]
async fn what_a_dead_process_left_behind_is_in_nobodys_way() {
    let scene = Scene::new();
    let keys = scene.beside("state/keys");
    let left = keys.join(".review_ed25519.new-dead");
    fs::create_dir_all(&left).unwrap();
    fs::write(left.join("review_ed25519"), "half a key").unwrap();
    open(&scene).await.unwrap().sign(b"x").await.unwrap();
    assert!(!left.exists());
}

#[tokio::test]
async fn a_signature_made_here_is_accepted_by_ssh_keygen() {
    let scene = Scene::new();
    let attestation = scene.signed().await;
    let digests = attestation_digests(&attestation);
    let file = |name: &str, text: &str| {
        let path = scene.beside(name);
        fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let signature = &attestation["attestor"]["signature"];
    let sig = file("sig", signature["sig"].as_str().unwrap());
    let signers = file("signers", &(scene.signer().await.allowed_signers_line() + "\n"));
    let payload = file("payload", &digests.signed_bytes);
    let verify = ["-Y", "verify", "-f", &signers, "-I", PRINCIPAL, "-n", NAMESPACE, "-s", &sig];
    assert!(ssh_keygen(&verify, Path::new(&payload)).0);
    let other = file("other", &(digests.signed_bytes + " "));
    assert!(!ssh_keygen(&verify, Path::new(&other)).0);
    let members: Vec<_> = signature.as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(members, ["alg", "keyFingerprint", "principal", "signedAt", "sig"]);
    assert_eq!(signature["alg"], "ssh-ed25519");
}

#[tokio::test]
async fn a_signature_made_by_ssh_keygen_is_accepted_here() {
    for hash in ["sha512", "sha256"] {
        let scene = Scene::new();
        let signer = scene.signer().await;
        let mut attestation = scene.attestation("origin/main", "HEAD");
        let payload = scene.beside("payload");
        fs::write(&payload, attestation_digests(&attestation).signed_bytes).unwrap();
        let option = format!("hashalg={hash}");
        let key = signer.key().path().to_str().unwrap();
        let (signed, sig) = ssh_keygen(&["-Y", "sign", "-O", &option, "-n", NAMESPACE, "-f", key], &payload);
        assert!(signed);
        attestation["attestor"]["signature"] = json!({
            "alg": "ssh-ed25519", "keyFingerprint": signer.key().public().fingerprint(), "principal": PRINCIPAL,
            "signedAt": "2026-01-02T03:04:05.678Z", "sig": sig,
        });
        scene.export("a.json", &attestation);
        fs::write(scene.beside("signers"), signer.allowed_signers_line()).unwrap();
        let mut request = scene.request();
        request.allowed_signers = Some(scene.beside("signers"));
        request.require_signed = true;
        let view = scene.verify(&request).await;
        assert!(view.ok && view.signature.status == SignatureStatus::Verified, "{hash}: {view:?}");
    }
}

#[tokio::test]
async fn signing_replaces_a_signature_and_touches_nothing_else() {
    let scene = Scene::new();
    let signer = scene.signer().await;
    let mut attestation = scene.attestation("origin/main", "HEAD");
    attestation["later"] = json!({"member": 1.5});
    let unsigned = attestation.clone();
    attestation["attestor"]["signature"] = json!("old");
    let signature = signer.sign_attestation(&mut attestation).await.unwrap();
    assert_eq!(attestation["attestor"]["signature"], serde_json::to_value(&signature).unwrap());
    assert_eq!(attestation_digests(&attestation).signed_bytes, attestation_digests(&unsigned).signed_bytes);
    let refused = signer.sign_attestation(&mut Value::Null).await;
    assert!(matches!(refused, Err(SigningError::NotAnAttestation)));
}

#[tokio::test]
async fn the_principal_is_configured_or_gits_or_the_hosts() {
    let scene = Scene::new();
    let who = async |scene: &Scene| {
        let signer = open(scene).await.unwrap();
        (signer.principal().as_str().to_owned(), signer.principal().source())
    };
    assert_eq!(who(&scene).await, ("agentproto-review@my-box".to_owned(), PrincipalSource::Hostname));
    scene.git(&["config", "user.email", "me@example.com"]);
    assert_eq!(who(&scene).await, ("me@example.com".to_owned(), PrincipalSource::Git));
    scene.git(&["config", "user.email", "*@example.com"]);
    assert_eq!(who(&scene).await, ("agentproto-review@my-box".to_owned(), PrincipalSource::Hostname));
    scene.state().write("config.toml", b"[signing]\nprincipal = \"host@example.com\"\n").unwrap();
    assert_eq!(who(&scene).await, ("host@example.com".to_owned(), PrincipalSource::Configured));
    scene.state().write("config.toml", b"[signing]\nprincipal = \"*\"\n").unwrap();
    assert!(matches!(open(&scene).await, Err(SigningError::Principal(_))));
    scene.state().write("config.toml", b"[signing\n").unwrap();
    assert!(matches!(open(&scene).await, Err(SigningError::Setting { .. })));
}

#[tokio::test]
async fn what_is_told_about_a_key() {
    let scene = Scene::new();
    scene.git(&["config", "user.email", "me@example.com"]);
    let signer = scene.host().signer(scene.root(), None).await.unwrap();
    let (fingerprint, key) = (signer.key().public().fingerprint(), signer.key().public().text());
    let told = json!({
        "fingerprint": fingerprint,
        "principal": "me@example.com",
        "publicKeyPath": scene.beside("state/keys/review_ed25519.pub"),
        "allowedSignersLine": format!("me@example.com namespaces=\"agentproto-review\" {key}"),
    });
    assert_eq!(serde_json::to_value(signer.view()).unwrap(), told);
    // Outside of any repository too.
    let signer = scene.host().signer(scene.outside(), Some(PRINCIPAL)).await.unwrap();
    assert_eq!(signer.view().principal, PRINCIPAL);
}

#[tokio::test]
async fn trouble_is_an_error_with_a_name() {
    let mut without = Scene::new();
    let empty = without.outside().to_owned();
    without.set("PATH", empty);
    let state = without.state();
    let place = SignerPlace {
        state: &state,
        environment: &without.environment(),
        hostname: "box",
        email: None,
        principal: Some(PRINCIPAL),
    };
    let missing = Signer::open(&place).await;
    assert!(matches!(missing, Err(SigningError::SshKeygen(SshKeygenError::Missing))), "{missing:?}");

    let scene = Scene::new();
    let signer = open(&scene).await.unwrap();
    let (key, public) = (signer.key().path().to_owned(), signer.key().public_path());
    let foreign = Scene::new();
    let other = open(&foreign).await.unwrap();
    fs::copy(other.key().public_path(), &public).unwrap();
    let mismatch = open(&scene).await.unwrap().sign(b"x").await;
    assert!(matches!(mismatch, Err(SigningError::KeyMismatch { .. })), "{mismatch:?}");
    fs::write(&public, "ssh-rsa AAAA").unwrap();
    assert!(matches!(open(&scene).await, Err(SigningError::PublicKey { .. })));
    fs::remove_file(&public).unwrap();
    fs::write(&key, "no key at all").unwrap();
    let broken = open(&scene).await;
    assert!(matches!(broken, Err(SigningError::SshKeygen(SshKeygenError::Failed { .. }))), "{broken:?}");
    fs::remove_file(&key).unwrap();
    fs::create_dir(&key).unwrap();
    assert!(open(&scene).await.is_err());
    fs::remove_dir(&key).unwrap();
    symlink("/dev/null", &key).unwrap();
    assert!(matches!(open(&scene).await, Err(SigningError::Store(_))));
}

#[tokio::test]
async fn a_key_with_a_passphrase_is_refused_and_nobody_is_asked() {
    let scene = Scene::new();
    let keys = scene.beside("state/keys");
    fs::create_dir_all(&keys).unwrap();
    let key = keys.join("review_ed25519");
    let made = ["-q", "-t", "ed25519", "-N", "secret", "-f", key.to_str().unwrap()];
    assert!(ssh_keygen(&made, Path::new("/dev/null")).0);
    let refused = open(&scene).await.unwrap().sign(b"x").await;
    assert!(matches!(refused, Err(SigningError::SshKeygen(SshKeygenError::Failed { .. }))), "{refused:?}");
}
