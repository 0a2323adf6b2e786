//! Intents, outcomes and reconciliations.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;

use assize_effects::{ArtifactRoot, Intent, KeySource, Ledger, LedgerError, VerifyOptions, digest};
use serde_json::{Map, json};

use crate::support::{World, failed, key, present, settings, tag, verification};

#[test]
fn an_intent_is_recorded_once() {
    let world = World::new();
    let ledger = world.ledger("a");
    let first = ledger.intent(&world.key(), &tag("v1")).unwrap();
    assert!(!first.idempotent);
    let again = ledger.intent(&world.key(), &tag("v1")).unwrap();
    assert!(again.idempotent);
    assert_eq!(again.record_hash, first.record_hash);
    // Another writer sees the same one.
    assert_eq!(world.ledger("b").intent(&world.key(), &tag("v1")).unwrap().record_hash, first.record_hash);
    let other = Intent { payload_digest: digest(b"other"), ..tag("v1") };
    let error = ledger.intent(&world.key(), &other).unwrap_err();
    assert_eq!((error.exit_code(), error.reason()), (5, Some("payload-digest-conflict")));
    assert_eq!(world.sound().records, 1);
}

#[test]
fn outcomes() {
    let world = World::new();
    let (ledger, key) = (world.ledger("a"), world.key());
    let none = Map::new();
    let id = ledger.effect_id(&tag("v1")).unwrap();
    let settle = |settled: &assize_effects::Settled| ledger.outcome(&key, &id, None, settled, &none);
    let reason = |error: LedgerError| (error.exit_code(), error.reason().unwrap_or_default().to_owned());
    assert_eq!(reason(settle(&present()).unwrap_err()), (2, "intent-missing".to_owned()));
    ledger.intent(&key, &tag("v1")).unwrap();
    let first = settle(&present()).unwrap();
    assert!(!first.idempotent);
    assert!(settle(&present()).unwrap().idempotent);
    assert_eq!(reason(settle(&failed()).unwrap_err()), (5, "outcome-conflict".to_owned()));
    let other = ledger.outcome(&key, &id, Some(&digest(b"x")), &present(), &none).unwrap_err();
    assert_eq!(reason(other), (5, "payload-digest-conflict".to_owned()));
    // A completed record needs a verification that found the effect.
    ledger.intent(&key, &tag("v2")).unwrap();
    let id = ledger.effect_id(&tag("v2")).unwrap();
    let unproven = assize_effects::Settled::Completed(verification("unknown", "timeout"));
    assert_eq!(reason(ledger.outcome(&key, &id, None, &unproven, &none).unwrap_err()).0, 2);
    assert_eq!(world.sound().records, 3);
}

#[test]
fn reconciling_completes_what_is_there() {
    let world = World::new();
    let (ledger, key) = (world.ledger("a"), world.key());
    let none = Map::new();
    let begin = |name: &str| ledger.intent(&key, &tag(name)).unwrap().effect_id;
    let code = |id: &str| ledger.lookup(id).unwrap().exit_code();
    let id = begin("v1");
    assert_eq!(code(&id), 4);
    let unknown = ledger.reconciled(&key, &id, &verification("unknown", "timeout"), &none).unwrap();
    assert_eq!((unknown.completed, code(&id)), (None, 4));
    let absent = ledger.reconciled(&key, &id, &verification("absent", "complete-query-no-match"), &none).unwrap();
    assert_eq!((absent.completed, code(&id)), (None, 3));
    let there = ledger.reconciled(&key, &id, &verification("present", "state-match"), &none).unwrap();
    assert!(!there.completed.unwrap().idempotent);
    let again = ledger.reconciled(&key, &id, &verification("present", "state-match"), &none).unwrap();
    assert!(again.completed.unwrap().idempotent);
    assert_eq!(code(&id), 0);
    // The latest word counts, and that it was completed is still told.
    ledger.reconciled(&key, &id, &verification("unknown", "timeout"), &none).unwrap();
    assert_eq!(code(&id), 4);
    assert!(ledger.lookup(&id).unwrap().is_completed());
    // What is recorded as failed stays so.
    let id = begin("v2");
    ledger.outcome(&key, &id, None, &failed(), &none).unwrap();
    let there = ledger.reconciled(&key, &id, &verification("present", "state-match"), &none).unwrap();
    assert_eq!(there.completed, None);
    world.sound();
}

