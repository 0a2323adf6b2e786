//! The two streams, and what becomes of them.

use std::fs::OpenOptions;
use std::process::Stdio;

use crate::world::{CLEAN, GATE, RUBRIC, World, with_trailer};

#[test]
fn a_reader_that_has_gone_changes_no_answer() {
    let world = World::staged();
    let message = world.message("x\n");
    let clean = world.outside().join("clean");
    std::fs::write(&clean, with_trailer("x", CLEAN)).unwrap();
    let run = |words: &[&str]| {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let mut command = world.command(GATE, world.root());
        command.args(words).stdout(writer.try_clone().unwrap()).stderr(writer);
        command.status().unwrap().code()
    };
    let gate = |message: &str| run(&[message, "standards", "--doc", RUBRIC, "--path", "."]);
    assert_eq!(gate(&message), Some(1));
    assert_eq!(gate(clean.to_str().unwrap()), Some(0));
    assert_eq!(run(&["--reviewer-prompt", "g", "--doc", RUBRIC]), Some(0));
    assert_eq!(run(&["--version"]), Some(0));
    assert_eq!(run(&["--nonsense"]), Some(2));
}

#[test]
fn an_output_that_is_full_is_told() {
    let world = World::new();
    let Ok(full) = OpenOptions::new().write(true).open("/dev/full") else { return };
    let mut command = world.command(GATE, world.root());
    let output = command.args(["--version"]).stdout(full).stderr(Stdio::piped()).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("cannot write to standard output"));
}

#[test]
fn nothing_is_read_from_standard_input() {
    let world = World::staged();
    let message = world.message(with_trailer("x", CLEAN));
    let mut command = world.command(GATE, world.root());
    command.args([&message, "standards", "--doc", RUBRIC, "--path", "."]).stdin(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().unwrap();
    // Still open while the gate runs to its end.
    let stdin = child.stdin.take();
    assert_eq!(child.wait().unwrap().code(), Some(0));
    drop(stdin);
}
