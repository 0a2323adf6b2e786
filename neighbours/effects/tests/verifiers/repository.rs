//! `git.commit`, `git.tag` and the kinds without a store.

use assize_effects::{Expected, KINDS};
use assize_scratch::Scratch;

use crate::support::{ID, ask, registry, registry_of, request};

/// A repository with a plain commit and one that carries the id, and two tags.
fn repository() -> (Scratch, String, String) {
    let scratch = Scratch::unborn("full");
    let plain = scratch.commit_all("plain");
    let marked = scratch.commit_all(&format!("marked\n\nWhy.\n\nEffect-Id: {ID}"));
    scratch.git(&["tag", "light"]);
    scratch.git(&["tag", "-a", "-m", "annotated", "annotated", &plain]);
    (scratch, plain, marked)
}

#[test]
fn commits() {
    let (scratch, plain, marked) = repository();
    let full = registry_of(&scratch, scratch.root());
    let check = |registry, target: &str, expect: &str| {
        assert_eq!(ask(registry, &request("git.commit", target)), expect, "{target}");
    };
    let nobody = format!("git:{}", "1".repeat(40));
    check(&full, &format!("git:{plain}"), "present state-match");
    check(&full, &format!("git:{marked}"), "present marker-match");
    check(&full, &nobody, "absent complete-query-no-match");
    check(&full, &format!("git:{}", "1".repeat(64)), "absent complete-query-no-match");
    check(&full, &format!("git:{}", &plain[..12]), "unknown malformed-response");
    check(&full, &format!("git:{}", plain.to_uppercase()), "unknown malformed-response");
    check(&full, "git:HEAD", "unknown malformed-response");
    let tree = scratch.sha("HEAD^{tree}");
    check(&full, &format!("git:{tree}"), "unknown evidence-conflict");
    let mut signed = request("git.commit", &format!("git:{plain}"));
    signed.expected = Expected { signed: true, ..Expected::default() };
    assert_eq!(ask(&full, &signed), "unknown evidence-conflict");
    let shallow = registry_of(&scratch, &scratch.clone_to("shallow", &["--depth", "1"]));
    check(&shallow, &format!("git:{marked}"), "present marker-match");
    check(&shallow, &format!("git:{plain}"), "unknown paging-incomplete");
    let none = scratch.beside("none");
    std::fs::create_dir(&none).unwrap();
    check(&registry_of(&scratch, &none), &nobody, "unknown container-unreadable");
}

#[test]
fn tags() {
    let (scratch, plain, marked) = repository();
    let registry = registry_of(&scratch, scratch.root());
    let check = |name: &str, object: Option<&str>, expect: &str| {
        let mut request = request("git.tag", &format!("git-tag:{name}"));
        request.expected.object = object.map(str::to_owned);
        assert_eq!(ask(&registry, &request), expect, "{name}");
    };
    check("light", None, "present state-match");
    check("light", Some(&marked), "present state-match");
    check("light", Some(&plain), "unknown evidence-conflict");
    check("annotated", Some(&plain), "present state-match");
    check("annotated", Some(&marked), "unknown evidence-conflict");
    check("missing", None, "absent complete-query-no-match");
    check("main", None, "absent complete-query-no-match");
    for bad in ["-d", "a..b", "a//b", "a.lock", "a/", "a."] {
        check(bad, None, "unknown malformed-response");
    }
    for name in ["light", "annotated"] {
        let mut signed = request("git.tag", &format!("git-tag:{name}"));
        signed.expected.signed = true;
        assert_eq!(ask(&registry, &signed), "unknown evidence-conflict", "{name}");
    }
    // A tag whose object is gone is no missing tag.
    scratch.write(".git/refs/tags/broken", format!("{}\n", "1".repeat(40)));
    check("broken", None, "unknown container-unreadable");
}

#[test]
fn signatures() {
    let (scratch, ..) = repository();
    let key = scratch.beside("key");
    let made = scratch.command("ssh-keygen").args(["-q", "-t", "ed25519", "-N", "", "-f"]).arg(&key).status().unwrap();
    assert!(made.success());
    scratch.git(&["config", "gpg.format", "ssh"]);
    scratch.git(&["config", "user.signingkey", key.to_str().unwrap()]);
    scratch.git(&["commit", "-q", "-S", "--allow-empty", "-m", "signed"]);
    scratch.git(&["tag", "-s", "-m", "signed", "signed"]);
    let head = scratch.head();
    let email = scratch.git(&["log", "-1", "--format=%ce"]);
    let registry = registry_of(&scratch, scratch.root());
    let check = |kind: &str, target: &str, expect: &str| {
        let mut request = request(kind, target);
        request.expected.signed = true;
        assert_eq!(ask(&registry, &request), expect, "{target}");
    };
    // Whom to trust is not known yet.
    check("git.commit", &format!("git:{head}"), "unknown container-unreadable");
    check("git.tag", "git-tag:signed", "unknown container-unreadable");
    let public = std::fs::read_to_string(scratch.beside("key.pub")).unwrap();
    let allowed = scratch.beside("allowed");
    std::fs::write(&allowed, format!("{email} {public}")).unwrap();
    scratch.git(&["config", "gpg.ssh.allowedSignersFile", allowed.to_str().unwrap()]);
    check("git.commit", &format!("git:{head}"), "present state-match");
    check("git.tag", "git-tag:signed", "present state-match");
}

#[test]
fn kinds_without_a_store_know_nothing() {
    let place = tempfile::tempdir().unwrap();
    let registry = registry(place.path(), Vec::new());
    for kind in KINDS.iter().filter(|kind| kind.starts_with("decision.") || kind.starts_with("tracker.")) {
        assert_eq!(ask(&registry, &request(kind, "gitea:o/r#1")), "unknown container-unreadable", "{kind}");
    }
    assert_eq!(ask(&registry, &request("x.a.b", "x-a:b")), "unknown verifier-missing");
}