#[test]
fn nothing_restricted_is_signed() {
    let world = World::new();
    let ledger = world.ledger("a");
    let hidden = "ghp_abcdefghijklmnop";
    for context in [json!({"token": "x"}), json!({ "note": hidden }), json!({"api_key": 1})] {
        let error = ledger.intent(&world.key(), &Intent { context, ..tag("v1") }).unwrap_err();
        assert_eq!((error.exit_code(), error.reason()), (2, Some("restricted-material")));
        assert!(!error.to_string().contains(hidden));
    }
    assert_eq!(world.verify().records, 0);
}

#[test]
fn everything_is_private_and_stays_so() {
    let world = World::new();
    world.ledger("a").intent(&world.key(), &tag("v1")).unwrap();
    let mode = |path: &str| fs::metadata(world.file(path)).unwrap().permissions().mode() & 0o777;
    for folder in ["", "segments", "index", "checkpoints", "locks"] {
        assert_eq!(mode(folder), 0o700, "{folder}");
    }
    for file in ["keyring.json", "index.key", "segments/a.jsonl"] {
        assert_eq!(mode(file), 0o600, "{file}");
    }
    fs::set_permissions(world.file("index"), fs::Permissions::from_mode(0o750)).unwrap();
    let error = Ledger::open(settings(world.path(), "a")).unwrap_err();
    assert_eq!((error.exit_code(), error.reason()), (6, Some("ledger-permissions")));
}

#[test]
fn a_configured_root_that_is_missing_is_never_made() {
    let world = World::new();
    let mut settings = settings(world.path(), "a");
    let missing = world.path().join("mount");
    settings.root = ArtifactRoot::External(missing.clone());
    let error = Ledger::open(settings).unwrap_err();
    assert_eq!((error.exit_code(), error.code()), (7, "artifact-root-unavailable"));
    assert!(!missing.exists());
}

#[test]
fn keys_are_private_and_are_the_ledgers() {
    let world = World::new();
    let ledger = world.ledger("a");
    let refused = |source: &KeySource| ledger.intent(source, &tag("v1")).unwrap_err().code().to_owned();
    assert_eq!(refused(&KeySource::None), "key-unavailable");
    let path = world.path().join("key");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
    assert_eq!(refused(&world.key()), "key-unavailable");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, "-----BEGIN OPENSSH PRIVATE KEY-----\n").unwrap();
    assert_eq!(refused(&world.key()), "key-unavailable");
    fs::write(&path, &text).unwrap();
    ledger.intent(&world.key(), &tag("v1")).unwrap();
    // A command that prints the same key is as good; another key is not the ledger's.
    let command = KeySource::Command(vec!["cat".to_owned(), path.display().to_string()]);
    ledger.intent(&command, &tag("v2")).unwrap();
    let other = tempfile::tempdir().unwrap();
    key(other.path()).provision().unwrap();
    assert_eq!(ledger.intent(&key(other.path()), &tag("v3")).unwrap_err().reason(), Some("key-unavailable"));
    assert!(!world.key().provision().unwrap().provisioned);
    world.sound();
}

#[test]
fn a_torn_segment_is_not_written_to() {
    let world = World::new();
    let ledger = world.ledger("a");
    ledger.intent(&world.key(), &tag("v1")).unwrap();
    let path = world.file("segments/a.jsonl");
    let text = fs::read(&path).unwrap();
    fs::write(&path, &text[..text.len() - 1]).unwrap();
    let error = ledger.intent(&world.key(), &tag("v2")).unwrap_err();
    assert_eq!((error.exit_code(), error.reason()), (6, Some("segment-torn")));
    assert!(world.verify().failures.iter().any(|failure| failure.code == "segment-torn"));
    // Other writers go on.
    world.ledger("b").intent(&world.key(), &tag("v3")).unwrap();
}

#[test]
fn eight_writers_at_once_stay_consistent() {
    let world = World::new();
    std::thread::scope(|scope| {
        for number in 0..8 {
            let (world, writer) = (&world, format!("w{}", number % 4));
            scope.spawn(move || {
                let (ledger, key) = (world.ledger(&writer), world.key());
                for round in 0..6 {
                    // Everybody wants the shared ones, and each has some of its own.
                    for name in [format!("shared{round}"), format!("own{number}-{round}")] {
                        let id = ledger.intent(&key, &tag(&name)).unwrap().effect_id;
                        ledger.outcome(&key, &id, None, &present(), &Map::new()).unwrap();
                        assert_eq!(ledger.lookup(&id).unwrap().exit_code(), 0);
                    }
                }
            });
        }
    });
    let report = world.sound();
    assert_eq!(report.records, (6 + 8 * 6) * 2);
    assert_eq!(report.writers, ["w0", "w1", "w2", "w3"]);
    assert!(world.ledger("a").verify(&VerifyOptions::default()).unwrap().is_ok());
}
