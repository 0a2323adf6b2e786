//! Our answer beside OpenSSH's, for every form of an `allowed_signers` file that ssh-keygen(1) documents.

use std::fs;
use std::path::Path;

use assize_host::{NAMESPACE, SignatureStatus};
use assize_schemas::attestation_digests;

use crate::support::{PRINCIPAL, Scene, ssh_keygen};

/// The lines of a file, with `KEY` for the key that signed and `OTHER` for another, and whether the signature of
/// `ci@example.com` is to be accepted.
const FORMS: &[(&str, bool)] = &[
    // Principals.
    ("ci@example.com KEY\n", true),
    ("ci@example.com KEY", true),
    ("ci@example.com KEY a comment\n", true),
    ("ci@example.com\tKEY\n", true),
    ("  ci@example.com KEY\n", true),
    ("ci@example.com  KEY\n", true),
    ("\"ci@example.com\" KEY\n", true),
    ("a@example.com,ci@example.com KEY\n", true),
    ("ci@example.com,a@example.com KEY\n", true),
    ("\"a@example.com,ci@example.com\" KEY\n", true),
    ("a@example.com KEY\n", false),
    ("CI@example.com KEY\n", false),
    ("ci@example.com. KEY\n", false),
    // A pattern lets many speak; nobody is listed by it.
    ("*@example.com KEY\n", false),
    ("* KEY\n", false),
    ("c?@example.com KEY\n", false),
    ("*@example.com,ci@example.com KEY\n", true),
    ("!ci@example.com,*@example.com KEY\n", false),
    ("!ci@example.com,ci@example.com KEY\n", false),
    ("ci@example.com,!ci@example.com KEY\n", false),
    // Lines.
    ("", false),
    ("\n\n", false),
    ("# ci@example.com KEY\n", false),
    ("# a comment\n\nci@example.com KEY\n", true),
    ("ci@example.com KEY\r\n", true),
    ("# a comment\r\nci@example.com KEY\r\n", true),
    ("ci@example.com OTHER\nci@example.com KEY\n", true),
    ("ci@example.com KEY\nci@example.com OTHER\n", true),
    ("ci@example.com OTHER\n", false),
    ("a@example.com OTHER\nci@example.com KEY\n", true),
    ("a@example.com KEY\nci@example.com KEY\n", false),
    ("ci@example.com KEY\na@example.com KEY\n", true),
    ("garbage\nci@example.com KEY\n", true),
    ("ci@example.com\nci@example.com KEY\n", true),
    ("ci@example.com ssh-ed25519\n", false),
    ("ci@example.com ssh-ed25519 AAAA\n", false),
    ("ci@example.com\\nKEY\n", false),
    ("KEY\n", false),
    // Namespaces.
    ("ci@example.com namespaces=\"agentproto-review\" KEY\n", true),
    ("ci@example.com NAMESPACES=\"agentproto-review\" KEY\n", true),
    ("ci@example.com namespaces=agentproto-review KEY\n", false),
    ("ci@example.com namespaces=\"git,agentproto-review\" KEY\n", true),
    ("ci@example.com namespaces=\"agentproto-*\" KEY\n", true),
    ("ci@example.com namespaces=\"*\" KEY\n", true),
    ("ci@example.com namespaces=\"git\" KEY\n", false),
    ("ci@example.com namespaces=\"file,git\" KEY\n", false),
    ("ci@example.com namespaces=\"\" KEY\n", false),
    ("ci@example.com namespaces=\"Agentproto-review\" KEY\n", false),
    ("ci@example.com namespaces=\"!agentproto-review,*\" KEY\n", false),
    ("ci@example.com namespaces=\"agentproto-review KEY\n", false),
    ("ci@example.com namespaces=\"git\" KEY\nci@example.com namespaces=\"agentproto-review\" KEY\n", true),
    ("ci@example.com namespaces=\"agentproto-review\" KEY\nci@example.com namespaces=\"git\" KEY\n", true),
    ("namespaces=\"agentproto-review\" ci@example.com KEY\n", false),
    // Times.
    ("ci@example.com valid-after=\"20200101\" KEY\n", true),
    ("ci@example.com valid-after=\"20200101Z\" KEY\n", true),
    ("ci@example.com valid-after=\"20200101120000\" KEY\n", true),
    ("ci@example.com valid-after=\"99980101\" KEY\n", false),
    ("ci@example.com valid-before=\"20200101\" KEY\n", false),
    ("ci@example.com valid-before=\"99980101\" KEY\n", true),
    ("ci@example.com valid-after=\"20200101\",valid-before=\"99980101\" KEY\n", true),
    ("ci@example.com valid-after=\"20200101\",valid-before=\"20210101\" KEY\n", false),
    ("ci@example.com valid-after=\"20210101\",valid-before=\"20200101\" KEY\n", false),
    ("ci@example.com valid-after=\"soon\" KEY\n", false),
    ("ci@example.com valid-before=\"20200101\" KEY\nci@example.com KEY\n", true),
    ("ci@example.com namespaces=\"agentproto-review\",valid-before=\"99980101\" KEY\n", true),
    // Other options.
    ("ci@example.com cert-authority KEY\n", false),
    ("ci@example.com cert-authority,namespaces=\"agentproto-review\" KEY\n", false),
    ("ci@example.com no-such-option KEY\n", false),
    ("ci@example.com namespaces=\"agentproto-review\",no-such-option KEY\n", false),
    ("ci@example.com namespaces=\"agentproto-review\" namespaces=\"git\" KEY\n", false),
];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_form_is_judged_as_openssh_judges_it() {
    let scene = Scene::new();
    let attestation = scene.signed().await;
    scene.export("a.json", &attestation);
    let signer = scene.signer().await;
    let foreign = Scene::new();
    let other = foreign.signer().await.key().public().text();
    let key = signer.key().public().text();

    let payload = scene.beside("payload");
    fs::write(&payload, attestation_digests(&attestation).signed_bytes).unwrap();
    let sig = scene.beside("sig");
    fs::write(&sig, attestation["attestor"]["signature"]["sig"].as_str().unwrap()).unwrap();
    let mut different = Vec::new();
    for (form, expect) in FORMS {
        let signers = scene.beside("signers");
        fs::write(&signers, form.replace("KEY", &key).replace("OTHER", &other)).unwrap();
        let theirs = openssh(&signers, &sig, &payload);
        let mut request = scene.request();
        request.allowed_signers = Some(signers);
        request.require_signed = true;
        let view = scene.verify(&request).await;
        let ours = view.signature.status == SignatureStatus::Verified;
        assert_eq!(ours, view.ok, "{form:?}: {view:?}");
        assert_eq!(view.exit_code, if ours { 0 } else { 6 }, "{form:?}: {view:?}");
        if (ours, theirs) != (*expect, *expect) {
            different.push((form, *expect, ours, theirs));
        }
    }
    assert!(different.is_empty(), "form, expected, ours, theirs: {different:#?}");
}

/// Whether `ssh-keygen` lists the principal and accepts the signature.
fn openssh(signers: &Path, sig: &Path, payload: &Path) -> bool {
    let (signers, sig) = (signers.to_str().unwrap(), sig.to_str().unwrap());
    let (found, listed) = ssh_keygen(&["-Y", "find-principals", "-f", signers, "-s", sig], Path::new("/dev/null"));
    let verify = ["-Y", "verify", "-f", signers, "-I", PRINCIPAL, "-n", NAMESPACE, "-s", sig];
    found && listed.lines().any(|line| line == PRINCIPAL) && ssh_keygen(&verify, payload).0
}
