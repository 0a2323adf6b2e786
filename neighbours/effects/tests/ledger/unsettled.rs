//! Intents that nothing is known of.

use std::fs;

use serde_json::Map;

use crate::support::{World, present, tag, verification};

const KIND: &str = "git.tag";
const TARGET: &str = "git-tag:v1";

#[test]
fn an_intent_is_unsettled_until_something_is_known() {
    let world = World::new();
    let (ledger, key, none) = (world.ledger("a"), world.key(), Map::new());
    let open = |target: &str| {
        ledger.unsettled(KIND, target).unwrap().into_iter().map(|effect| effect.effect_id).collect::<Vec<_>>()
    };
    assert!(open(TARGET).is_empty());
    let id = ledger.intent(&key, &tag("v1")).unwrap().effect_id;
    ledger.intent(&key, &tag("v2")).unwrap();
    assert_eq!(open(TARGET), [id.as_str()]);
    assert!(open("git-tag:v3").is_empty());
    world.ledger("b").reconciled(&key, &id, &verification("unknown", "timeout"), &none).unwrap();
    assert!(open(TARGET).is_empty());
}

#[test]
fn a_line_that_somebody_slipped_in_hides_nothing() {
    let (world, other) = (World::new(), World::new());
    world.ledger("a").intent(&world.key(), &tag("v1")).unwrap();
    // The same effect, settled, in a ledger with a key of its own.
    let (ledger, key) = (other.ledger("b"), other.key());
    let id = ledger.intent(&key, &tag("v1")).unwrap().effect_id;
    ledger.outcome(&key, &id, None, &present(), &Map::new()).unwrap();
    fs::copy(other.file("segments/b.jsonl"), world.file("segments/b.jsonl")).unwrap();
    let error = world.ledger("a").unsettled(KIND, TARGET).unwrap_err();
    assert_eq!((error.exit_code(), error.reason()), (6, Some("unknown-keyid")));
}
