//! The rule as a table, and what may be moved without anybody noticing: nothing.

use proptest::prelude::*;
use serde_json::json;

use super::*;
use crate::IssuerKey;

const TREE: &str = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";
const OTHER_TREE: &str = "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb";

fn key(seed: u8) -> IssuerKey {
    IssuerKey::from_seed(&[seed; 32])
}

fn env(digit: char) -> String {
    digit.to_string().repeat(64)
}

/// Trusts `service:ci` under key 1 and `agent:two` under key 2; requires `tests`, and `lint` in environment `e…`.
fn policy() -> Policy {
    Policy::from_value(json!({
        "trusted_issuers": [
            {"identity": "service:ci", "public_key": key(1).public_key().as_str()},
            {"identity": "agent:two", "public_key": key(2).public_key().as_str()},
        ],
        "required_validations": [{"check": "tests"}, {"check": "lint", "env_digest": env('e')}],
    }))
    .unwrap()
}

/// One attestation: the check, what came out, and what is particular about it.
struct Made {
    seed: u8,
    tree: &'static str,
    version: u64,
    env: char,
    issuer: &'static str,
}

const USUAL: Made = Made { seed: 1, tree: TREE, version: 3, env: 'e', issuer: "service:ci" };

fn made(check: &str, result: CheckResult, how: &Made) -> Attestation {
    let Made { seed, tree, version, env: digit, issuer } = *how;
    let id = format!("{check}-{}-{seed}", result.as_str());
    Attestation::sign(&key(seed), id, tree.into(), check.into(), result, version, env(digit), issuer.into(), 5).unwrap()
}

fn check(attestations: &[Attestation], failed: &[&str], missing: &[&str]) {
    let decision = decide(Some(&policy()), 3, TREE, attestations);
    assert_eq!((decision.failed(), decision.missing()), (&owned(failed)[..], &owned(missing)[..]));
    assert_eq!(decision == Decision::Land, failed.is_empty() && missing.is_empty());
    let mut turned = attestations.to_vec();
    turned.reverse();
    assert_eq!(decide(Some(&policy()), 3, TREE, &turned), decision, "order does not matter");
}

