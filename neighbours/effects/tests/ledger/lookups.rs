//! Lookups through the cache of offsets, whatever state that is in.

use std::fs;

use serde_json::Map;

use crate::support::{World, present, tag};

#[test]
fn the_cache_may_be_gone_or_wrong() {
    let world = World::new();
    let (ledger, key) = (world.ledger("a"), world.key());
    let ids: Vec<String> = (0..20)
        .map(|n| {
            let id = ledger.intent(&key, &tag(&format!("v{n}"))).unwrap().effect_id;
            ledger.outcome(&key, &id, None, &present(), &Map::new()).unwrap();
            id
        })
        .collect();
    let all = |what: &str| {
        for id in &ids {
            assert_eq!(ledger.lookup(id).unwrap().records.len(), 2, "{what}");
        }
        let nobody = ledger.effect_id(&tag("nobody")).unwrap();
        assert!(!ledger.lookup(&nobody).unwrap().is_found(), "{what}");
    };
    let cache = world.file("cache/offsets");
    all("warm");
    let good = fs::read(&cache).unwrap();
    for (what, bytes) in [
        ("empty", Vec::new()),
        ("junk", b"junk".to_vec()),
        ("cut", good[..good.len() / 2].to_vec()),
        ("without its slots", [&good[..1 << 16], &vec![0; good.len() - (1 << 16)]].concat()),
        (
            "with others",
            good.iter().enumerate().map(|(at, byte)| if at > 1 << 16 { byte ^ 1 } else { *byte }).collect(),
        ),
    ] {
        fs::write(&cache, bytes).unwrap();
        all(what);
    }
    fs::remove_dir_all(world.file("cache")).unwrap();
    all("gone");
    fs::remove_dir_all(world.file("cache")).unwrap();
    fs::write(world.file("cache"), "in the way").unwrap();
    all("impossible");
}

#[test]
fn a_record_that_does_not_hold_is_an_error() {
    let world = World::new();
    let (ledger, key) = (world.ledger("a"), world.key());
    let id = ledger.intent(&key, &tag("v1")).unwrap().effect_id;
    ledger.lookup(&id).unwrap();
    let path = world.file("segments/a.jsonl");
    let text = fs::read_to_string(&path).unwrap();
    let sig = text.find("\"sig\":\"").unwrap() + 7;
    let mut bytes = text.into_bytes();
    bytes[sig] = if bytes[sig] == b'A' { b'B' } else { b'A' };
    fs::write(&path, bytes).unwrap();
    let error = ledger.lookup(&id).unwrap_err();
    assert_eq!((error.exit_code(), error.reason()), (6, Some("signature-invalid")));
}
