//! An attestation, and everything that may be moved in it.

use proptest::prelude::*;

use super::*;
use crate::AttestationFault;

fn key() -> IssuerKey {
    IssuerKey::from_seed(&[7; 32])
}

fn signed(
    id: &str,
    tree: &str,
    check: &str,
    version: u64,
    issuer: &str,
    now: u64,
) -> Result<Attestation, AttestationError> {
    let env = "e".repeat(64);
    Attestation::sign(&key(), id.into(), tree.into(), check.into(), CheckResult::Pass, version, env, issuer.into(), now)
}

fn usual() -> Attestation {
    signed("id-1", &"a".repeat(40), "tests", 3, "service:ci", 1_700_000_000_000).unwrap()
}

#[test]
fn the_message_is_the_prefix_and_the_canonical_statement() {
    let expect = format!(
        "agentgit.attestation/v1\0{{\"check\":\"tests\",\"env_digest\":\"{}\",\"id\":\"id-1\",\"issued_at\":1700000000000,\
         \"issuer\":\"service:ci\",\"policy_version\":3,\"result\":\"pass\",\"tree_id\":\"{}\"}}",
        "e".repeat(64),
        "a".repeat(40)
    );
    assert_eq!(String::from_utf8(usual().message()).unwrap(), expect);
}

#[test]
fn documents_come_back() {
    let attestation = usual();
    let text = attestation.to_canonical();
    let read = Attestation::read(&text).unwrap();
    assert_eq!(read, attestation);
    assert_eq!(read.verify(), Ok(()));
    // Another spelling of the same document is the same document.
    let spelled = text.replace("\"policy_version\":3", "\"policy_version\": 3.0").replace("1700000000000", "17e11");
    assert_eq!(Attestation::read(&spelled).unwrap(), attestation);
}

#[test]
fn parts_without_the_right_form_are_not_signed() {
    let tree = "a".repeat(40);
    for (id, tree, check, version, issuer, now) in [
        ("", tree.as_str(), "t", 1, "a:b", 0),
        ("a", "abc", "t", 1, "a:b", 0),
        ("a", &tree, "", 1, "a:b", 0),
        ("a", &tree, "t", 0, "a:b", 0),
        ("a", &tree, "t", 1 << 53, "a:b", 0),
        ("a", &tree, "t", u64::MAX, "a:b", 0),
        ("a", &tree, "t", 1, "b", 0),
        ("a", &tree, "t", 1, "a:b", 1 << 53),
    ] {
        assert!(signed(id, tree, check, version, issuer, now).is_err(), "{id} {tree} {check} {version} {issuer} {now}");
    }
    assert!(signed("a", &tree, "t", (1 << 53) - 1, "a:b", (1 << 53) - 1).is_ok());
}

#[test]
fn faults_have_codes() {
    let text = usual().to_canonical();
    let check = |text: &str, expect: AttestationFault| {
        assert_eq!(Attestation::read(text).unwrap_err().fault(), expect, "{text}");
    };
    check("", AttestationFault::Malformed);
    check("[]", AttestationFault::Malformed);
    check(&text.replace("}", ",\"x\":1}"), AttestationFault::UnknownMember);
    check(&text.replace("}", ",\"check\":\"tests\"}"), AttestationFault::Duplicate);
    check(&text.replace("\"pass\"", "\"PASS\""), AttestationFault::Malformed);
    check(&text.replace("agentgit.attestation/v1", "agentgit.attestation/v2"), AttestationFault::Malformed);
}

/// A signature over the statement without the prefix, or under another one, is none.
#[test]
fn the_prefix_separates() {
    let mut attestation = usual();
    let body = canonical_json(&attestation.body());
    for message in [body.clone(), format!("agentgit.attestation/v2\0{body}"), format!("agentgit.attestation/v1{body}")]
    {
        attestation.signature = key().sign(message.as_bytes());
        assert_eq!(attestation.verify(), Err(AttestationError::Signature), "{message}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever byte of the stored form is moved: it is not read, or it does not verify, or it is no other document.
    #[test]
    fn any_moved_byte_is_noticed(at in any::<prop::sample::Index>(), flip in 1_u8..=255) {
        let attestation = usual();
        let mut bytes = attestation.to_canonical().into_bytes();
        let at = at.index(bytes.len());
        bytes[at] ^= flip;
        let read = String::from_utf8(bytes).ok().and_then(|text| Attestation::read(&text).ok());
        if let Some(read) = read {
            prop_assert!(read == attestation || read.verify().is_err());
        }
    }

    #[test]
    fn reading_never_panics(text in any::<String>()) {
        let _ = Attestation::read(&text);
    }
}