fn owned(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

#[test]
fn what_is_decided() {
    use CheckResult::{Fail, Pass};
    let (tests, lint) = (made("tests", Pass, &USUAL), made("lint", Pass, &USUAL));
    let fail = made("tests", Fail, &USUAL);
    check(&[], &[], &["tests", "lint"]);
    check(std::slice::from_ref(&tests), &[], &["lint"]);
    check(&[tests.clone(), lint.clone()], &[], &[]);
    check(&[tests.clone(), fail.clone(), lint.clone()], &["tests"], &[]);
    check(std::slice::from_ref(&fail), &["tests"], &["lint"]);
    // What counts neither way.
    for how in [
        Made { tree: OTHER_TREE, ..USUAL },
        Made { version: 2, ..USUAL },
        Made { version: 4, ..USUAL },
        Made { seed: 2, ..USUAL },
        Made { issuer: "agent:two", ..USUAL },
        Made { seed: 9, ..USUAL },
        Made { issuer: "service:CI", ..USUAL },
    ] {
        check(&[made("tests", Pass, &how), lint.clone()], &[], &["tests"]);
        check(&[made("tests", Fail, &how), tests.clone(), lint.clone()], &[], &[]);
    }
    // Only one of the two checks asks for an environment.
    let elsewhere = Made { env: 'f', ..USUAL };
    check(&[made("tests", Pass, &elsewhere), made("lint", Pass, &elsewhere)], &[], &["lint"]);
    check(&[tests.clone(), lint.clone(), made("lint", Fail, &elsewhere)], &[], &[]);
    // Another issuer's word is as good, and a check that is not required means nothing.
    let two = Made { seed: 2, issuer: "agent:two", ..USUAL };
    check(&[made("tests", Pass, &two), lint.clone(), made("fuzz", Fail, &USUAL)], &[], &[]);
    check(&[made("tests", Pass, &USUAL), made("tests", Fail, &two), lint.clone()], &["tests"], &[]);
    check(&[made("Tests", Fail, &USUAL), tests, lint], &[], &[]);
}

#[test]
fn nothing_required_lands() {
    let fail = made("tests", CheckResult::Fail, &USUAL);
    assert_eq!(decide(None, 0, TREE, [&fail]), Decision::Land);
    let empty = Policy::from_value(json!({})).unwrap();
    assert_eq!(decide(Some(&empty), 3, TREE, [&fail]), Decision::Land);
}

#[test]
fn what_an_attestation_is_worth() {
    let worth = |how: &Made, version| trust(Some(&policy()), version, &made("x", CheckResult::Pass, how));
    assert_eq!(worth(&USUAL, 3), Trust::Trusted);
    assert_eq!(worth(&USUAL, 4), Trust::Stale);
    assert_eq!(worth(&Made { seed: 9, ..USUAL }, 3), Trust::Untrusted);
    assert_eq!(trust(None, 0, &made("x", CheckResult::Pass, &USUAL)), Trust::Untrusted);
}

/// The members of a document and other values for each that have the right form.
fn moved() -> impl Strategy<Value = (&'static str, serde_json::Value)> {
    let hex = |length: usize| proptest::collection::vec(prop::sample::select(b"0123456789abcdef".to_vec()), length);
    let text = |bytes: Vec<u8>| json!(String::from_utf8(bytes).unwrap());
    prop_oneof![
        "[A-Za-z0-9_-]{1,64}".prop_map(|id| ("id", json!(id))),
        hex(40).prop_map(move |tree| ("tree_id", text(tree))),
        "(tests|lint|[a-z]{1,9})".prop_map(|check| ("check", json!(check))),
        Just(("result", json!("fail"))),
        (1..=1_u64 << 52).prop_map(|version| ("policy_version", json!(version))),
        hex(64).prop_map(move |env| ("env_digest", text(env))),
        "(agent:two|service:ci|[a-z]{1,5}:[a-z]{1,5})".prop_map(|issuer| ("issuer", json!(issuer))),
        (0..=1_u64 << 52).prop_map(|time| ("issued_at", json!(time))),
        (0..32_usize, 1..=255_u8).prop_map(|(at, flip)| ("public_key", json!([at, flip]))),
        (0..64_usize, 1..=255_u8).prop_map(|(at, flip)| ("signature", json!([at, flip]))),
    ]
}

fn flipped(text: &str, how: &serde_json::Value) -> String {
    let mut bytes: Vec<u8> =
        (0..text.len()).step_by(2).map(|at| u8::from_str_radix(&text[at..at + 2], 16).unwrap()).collect();
    bytes[usize::try_from(how[0].as_u64().unwrap()).unwrap()] ^= u8::try_from(how[1].as_u64().unwrap()).unwrap();
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever member of a pass that counts is moved to another value, the pass counts no more, for whatever tree,
    /// version and check somebody may hope for.
    #[test]
    fn a_moved_pass_does_not_count((member, other) in moved()) {
        let original = made("tests", CheckResult::Pass, &USUAL);
        prop_assert!(counts(&policy(), 3, TREE, &original));
        let mut document = original.to_value();
        document[member] = match &other {
            serde_json::Value::Array(_) => json!(flipped(document[member].as_str().unwrap(), &other)),
            value => value.clone(),
        };
        prop_assume!(document != original.to_value());
        let moved = Attestation::from_value(&document).unwrap();
        prop_assert!(moved.verify().is_err());
        prop_assert!(!counts(&policy(), moved.policy_version(), moved.tree_id(), &moved));
        prop_assert!(!counts(&policy(), 3, TREE, &moved));
        prop_assert_ne!(trust(Some(&policy()), moved.policy_version(), &moved), Trust::Trusted);
    }

    /// A pass that a trusted issuer really made counts only where it was made for.
    #[test]
    fn a_true_pass_counts_for_nothing_else(tree in "[0-9a-f]{40}", version in 1..9_u64, digit in "[0-9a-f]") {
        let pass = made("lint", CheckResult::Pass, &USUAL);
        let fits = tree == TREE && version == 3;
        prop_assert_eq!(counts(&policy(), version, &tree, &pass), fits);
        let pinned = Policy::from_value(json!({
            "trusted_issuers": [{"identity": "service:ci", "public_key": key(1).public_key().as_str()}],
            "required_validations": [{"check": "lint", "env_digest": digit.repeat(64)}],
        })).unwrap();
        prop_assert_eq!(counts(&pinned, 3, TREE, &pass), digit == "e");
    }
}
