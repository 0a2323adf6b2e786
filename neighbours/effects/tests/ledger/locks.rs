//! Locks that are held, by the living and by the dead.

use std::fs;
use std::process::Command;
use std::time::Duration;

use assize_effects::{LOCK_RECOVERY_KIND, Ledger, LockState};

use crate::support::{World, settings, tag};

fn hold(world: &World, name: &str, owner: &str) {
    let folder = world.file(&format!("locks/{name}.lock"));
    fs::create_dir(&folder).unwrap();
    fs::write(folder.join("owner"), owner).unwrap();
}

fn dead() -> u32 {
    let mut child = Command::new("true").spawn().unwrap();
    let pid = child.id();
    child.wait().unwrap();
    pid
}

const TOKEN: &str = "6a7a2c1e-0000-4000-8000-000000000000";

#[test]
fn only_the_locks_of_the_dead_are_taken_away() {
    let world = World::new();
    let (ledger, key) = (world.ledger("b"), world.key());
    ledger.intent(&key, &tag("v1")).unwrap();
    hold(&world, "a", &format!("{}:{TOKEN}", std::process::id()));
    hold(&world, "c", "nobody");
    let pid = dead();
    hold(&world, "d", &format!("{pid}:{TOKEN}"));
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
    hold(&world, "a", &format!("{}:{TOKEN}", dead()));
    let mut settings = settings(world.path(), "a");
    settings.lock_timeout = Duration::from_millis(50);
    let error = Ledger::open(settings).unwrap().intent(&world.key(), &tag("v2")).unwrap_err();
    assert_eq!((error.exit_code(), error.code()), (1, "lock-timeout"));
    assert!(world.file("locks/a.lock/owner").exists());
}
