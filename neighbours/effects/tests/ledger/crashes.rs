//! Processes that are killed before each change of a file, and what others find then.

use std::fs;
use std::os::unix::process::ExitStatusExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

use assize_effects::{CheckpointSink, Ledger, PurgeRule, RotationReason, SinkError, VerifyOptions};
use chrono::Duration;
use rustix::process::{Signal, getpid, kill_process};
use serde_json::Map;

use crate::support::{Memory, World, dead, hold, key, owner, present, settings, tag, verification};

const FOLDER: &str = "ASSIZE_CRASH_FOLDER";
const WORK: &str = "ASSIZE_CRASH_WORK";
const STEP: &str = "ASSIZE_CRASH_STEP";
const SIGKILL: i32 = 9;
/// A writer whose lock a dead process holds. It sorts before the one that clears up, whose own must go first.
const DEAD_WRITER: &str = "0";

/// A sink that outlives the process, as a branch of git does.
struct Beside(PathBuf);

impl Beside {
    fn of(folder: &Path) -> Self {
        Self(folder.join("sink.json"))
    }
}

impl CheckpointSink for Beside {
    fn read(&self) -> Result<Option<String>, SinkError> {
        Ok(fs::read_to_string(&self.0).ok())
    }

    fn replace(&self, before: Option<&str>, text: &str) -> Result<(), SinkError> {
        assert_eq!(self.read()?.as_deref(), before);
        fs::write(&self.0, text).map_err(|error| SinkError(error.to_string()))
    }
}

/// What a process is killed at.
fn work(ledger: &Ledger, folder: &Path, what: &str) {
    let (key, none) = (key(folder), Map::new());
    let id = ledger.effect_id(&tag("v1")).unwrap();
    match what {
        "intent" => drop(ledger.intent(&key, &tag("v1")).unwrap()),
        "outcome" => drop(ledger.outcome(&key, &id, None, &present(), &none).unwrap()),
        "reconcile" => {
            drop(ledger.reconciled(&key, &id, &verification("present", "state-match"), &none).unwrap());
        }
        "checkpoint" => drop(ledger.checkpoint(&key, None).unwrap()),
        "checkpoint with sink" => drop(ledger.checkpoint(&key, Some(&Beside::of(folder))).unwrap()),
        "purge" => {
            let rule = PurgeRule { retention: Some("job".to_owned()), keep: Duration::zero(), legal_hold: false };
            ledger.purge(&key, &id, &rule).unwrap();
        }
        "die with a lock" => hold(folder, DEAD_WRITER, &owner(dead())),
        // There is nothing to recover when whoever was killed came that far.
        "recover lock" => drop(ledger.recover_lock(&key, DEAD_WRITER).unwrap()),
        other => {
            assert_eq!(other, "rotate");
            drop(ledger.rotate(&key, RotationReason::Scheduled).unwrap());
        }
    }
}

/// The process that is killed: does its work until the step that it is to die at.
#[test]
#[ignore = "it is run by the tests beside it"]
fn victim() {
    let folder = PathBuf::from(std::env::var_os(FOLDER).unwrap());
    let last: usize = std::env::var(STEP).unwrap().parse().unwrap();
    let done = AtomicUsize::new(0);
    let settings = settings(&folder, "a").on_step(move |_| {
        if done.fetch_add(1, Ordering::SeqCst) == last {
            kill_process(getpid(), Signal::KILL).unwrap();
        }
    });
    work(&Ledger::open(settings).unwrap(), &folder, &std::env::var(WORK).unwrap());
}

/// Runs the victim up to a step; gives whether it was killed.
fn killed_at(folder: &Path, what: &str, step: usize) -> bool {
    let status = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "crashes::victim", "--ignored"])
        .env(FOLDER, folder)
        .env(WORK, what)
        .env(STEP, step.to_string())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .unwrap();
    assert!(status.success() || status.signal() == Some(SIGKILL), "{what} {step}: {status}");
    !status.success()
}

/// What a person does after a crash: clears the locks of the dead, and goes on.
fn clear(ledger: &Ledger, world: &World) {
    // "a" is the writer's own, and must go first; it also sorts last.
    for lock in ledger.locks().unwrap().into_iter().rev() {
        ledger.recover_lock(&world.key(), &lock.name).unwrap().unwrap();
    }
}

fn phases(ledger: &Ledger, phase: &str) -> usize {
    let id = ledger.effect_id(&tag("v1")).unwrap();
    let found = ledger.lookup(&id).unwrap().to_json();
    found["records"].as_array().unwrap().iter().filter(|record| record["phase"] == phase).count()
}

