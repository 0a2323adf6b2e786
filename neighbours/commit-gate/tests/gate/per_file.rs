//! `--per-file`: the list is git's.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt as _;
use std::path::Path;

use crate::world::{CLEAN, RUBRIC, World};

/// Runs the gate `notes` over `paths` for verdicts about `files`.
fn judge(world: &World, folder: &Path, paths: &[&str], files: &[&str]) -> (i32, String) {
    let lines: String = files.iter().map(|file| format!("Reviewed-notes: {CLEAN} file={file}\n")).collect();
    let message = world.message(format!("x\n\n{lines}"));
    let doc = world.root().join(RUBRIC);
    let mut words = vec![message.as_str(), "notes", "--per-file", "--doc", doc.to_str().unwrap()];
    for path in paths {
        words.extend(["--path", path]);
    }
    let said = world.gate_in(folder, words);
    (said.code, said.stderr)
}

fn attested(verdicts: usize) -> (i32, String) {
    (0, format!("git-agent-verdict: notes: attested ({verdicts} verdict(s), minor={verdicts})\n"))
}

#[track_caller]
fn assert_gaps(found: &(i32, String), gaps: &str) {
    let begin = format!("\ngit-agent-verdict: notes: REVIEW GATE FAILED\n\nMISSING — no trailer names: {gaps}\n\n");
    assert!(found.0 == 1 && found.1.starts_with(&begin), "{found:?}");
}

#[test]
fn every_staged_file_needs_its_own_verdict() {
    let world = World::staged();
    world.stage("b c.txt", "x");
    world.stage("sub/größe 日本.txt", "x");
    let root = world.root();
    let all = ["a.txt", "b c.txt", "sub/größe 日本.txt"];
    assert_eq!(judge(&world, root, &["."], &all), attested(3));
    assert_eq!(judge(&world, &root.join("sub"), &[":/"], &all), attested(3));
    assert_gaps(&judge(&world, root, &["."], &["b c.txt"]), "a.txt, sub/größe 日本.txt");
    // From a folder the names are still the root's.
    assert_eq!(judge(&world, &root.join("sub"), &["."], &["sub/größe 日本.txt"]), attested(1));
    assert_gaps(&judge(&world, &root.join("sub"), &["."], &["größe 日本.txt"]), "sub/größe 日本.txt");
    for near in ["./a.txt", "A.txt", "a.tx", "a.txt/", "/a.txt", "sub/../a.txt", "\"a.txt\"", ""] {
        assert_gaps(&judge(&world, root, &["a.txt"], &[near]), "a.txt");
    }
    // More than is needed is counted and satisfies nothing.
    assert_eq!(judge(&world, root, &["a.txt"], &["a.txt", "a.txt", "nothing"]), attested(3));
    assert_gaps(&judge(&world, root, &["a.txt"], &["nothing"]), "a.txt");
    let message = world.message(format!("x\n\nReviewed-notes: {CLEAN}\n"));
    let said = world.gate([&message, "notes", "--per-file", "--doc", RUBRIC, "--path", "a.txt"]);
    assert_gaps(&(said.code, said.stderr), "a.txt");
}

#[test]
fn what_is_deleted_needs_none_and_a_move_counts_by_its_new_name() {
    let world = World::new();
    let text = "a text\nof some lines\nthat git can follow\n";
    world.stage("old name.txt", text);
    world.stage("gone.txt", "other\n");
    world.git(["commit", "-q", "-m", "more"]);
    world.git(["mv", "old name.txt", "new name.txt"]);
    world.git(["rm", "-q", "gone.txt"]);
    let root = world.root();
    assert_eq!(judge(&world, root, &["."], &["new name.txt"]), attested(1));
    assert_gaps(&judge(&world, root, &["."], &["old name.txt"]), "new name.txt");
    world.git(["config", "diff.renames", "false"]);
    assert_eq!(judge(&world, root, &["."], &["new name.txt"]), attested(1));
    // A commit of deletions alone needs one verdict, about whatever.
    world.git(["reset", "-q", "--hard"]);
    world.git(["rm", "-q", "gone.txt"]);
    let (code, said) = judge(&world, root, &["."], &[]);
    assert!(code == 1 && said.contains("MISSING — the message needs this trailer and has none\n"), "{said}");
    assert_eq!(judge(&world, root, &["."], &["x"]), attested(1));
    let message = world.message(format!("x\n\nReviewed-notes: {CLEAN}\n"));
    assert_eq!(world.gate([&message, "notes", "--per-file", "--doc", RUBRIC, "--path", "."]).code, 0);
}

#[test]
fn gaps_are_told_before_blockers() {
    let world = World::staged();
    world.stage("b.txt", "x");
    let message = world.message("x\n\nReviewed-notes: reviewer=a major=1 moderate=0 minor=0 file=a.txt\n");
    let said = world.gate([&message, "notes", "--per-file", "--doc", RUBRIC, "--path", "."]);
    assert_gaps(&(said.code, said.stderr), "b.txt");
    let said = world.gate([&message, "notes", "--per-file", "--doc", RUBRIC, "--path", "a.txt"]);
    assert!(said.code == 1 && said.stderr.contains("DECLARED BLOCKER\n  major=1 moderate=0 "), "{said:?}");
}

#[test]
fn names_that_no_trailer_can_carry_are_never_attested() {
    let world = World::new();
    // Shown so that they pass for nothing else.
    for (name, shown) in [
        (&b"a\nReviewed-notes: x"[..], "a\\nReviewed-notes: x"),
        (b"\xff", "\u{fffd}"),
        (b" lead", " lead"),
        (b"x major=0", "x major=0"),
        (b"\x1b[2Jx", "\\u{1b}[2Jx"),
    ] {
        world.stage(OsStr::from_bytes(name), "x");
        let said = judge(&world, world.root(), &["."], &["\u{fffd}", "lead", "a"]);
        assert_gaps(&said, shown);
        world.git(["reset", "-q", "--hard"]);
    }
}
