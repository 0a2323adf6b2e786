//! `kill -9` anywhere.

use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use assize_tests::{Outcome, binary};
use serde_json::json;

use crate::world::World;

/// The most calls of git that one command makes.
const MOST_CALLS: usize = 60;

/// Makes a git that kills whoever calls it for the n-th time, before or after it has done its work. Both are told by
/// variables.
fn deadly_git(world: &World) -> String {
    let real = String::from_utf8(world.command("sh").args(["-c", "command -v git"]).output().unwrap().stdout).unwrap();
    let script = format!(
        "#!/bin/sh\necho >> \"$DEADLY_COUNT\"\nn=$(wc -l < \"$DEADLY_COUNT\")\n\
         if [ \"$n\" -eq \"$DEADLY_AT\" ]; then\n  [ \"$DEADLY_WHEN\" = after ] && {real} \"$@\"\n  kill -9 $PPID\n  exit 1\nfi\n\
         exec {real} \"$@\"\n",
        real = real.trim()
    );
    world.write_program("../bin/git", &script);
    format!("{}:{}", world.beside("bin").display(), std::env::var("PATH").unwrap())
}

/// Runs a command that is killed at the given call of git; -1 when it was, and how it ended when it had ended before.
fn killed(world: &World, path: &str, at: usize, when: &str, args: &[&str]) -> Outcome {
    let count = world.beside("count");
    fs::write(&count, "").unwrap();
    let at = at.to_string();
    let environment =
        [("PATH", path), ("DEADLY_COUNT", count.to_str().unwrap()), ("DEADLY_AT", &at), ("DEADLY_WHEN", when)];
    world.run_with(&binary("assize"), args, &environment)
}

/// What holds whenever something was killed, and after the next command.
fn holds(world: &World, before: &str, what: &str) {
    let moved = world.sha("main") != before;
    let landed = |world: &World| {
        let main = world.sha("main");
        world
            .audit()
            .iter()
            .filter(|event| event["event"] == "integrate.landed" && event["commit"] == json!(main))
            .count()
    };
    if moved {
        assert_eq!(landed(world), 1, "{what}: written ahead");
    }
    for entry in fs::read_dir(world.ag().join("attestations")).into_iter().flatten() {
        world.stored(entry.unwrap().file_name().to_str().unwrap());
    }
    let next = world.assize(&["preview", "main"]);
    assert_eq!(next.code, 0, "{what}: {next:?}");
    let all = world.audit().iter().filter(|event| event["event"] == "integrate.landed").count();
    assert_eq!((landed(world), all), if moved { (1, 1) } else { (0, 0) }, "{what}: repaired");
    assert_eq!(world.temporary(), Vec::<PathBuf>::new(), "{what}");
    assert_eq!(fs::read_dir(world.ag().join("running")).map_or(0, Iterator::count), 0, "{what}");
    assert!(!world.ag().join("landing.json").exists(), "{what}");
}

#[test]
fn a_landing_that_is_killed_at_any_call_of_git_leaves_nothing_wrong() {
    let world = World::new();
    let path = deadly_git(&world);
    world.commit("more", "on main\n");
    world.propose("one", "main~1");
    assert_eq!(world.validate("one", &["true"]).code, 0);
    let before = world.sha("main");
    let mut kills = 0;
    for when in ["before", "after"] {
        for at in 1..MOST_CALLS {
            let tried = killed(&world, &path, at, when, &["integrate", "one", "--json"]);
            let what = format!("{when} call {at}");
            holds(&world, &before, &what);
            assert_eq!(world.git(&["status", "--porcelain"]), "", "{what}: in step");
            // Back to where it was.
            world.git(&["reset", "--quiet", "--hard", &before]);
            let log: String = world
                .audit()
                .iter()
                .filter(|event| event["event"] != "integrate.landed")
                .map(|event| format!("{event}\n"))
                .collect();
            fs::write(world.ag().join("audit.jsonl"), log).unwrap();
            if tried.code == 0 {
                break;
            }
            kills += 1;
            assert_eq!(tried.code, -1, "{what}: {tried:?}");
        }
    }
    assert!(kills > 20, "{kills}");
}

#[test]
fn a_validation_that_is_killed_leaves_nothing_wrong() {
    let world = World::new();
    let path = deadly_git(&world);
    world.commit("more", "on main\n");
    world.propose("one", "main~1");
    let tree = world.preview("one");
    let before = world.sha("main");
    let run = |command: &str| {
        ["validate", "run", "one", "--check", "tests", "--key", "ci", "--", "sh", "-c", command].map(str::to_owned)
    };
    let mut kills = 0;
    for when in ["before", "after"] {
        for at in 1..MOST_CALLS {
            let args = run("true");
            let args: Vec<_> = args.iter().map(String::as_str).collect();
            let tried = killed(&world, &path, at, when, &args);
            holds(&world, &before, &format!("{when} call {at}"));
            if tried.code == 0 {
                break;
            }
            kills += 1;
            assert!(world.stored(&tree).len() <= 1, "{when} call {at}");
        }
    }
    assert!(kills > 10, "{kills}");
    // By the command itself, after it made its folder hard to remove.
    let args = run("mkdir -p a/b && chmod 500 a && kill -9 $PPID; sleep 30");
    let args: Vec<_> = args.iter().map(String::as_str).collect();
    let tried = world.run_with(&binary("assize"), &args, &[("ASSIZE_GRACE_MS", "100")]);
    assert_eq!(tried.code, -1, "{tried:?}");
    holds(&world, &before, "in the middle of the command");
}

/// At whatever moment it is killed: what holds does not depend on which one it was.
#[test]
fn killed_at_any_moment() {
    let world = World::new();
    world.commit("more", "on main\n");
    world.propose("one", "main~1");
    let before = world.sha("main");
    assert_eq!(world.validate("one", &["true"]).code, 0);
    for step in 0..24_u64 {
        let args = if step % 2 == 0 {
            vec!["integrate", "one"]
        } else {
            vec!["validate", "run", "one", "--check", "tests", "--key", "ci", "--", "true"]
        };
        let mut command = world.command(binary("assize"));
        command.args(&args).stdout(std::process::Stdio::null()).stderr(std::process::Stdio::null());
        let mut child = command.spawn().unwrap();
        let until = Instant::now() + Duration::from_millis(step * 6);
        while Instant::now() < until && child.try_wait().unwrap().is_none() {
            std::thread::yield_now();
        }
        child.kill().unwrap();
        child.wait().unwrap();
        let landed = world.sha("main") != before;
        holds(&world, &before, &format!("step {step}"));
        if landed {
            world.git(&["reset", "--quiet", "--hard", &before]);
            let log: String = world
                .audit()
                .iter()
                .filter(|event| event["event"] != "integrate.landed")
                .map(|event| format!("{event}\n"))
                .collect();
            fs::write(world.ag().join("audit.jsonl"), log).unwrap();
        }
    }
}

#[test]
fn a_torn_line_of_the_log_is_mended() {
    let world = World::new();
    let log = world.ag().join("audit.jsonl");
    let whole = fs::read_to_string(&log).unwrap();
    fs::write(&log, format!("{whole}{{\"id\":\"torn\",\"ev")).unwrap();
    world.propose("one", "main");
    assert_eq!(world.integrate("one").code, 3);
    let events: Vec<_> = world.audit().iter().map(|event| event["event"].clone()).collect();
    assert_eq!(events, ["policy.set", "integrate.blocked"]);
}