/// Kills `what` at every step there is, each time in a new ledger that `before` was done in, and does it again.
fn matrix(what: &str, before: &[&str], least_steps: usize, then: impl Fn(&Ledger, &World)) {
    for step in 0.. {
        let world = World::new();
        for what in before {
            work(&world.ledger("a"), world.path(), what);
        }
        if !killed_at(world.path(), what, step) {
            assert!(step >= least_steps, "{what} has only {step} steps");
            return;
        }
        // Whatever happened, what is there holds.
        world.sound();
        let ledger = world.ledger("a");
        for what in before {
            let phase = match *what {
                "intent" => "intent",
                "outcome" => "completed",
                _ => continue, // it leaves no record of this effect
            };
            assert_eq!(phases(&ledger, phase), 1, "{what} step {step}: a record was lost");
        }
        clear(&ledger, &world);
        world.sound();
        work(&ledger, world.path(), what);
        world.sound();
        assert!(phases(&ledger, "intent") <= 1, "{what} step {step}: an intent twice");
        assert!(phases(&ledger, "completed") <= 1, "{what} step {step}: an outcome twice");
        then(&ledger, &world);
    }
}

#[test]
fn an_intent_survives_or_never_was() {
    matrix("intent", &[], 6, |ledger, _| assert_eq!(phases(ledger, "intent"), 1));
}

#[test]
fn an_outcome_survives_or_never_was() {
    matrix("outcome", &["intent"], 5, |ledger, _| assert_eq!(phases(ledger, "completed"), 1));
}

#[test]
fn a_reconciliation_can_be_done_again() {
    matrix("reconcile", &["intent"], 5, |ledger, _| assert_eq!(phases(ledger, "completed"), 1));
}

#[test]
fn checkpoints_and_rotations_can_be_done_again() {
    matrix("checkpoint", &["intent", "outcome"], 2, |_, _| {});
    matrix("rotate", &["intent"], 3, |ledger, _| assert_eq!(phases(ledger, "intent"), 1));
}

#[test]
fn a_sink_and_the_folder_come_together_again() {
    matrix("checkpoint with sink", &["intent", "checkpoint with sink"], 3, |ledger, world| {
        let sink = Ledger::sink_state(Some(&Beside::of(world.path())));
        let report = ledger.verify(&VerifyOptions { sink, ..VerifyOptions::default() }).unwrap();
        assert!(report.is_ok() && report.warnings.is_empty(), "{report:?}");
    });
}

#[test]
fn a_purge_can_be_done_again() {
    matrix("purge", &["intent", "outcome"], 3, |ledger, _| assert_eq!(phases(ledger, "tombstone"), 2));
}

#[test]
fn a_recovery_of_a_lock_can_be_done_again() {
    matrix("recover lock", &["intent", "die with a lock"], 6, |ledger, _| {
        assert!(ledger.locks().unwrap().is_empty());
        assert_eq!(phases(ledger, "intent"), 1);
    });
}

#[test]
fn a_writer_that_died_between_claim_and_append_is_no_silence() {
    // The claim is there and the record is not: whoever asks must not hear that there is nothing.
    let mut seen = false;
    for step in 0.. {
        let world = World::new();
        if !killed_at(world.path(), "intent", step) {
            break;
        }
        let ledger = world.ledger("b");
        let id = ledger.effect_id(&tag("v1")).unwrap();
        let pending = world.verify().warnings.iter().any(|warning| warning == "pending-append:a:0");
        let found = ledger.lookup(&id).unwrap();
        if pending {
            seen = true;
            assert_eq!((found.status(), found.exit_code()), ("claimed", 4));
        }
    }
    assert!(seen, "no step lies between the claim and the append");
}

#[test]
fn a_checkpoint_that_only_the_sink_has_is_caught_up_with() {
    let world = World::new();
    let (ledger, key, sink) = (world.ledger("a"), world.key(), Memory::default());
    ledger.intent(&key, &tag("v1")).unwrap();
    ledger.checkpoint(&key, Some(&sink)).unwrap();
    ledger.checkpoint(&key, Some(&sink)).unwrap();
    // As a process leaves it that dies after the sink and before the folder.
    std::fs::remove_file(world.file("checkpoints/1.json")).unwrap();
    assert_eq!(ledger.checkpoint(&key, Some(&sink)).unwrap().sequence, 2);
    let options = assize_effects::VerifyOptions { sink: Ledger::sink_state(Some(&sink)), ..Default::default() };
    let report = ledger.verify(&options).unwrap();
    assert!(report.is_ok() && report.warnings.is_empty(), "{report:?}");
}
