//! Rotations.

use std::fs;

use assize_effects::{KeySource, RotationReason};

use crate::support::{World, tag};

#[test]
fn a_rotated_ledger_verifies_and_only_the_last_key_signs() {
    let world = World::new();
    let (ledger, key) = (world.ledger("a"), world.key());
    let none = ledger.rotate(&key, RotationReason::Scheduled).unwrap_err();
    assert_eq!(none.reason(), Some("nothing-to-rotate"));
    let old = fs::read_to_string(world.path().join("key")).unwrap();
    ledger.intent(&key, &tag("v1")).unwrap();
    ledger.checkpoint(&key, None).unwrap();
    for sequence in 1..=3 {
        let rotated = ledger.rotate(&key, RotationReason::Compromise).unwrap();
        assert_eq!((rotated.sequence, rotated.recovered), (sequence, false));
        ledger.intent(&key, &tag(&format!("after{sequence}"))).unwrap();
        ledger.checkpoint(&key, None).unwrap();
    }
    let report = world.sound();
    assert_eq!(report.records, 4);
    let path = world.path().join("key");
    let new = fs::read_to_string(&path).unwrap();
    fs::write(&path, old).unwrap();
    assert_eq!(ledger.intent(&key, &tag("v9")).unwrap_err().reason(), Some("key-not-active"));
    fs::write(&path, new).unwrap();
    ledger.intent(&key, &tag("v9")).unwrap();
    let command = KeySource::Command(vec!["true".to_owned()]);
    assert_eq!(ledger.rotate(&command, RotationReason::Scheduled).unwrap_err().exit_code(), 1);
}

#[test]
fn an_interrupted_promotion_is_completed() {
    let world = World::new();
    let (ledger, key) = (world.ledger("a"), world.key());
    ledger.intent(&key, &tag("v1")).unwrap();
    let path = world.path().join("key");
    let old = fs::read_to_string(&path).unwrap();
    ledger.rotate(&key, RotationReason::Scheduled).unwrap();
    // As it is when the process dies before the successor is put in its place.
    let next = world.path().join("key.next");
    fs::rename(&path, &next).unwrap();
    let _ = key.provision();
    fs::write(&path, old).unwrap();
    assert_eq!(ledger.intent(&key, &tag("v2")).unwrap_err().reason(), Some("key-not-active"));
    let recovered = ledger.rotate(&key, RotationReason::Scheduled).unwrap();
    assert!(recovered.recovered);
    assert_eq!(recovered.sequence, 1);
    ledger.intent(&key, &tag("v2")).unwrap();
    world.sound();
}
