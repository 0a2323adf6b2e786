//! No edit survives: a signed attestation that builds on another and records packs is changed in every way there is,
//! and each change that means something is refused.
//!
//! Starting `ssh-keygen` for each of tens of thousands of changes would take too long. Here Ed25519 is verified in the
//! process, which is what `ssh-keygen` would do with what the stages before it let through, and a sample of all changes
//! goes to `ssh-keygen` itself to show that both agree.

mod edits;
mod world;

use assize_schemas::canonical_json;
use serde_json::Value;

use edits::{Dice, edit_bytes, edit_value};
use world::World;

/// One in so many changes also goes to `ssh-keygen`.
const SAMPLE: usize = 400;

/// What has to become of a changed document.
fn must_hold(original: &Value, changed: &Value) -> bool {
    if canonical_json(original) == canonical_json(changed) {
        return true;
    }
    let split = |document: &Value| {
        let mut document = document.clone();
        let attestor = document.get_mut("attestor").and_then(Value::as_object_mut);
        let signature = attestor.and_then(|attestor| attestor.shift_remove("signature"));
        (canonical_json(&document), signature)
    };
    let ((signed, before), (signed_now, after)) = (split(original), split(changed));
    if signed != signed_now {
        return false;
    }
    // What stands beside the signature is not signed: a time, as long as it is one, and what this version ignores.
    let (before, after) = (before.unwrap_or_default(), after.unwrap_or_default());
    let same = |name| before.get(name).is_some() && before.get(name) == after.get(name);
    let is_time = after.get("signedAt").and_then(Value::as_str).and_then(assize_schemas::read_time).is_some();
    ["alg", "keyFingerprint", "principal", "sig"].into_iter().all(same) && is_time
}

/// Holds the answer about one changed text to what has to become of it.
fn check(world: &World, text: &[u8], what: &str) -> bool {
    let Ok(changed) = crate::verify::folder::parse(text) else { return true };
    let (expect, codes) = (must_hold(&world.original, &changed), world.judge(&changed));
    assert_eq!(codes.is_empty(), expect, "{what}: {codes:?}\n{}", String::from_utf8_lossy(text));
    false
}

#[test]
fn any_byte() {
    let world = World::new();
    let text = serde_json::to_vec_pretty(&world.original).unwrap();
    let mut dice = Dice(1);
    let (mut tried, mut unread) = (0, 0);
    for at in 0..text.len() {
        for (what, changed) in edit_bytes(&text, at, &mut dice) {
            tried += 1;
            unread += usize::from(check(&world, &changed, &format!("{what} at byte {at}")));
        }
    }
    assert!(tried > 10_000 && unread < tried * 3 / 4, "{unread} of {tried} changes are no JSON");
}

#[test]
fn any_member_order_type_or_number() {
    let world = World::new();
    let mut dice = Dice(2);
    for _ in 0..6_000 {
        let mut changed = world.original.clone();
        let what = edit_value(&mut changed, &mut dice);
        let text = serde_json::to_vec(&changed).unwrap();
        check(&world, &text, &what);
    }
}

#[test]
fn several_at_once() {
    let world = World::new();
    let mut dice = Dice(3);
    for _ in 0..2_000 {
        let mut changed = world.original.clone();
        let what: Vec<_> = (0..2 + dice.below(4)).map(|_| edit_value(&mut changed, &mut dice)).collect();
        check(&world, &serde_json::to_vec(&changed).unwrap(), &what.join(", "));
    }
}

#[test]
fn the_attestation_it_builds_on() {
    let mut world = World::new();
    let text = serde_json::to_vec_pretty(&world.prior).unwrap();
    let original = world.prior.clone();
    let mut dice = Dice(4);
    for at in 0..text.len() {
        let edits = edit_bytes(&text, at, &mut dice);
        let (what, changed) = &edits[dice.below(edits.len())];
        let prior = crate::verify::folder::parse(changed).ok();
        let expect = prior.as_ref().is_some_and(|prior| canonical_json(prior) == canonical_json(&original));
        world.prior = prior.unwrap_or_default();
        let codes = world.judge(&world.original);
        assert_eq!(codes.is_empty(), expect, "{what} at byte {at} of the prior: {codes:?}");
    }
}

#[test]
fn what_means_the_same_stays_accepted() {
    let world = World::new();
    let text = serde_json::to_string_pretty(&world.original).unwrap();
    let compact = serde_json::to_string(&world.original).unwrap();
    for changed in [
        compact.clone(),
        text.replace('\n', "\r\n\t "),
        compact.replace("\"durationMs\":12,", "\"durationMs\":12.0,"),
        compact.replace("\"durationMs\":12,", "\"durationMs\":1.2e1,"),
        compact.replace("\"demo\"", "\"\\u0064emo\""),
        compact.replace("github.com/example", "github.com\\/example"),
    ] {
        assert!(changed != text, "something was changed");
        check(&world, changed.as_bytes(), "nothing");
        let document = crate::verify::folder::parse(changed.as_bytes()).unwrap();
        assert_eq!(world.judge(&document), [] as [String; 0], "{changed}");
    }
}

#[tokio::test]
async fn ssh_keygen_agrees() {
    let world = World::new();
    let text = serde_json::to_vec_pretty(&world.original).unwrap();
    let mut dice = Dice(5);
    let mut asked = 0;
    let mut agree = async |changed: &Value, what: &str| {
        // Most changes never get as far as ssh-keygen; those that do are asked about.
        if world.form_problems(changed).is_empty() {
            let ours = world.signature_holds(changed);
            assert_eq!(world.ssh_keygen_accepts(changed).await, ours, "{what}");
            asked += 1;
        }
    };
    agree(&world.original, "nothing").await;
    for _ in 0..text.len() * 5 / SAMPLE {
        let at = dice.below(text.len());
        for (what, changed) in edit_bytes(&text, at, &mut dice) {
            if let Ok(changed) = crate::verify::folder::parse(&changed) {
                agree(&changed, &format!("{what} at byte {at}")).await;
            }
        }
    }
    for _ in 0..40 {
        let mut changed = world.original.clone();
        let what = edit_value(&mut changed, &mut dice);
        agree(&changed, &what).await;
    }
    assert!(asked > 40, "{asked} changes were asked about");
}
