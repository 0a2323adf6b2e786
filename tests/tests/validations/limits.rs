//! What is refused, and what is kept although it counts for nothing.

use std::fs;

use serde_json::json;

use crate::world::World;

const JUNK: &str = "1111111111111111111111111111111111111111111111111111111111111111";

#[test]
fn signed_elsewhere_is_as_good() {
    let world = World::new();
    world.propose("one", "main");
    let tree = world.preview("one");
    let pass = world.sign(&world.seed(), &world.body("elsewhere-1", &tree, &json!({})));
    let stored = world.submit(&pass);
    assert_eq!(
        (stored.code, &stored.json()["submitted"], &stored.json()["trust"]),
        (0, &json!("stored"), &json!("trusted"))
    );
    let again = world.submit(&pass);
    assert_eq!((again.code, &again.json()["submitted"]), (0, &json!("already")), "{again:?}");
    let other = world.sign(&world.seed(), &world.body("elsewhere-1", &tree, &json!({"result": "fail"})));
    let conflict = world.submit(&other);
    assert_eq!((conflict.code, &conflict.json()["reason"]), (1, &json!("id-conflict")), "{conflict:?}");
    assert_eq!(world.stored(&tree).len(), 1);
    // One file, in canonical form.
    let file = world.ag().join(format!("attestations/{tree}/elsewhere-1.json"));
    let text = fs::read_to_string(file).unwrap();
    let read: serde_json::Value = serde_json::from_str(&text).unwrap();
    let sorted: std::collections::BTreeMap<_, _> = read.as_object().unwrap().iter().collect();
    assert_eq!(text, serde_json::to_string(&sorted).unwrap());
    assert_eq!(world.integrate("one").code, 0);
}

#[test]
fn what_is_not_signed_or_not_read_is_refused() {
    let world = World::new();
    world.propose("one", "main");
    let tree = world.preview("one");
    let good = world.sign(&world.seed(), &world.body("a", &tree, &json!({})));
    let mut cases = Vec::new();
    for (member, value) in [
        ("tree_id", json!("b".repeat(40))),
        ("check", json!("lint")),
        ("result", json!("fail")),
        ("policy_version", json!(2)),
        ("env_digest", json!("d".repeat(64))),
        ("issuer", json!("service:other")),
        ("issued_at", json!(1)),
        ("id", json!("b")),
        ("signature", json!("0".repeat(128))),
    ] {
        let mut moved = good.clone();
        moved[member] = value;
        cases.push((moved.to_string(), 1, "bad-signature"));
    }
    let mut weak = good.clone();
    weak["public_key"] = json!(format!("01{}", "00".repeat(31)));
    cases.push((weak.to_string(), 1, "bad-public-key"));
    let mut more = good.clone();
    more["note"] = json!("x");
    cases.push((more.to_string(), 2, "unknown-member"));
    cases.push((good.to_string().replacen('{', "{\"check\":\"tests\",", 1), 2, "duplicate"));
    cases.push(("{}".to_owned(), 2, "malformed"));
    cases.push((String::new(), 2, "malformed"));
    for (text, code, reason) in cases {
        fs::write(world.beside("a.json"), &text).unwrap();
        let refused = world.assize(&["validate", "submit", "../a.json", "--json"]);
        assert_eq!((refused.code, &refused.json()["reason"]), (code, &json!(reason)), "{text}");
        assert!(refused.stderr.contains(reason), "{refused:?}");
    }
    assert_eq!(world.stored(&tree).len(), 0);
    fs::write(world.beside("large.json"), " ".repeat(70_000)).unwrap();
    assert_eq!(world.assize(&["validate", "submit", "../large.json"]).code, 2);
    assert_eq!(world.assize(&["validate", "submit", "../nowhere.json"]).code, 2);
    assert_eq!(world.integrate("one").code, 3);
}

