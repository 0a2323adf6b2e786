//! Purging.

use assize_effects::PurgeRule;
use chrono::Duration;
use serde_json::Map;

use crate::support::{World, present, tag, verification};

fn rule() -> PurgeRule {
    PurgeRule { retention: Some("job".to_owned()), keep: Duration::zero(), legal_hold: false }
}

#[test]
fn purged_records_leave_tombstones_that_verify() {
    let world = World::new();
    let (ledger, key, none) = (world.ledger("a"), world.key(), Map::new());
    let id = ledger.intent(&key, &tag("v1")).unwrap().effect_id;
    ledger.intent(&key, &tag("v2")).unwrap();
    let other = world.ledger("b");
    other.reconciled(&key, &id, &verification("unknown", "timeout"), &none).unwrap();
    let reason = |rule: &PurgeRule| ledger.purge(&key, &id, rule).unwrap_err().reason().unwrap_or_default().to_owned();
    assert_eq!(reason(&rule()), "unreconciled-intent");
    ledger.outcome(&key, &id, None, &present(), &none).unwrap();
    assert_eq!(reason(&PurgeRule { legal_hold: true, ..rule() }), "legal-hold");
    assert_eq!(reason(&PurgeRule { keep: Duration::days(1), ..rule() }), "retention-not-elapsed");
    assert_eq!(reason(&PurgeRule { retention: None, ..rule() }), "retention-not-elapsed");
    // The offsets of the records are known before, and are others after.
    assert_eq!(ledger.lookup(&id).unwrap().records.len(), 3);
    ledger.checkpoint(&key, None).unwrap();
    let purged = ledger.purge(&key, &id, &rule()).unwrap();
    assert_eq!((purged.purged, purged.already), (3, 0));
    let again = ledger.purge(&key, &id, &rule()).unwrap();
    assert_eq!((again.purged, again.already), (0, 3));
    world.sound();
    let found = ledger.lookup(&id).unwrap();
    assert!(found.is_tombstoned());
    assert_eq!((found.status(), found.exit_code()), ("tombstone", 0));
    assert!(!std::fs::read_to_string(world.file("segments/b.jsonl")).unwrap().contains("git-tag"));
    assert_eq!(ledger.outcome(&key, &id, None, &present(), &none).unwrap_err().reason(), Some("intent-purged"));
    // The index still keeps the id from being used for another effect.
    assert!(ledger.intent(&key, &tag("v1")).unwrap().idempotent);
    ledger.intent(&key, &tag("v3")).unwrap();
    world.sound();
}
