//! Locks that are held, by the living and by the dead.

use std::time::Duration;

use assize_effects::{LOCK_RECOVERY_KIND, Ledger, LockState};

use crate::support::{World, dead, hold, owner, settings, tag};

#[test]
fn only_the_locks_of_the_dead_are_taken_away() {
    let world = World::new();
    let (ledger, key) = (world.ledger("b"), world.key());
    ledger.intent(&key, &tag("v1")).unwrap();
    hold(world.path(), "a", &owner(std::process::id()));
    hold(world.path(), "c", "nobody");
    let pid = dead();
    hold(world.path(), "d", &owner(pid));
    let states: Vec<_> = ledger.locks().unwrap().into_iter().map(|lock| (lock.name, lock.state)).collect();
    let expect = [("a", LockState::Live), ("c", LockState::Unverifiable), ("d", LockState::Stale)];
    assert_eq!(states, expect.map(|(name, state)| (name.to_owned(), state)));
    assert_eq!(ledger.recover_lock(&key, "a").unwrap(), Err(Some(LockState::Live)));
    assert_eq!(ledger.recover_lock(&key, "c").unwrap(), Err(Some(LockState::Unverifiable)));
    assert_eq!(ledger.recover_lock(&key, "e").unwrap(), Err(None));
    assert_eq!(ledger.recover_lock(&key, "../x").unwrap_err().exit_code(), 2);
    let recovered = ledger.recover_lock(&key, "d").unwrap().unwrap();
    assert_eq!(recovered.pid, pid);
    let found = ledger.lookup(&recovered.receipt.effect_id).unwrap();
    assert_eq!(found.first("intent").unwrap().record()["kind"], LOCK_RECOVERY_KIND);
    assert_eq!(found.to_json()["target"], "x-aiwg:effects/delivery/locks/d");
    world.sound();
}

#[test]
fn a_held_lock_is_waited_for_and_never_stolen() {
    let world = World::new();
    world.ledger("b").intent(&world.key(), &tag("v1")).unwrap();
    hold(world.path(), "a", &owner(dead()));
    let mut settings = settings(world.path(), "a");
    settings.lock_timeout = Duration::from_millis(50);
    let error = Ledger::open(settings).unwrap().intent(&world.key(), &tag("v2")).unwrap_err();
    assert_eq!((error.exit_code(), error.code()), (1, "lock-timeout"));
    assert!(world.file("locks/a.lock/owner").exists());
}