#[test]
fn a_tree_has_room_for_sixty_four_and_junk_gives_way_to_the_trusted() {
    let world = World::new();
    world.propose("one", "main");
    let tree = world.preview("one");
    for at in 0..64 {
        let other = json!({"issuer": "agent:junk", "issued_at": 1000 - at, "result": "fail"});
        let junk = world.sign(JUNK, &world.body(&format!("junk-{at:02}"), &tree, &other));
        assert_eq!(world.submit(&junk).json()["trust"], "untrusted");
    }
    assert_eq!(world.integrate("one").code, 3, "junk denies nothing");
    let one_more = world.sign(JUNK, &world.body("junk-64", &tree, &json!({"issuer": "agent:junk"})));
    let refused = world.submit(&one_more);
    assert_eq!((refused.code, &refused.json()["reason"]), (1, &json!("attestation-limit")), "{refused:?}");
    // One that claims to be of the trusted issuer is not.
    let claimed = world.sign(JUNK, &world.body("junk-65", &tree, &json!({})));
    assert_eq!(world.submit(&claimed).code, 1);
    let stale = world.sign(&world.seed(), &world.body("stale", &tree, &json!({"policy_version": 9})));
    assert_eq!(world.submit(&stale).code, 1);
    let pass = world.sign(&world.seed(), &world.body("pass", &tree, &json!({})));
    assert_eq!(world.submit(&pass).code, 0);
    let stored = world.stored(&tree);
    assert_eq!(stored.len(), 64);
    assert!(!stored.contains_key("junk-63.json"), "the one that claims the oldest time");
    assert_eq!(world.integrate("one").code, 0);
    let events: Vec<_> = world.audit().iter().map(|event| event["event"].clone()).collect();
    assert!(events.contains(&json!("attestation.evicted")));
}

#[test]
fn the_trusted_do_not_give_way() {
    let world = World::new();
    world.propose("one", "main");
    let tree = world.preview("one");
    for at in 0..64 {
        let result = if at == 0 { "fail" } else { "pass" };
        let document = world.sign(&world.seed(), &world.body(&format!("t{at}"), &tree, &json!({"result": result})));
        assert_eq!(world.submit(&document).code, 0);
    }
    let refused = world.validate("one", &["true"]);
    assert_eq!(refused.code, 1, "{refused:?}");
    assert!(refused.stderr.contains("no more are kept"), "{refused:?}");
    assert_eq!(world.integrate("one").code, 4);
}

#[test]
fn a_damaged_file_never_lets_anything_land() {
    let world = World::new();
    world.propose("one", "main");
    let tree = world.preview("one");
    assert_eq!(world.validate("one", &["true"]).code, 0);
    let name = world.stored(&tree).into_keys().next().unwrap();
    let file = world.ag().join("attestations").join(&tree).join(name);
    let text = fs::read_to_string(&file).unwrap();
    // Whatever byte is another one, it does not land.
    for at in (0..text.len()).step_by(17) {
        let mut bytes = text.clone().into_bytes();
        bytes[at] ^= 1;
        fs::write(&file, &bytes).unwrap();
        let refused = world.integrate("one");
        assert_eq!(refused.code, 3, "byte {at}: {refused:?}");
    }
    // What cannot be read beside a pass could have been a failure.
    fs::write(&file, &text).unwrap();
    fs::write(file.with_file_name("torn.json"), &text[..text.len() / 2]).unwrap();
    let refused = world.integrate("one");
    assert_eq!(refused.code, 1, "{refused:?}");
    assert!(refused.stderr.contains("torn.json"), "{refused:?}");
    fs::remove_file(file.with_file_name("torn.json")).unwrap();
    fs::write(world.ag().join("policy/1.json"), "{").unwrap();
    assert_eq!(world.integrate("one").code, 1, "a damaged policy is not no policy");
    assert_eq!(world.sha("main"), world.sha("origin/main"));
}

#[test]
fn no_result_records_nothing() {
    let world = World::new();
    world.propose("one", "main");
    let tree = world.preview("one");
    world.write("not-a-program", "x");
    let run = |options: &[&str], command: &[&str]| {
        let run = ["validate", "run", "one", "--check", "tests", "--key", "ci", "--json"];
        world.assize(&[&run[..], options, &["--"], command].concat())
    };
    for (options, command, reason) in [
        (&[][..], &["no-such-program"][..], "not-started"),
        (&[], &["./README"], "not-started"),
        (&["--timeout", "0.3"], &["sleep", "60"], "timeout"),
        (&["--inconclusive-exit", "2,3"], &["sh", "-c", "exit 3"], "inconclusive"),
        (&["--inconclusive-exit", "2", "--inconclusive-exit", "3"], &["sh", "-c", "exit 2"], "inconclusive"),
    ] {
        let none = run(options, command);
        assert_eq!((none.code, &none.json()["reason"]), (1, &json!(reason)), "{none:?}");
    }
    assert_eq!(world.stored(&tree).len(), 0);
    for (command, result) in [(&["sh", "-c", "exit 1"][..], "fail"), (&["sh", "-c", "kill -9 $$"], "fail")] {
        let some = run(&["--inconclusive-exit", "2,3"], command);
        assert_eq!((some.code, &some.json()["result"]), (4, &json!(result)), "{some:?}");
    }
    assert_eq!(world.stored(&tree).len(), 2);
    assert_eq!(world.temporary(), Vec::<std::path::PathBuf>::new());
}
