//! Checkpoints and what they hold against a ledger that was cut.

use std::fs;

use assize_effects::{CheckpointSink as _, GitSink, Ledger, Sink, VerifyOptions};
use assize_git::{Git, GitProgram};
use assize_scratch::Scratch;

use crate::support::{Memory, World, tag};

fn codes(world: &World, sink: Option<&Memory>) -> Vec<String> {
    let sink = Ledger::sink_state(sink.map(|sink| sink as _));
    let report = world.ledger("x").verify(&VerifyOptions { sink, check_index: false, ..Default::default() }).unwrap();
    report.failures.into_iter().map(|failure| failure.code).collect()
}

#[test]
fn what_a_checkpoint_saw_must_stay() {
    let world = World::new();
    let (ledger, key, sink) = (world.ledger("a"), world.key(), Memory::default());
    let error = ledger.checkpoint(&key, Some(&sink)).unwrap_err();
    assert_eq!((error.exit_code(), error.reason()), (2, Some("nothing-to-checkpoint")));
    ledger.intent(&key, &tag("v1")).unwrap();
    ledger.intent(&key, &tag("v2")).unwrap();
    let first = ledger.checkpoint(&key, Some(&sink)).unwrap();
    assert_eq!((first.sequence, first.records), (0, 2));
    assert_eq!(ledger.checkpoint(&key, Some(&sink)).unwrap().sequence, 1);
    assert_eq!(codes(&world, Some(&sink)), Vec::<String>::new());
    let path = world.file("segments/a.jsonl");
    let text = fs::read_to_string(&path).unwrap();
    let cut = text.lines().next().unwrap().to_owned() + "\n";
    fs::write(&path, cut).unwrap();
    assert_eq!(codes(&world, None), ["segment-truncated"]);
    // Without the local checkpoints the sink still tells.
    fs::remove_dir_all(world.file("checkpoints")).unwrap();
    assert_eq!(codes(&world, None), Vec::<String>::new());
    assert_eq!(codes(&world, Some(&sink)), ["segment-truncated"]);
    fs::remove_file(&path).unwrap();
    assert_eq!(codes(&world, Some(&sink)), ["segment-missing"]);
    assert_eq!(ledger.checkpoint(&key, Some(&sink)).unwrap_err().exit_code(), 6);
}

#[test]
fn a_sink_that_moved_in_between_is_not_overwritten() {
    struct Moved;
    impl assize_effects::CheckpointSink for Moved {
        fn read(&self) -> Result<Option<String>, assize_effects::SinkError> {
            Ok(None)
        }
        fn replace(&self, _: Option<&str>, _: &str) -> Result<(), assize_effects::SinkError> {
            Err(assize_effects::SinkError("it moved".to_owned()))
        }
    }
    let world = World::new();
    let (ledger, key) = (world.ledger("a"), world.key());
    ledger.intent(&key, &tag("v1")).unwrap();
    let error = ledger.checkpoint(&key, Some(&Moved)).unwrap_err();
    assert_eq!((error.exit_code(), error.code()), (1, "internal"));
    assert!(!world.file("checkpoints/0.json").exists());
}

#[test]
fn an_empty_ledger_tells_that_its_sink_cannot_be_read() {
    let world = World::new();
    for (sink, warnings) in [
        (Sink::None, &["ledger-empty"][..]),
        (Sink::Unreadable("gone".to_owned()), &["ledger-empty", "checkpoint-sink-unreadable"]),
    ] {
        let report = world.ledger("a").verify(&VerifyOptions { sink, ..VerifyOptions::default() }).unwrap();
        assert!(report.is_ok() && report.warnings == warnings, "{report:?}");
    }
}

#[test]
fn a_sink_that_cannot_be_read_is_said_and_never_taken_for_an_empty_one() {
    let world = World::new();
    let (ledger, key) = (world.ledger("a"), world.key());
    ledger.intent(&key, &tag("v1")).unwrap();
    let scratch = Scratch::unborn("sink");
    scratch.commit_all("first");
    let git = Git::new(GitProgram::find(&scratch.environment()).unwrap(), scratch.root());
    let sink = GitSink::new(git, "delivery").unwrap();
    ledger.checkpoint(&key, Some(&sink)).unwrap();
    let name = "refs/aiwg/effects/delivery/checkpoint";
    let good = scratch.sha(name);
    // What a local checkpoint and a sink without one would give: not what is found below.
    let missing = codes(&world, Some(&Memory::default()));
    assert_eq!(missing, ["checkpoint-sink-missing"]);
    let check = |what: &str| {
        assert!(sink.read().is_err(), "{what}");
        let sink_state = Ledger::sink_state(Some(&sink));
        let report = ledger.verify(&VerifyOptions { sink: sink_state, ..Default::default() }).unwrap();
        assert_eq!(report.warnings, ["checkpoint-sink-unreadable"], "{what}");
        assert!(report.is_ok(), "{what}: {:?}", report.failures);
        let error = ledger.checkpoint(&key, Some(&sink)).unwrap_err();
        assert_eq!(error.exit_code(), 1, "{what}");
        assert!(!world.file("checkpoints/1.json").exists(), "{what}");
    };
    scratch.git(&["update-ref", name, &scratch.sha("HEAD^{tree}")]);
    check("a tree");
    scratch.git(&["update-ref", name, &good]);
    let object = scratch.root().join(".git/objects").join(&good[..2]).join(&good[2..]);
    fs::remove_file(object).unwrap();
    check("an object that is gone");
}
