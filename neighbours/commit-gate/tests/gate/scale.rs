//! Large inputs, and the right answer.

use std::fmt::Write as _;

use crate::world::{CLEAN, RUBRIC, World, attested, with_trailer};

#[test]
fn a_message_of_ten_megabytes() {
    let world = World::staged();
    let line = "a line of a body, and Reviewed-standards: in the midst of it\n";
    let body = line.repeat(10 * 1024 * 1024 / line.len());
    let said = world.judge(format!("x\n\n{body}\nReviewed-standards: {CLEAN}\n"));
    assert_eq!((said.code, said.stderr), (0, attested(1, 1)));
    let credit = "Co-authored-by: a <a@anthropic.com>\n";
    let many = credit.repeat(10 * 1024 * 1024 / credit.len());
    let said = world.judge(format!("x\n\n{many}\nReviewed-standards: {CLEAN}\n"));
    assert_eq!((said.code, said.stderr), (0, attested(1, 1)));
    assert_eq!(world.message_now(), format!("x\n\n\nReviewed-standards: {CLEAN}\n"));
}

#[test]
fn a_trailer_of_a_megabyte() {
    let world = World::staged();
    let megabyte = "ä=".repeat(350_000);
    let said = world.judge(with_trailer("x", &format!("reviewer={megabyte} major=0 moderate=0 minor=3")));
    assert_eq!((said.code, said.stderr), (0, attested(1, 3)));
    let said = world.judge(with_trailer("x", &format!("{CLEAN} file={megabyte}")));
    assert_eq!((said.code, said.stderr), (0, attested(1, 1)));
    let folded = "x\n ".repeat(350_000);
    let said = world.judge(with_trailer("x", &format!("{CLEAN} file={folded}y")));
    assert_eq!((said.code, said.stderr), (0, attested(1, 1)));
    let near = "xfile=".repeat(170_000);
    let said = world.judge(with_trailer("x", &format!("{CLEAN} {near}")));
    assert!(said.code == 1 && said.stderr.contains("unknown field 'xfile'"));
}

#[test]
fn ten_thousand_files_with_a_verdict_each() {
    const FILES: usize = 10_000;
    let world = World::new();
    let blob = world.git(["hash-object", "-w", RUBRIC]).trim().to_owned();
    let mut index = String::new();
    let mut message = "x\n\n".to_owned();
    for at in (0..FILES).rev() {
        writeln!(index, "100644 {blob}\tsrc/{}/file {at}.rs", at % 97).unwrap();
        writeln!(message, "Reviewed-notes: {CLEAN} file=src/{}/file {at}.rs", at % 97).unwrap();
    }
    let list = world.outside().join("list");
    std::fs::write(&list, index).unwrap();
    let mut update = world.command("git", world.root());
    update.args(["update-index", "--add", "--index-info"]).stdin(std::fs::File::open(list).unwrap());
    assert!(update.status().unwrap().success());
    let judge = |text: &str| {
        let message = world.message(text);
        world.gate([&message, "notes", "--per-file", "--doc", RUBRIC, "--path", "src"])
    };
    let said = judge(&message);
    let expect = format!("git-agent-verdict: notes: attested ({FILES} verdict(s), minor={FILES})\n");
    assert_eq!((said.code, said.stderr), (0, expect));
    let said = judge(&message.replace("/file 4711.rs", "/file 4711.txt"));
    assert!(said.code == 1 && said.stderr.contains("MISSING — no trailer names: src/55/file 4711.rs\n"));
    // None of them: every name is told.
    let said = judge(&format!("x\n\nReviewed-notes: {CLEAN}\n"));
    assert_eq!(said.stderr.matches(".rs").count(), FILES);
}
