//! The message: reading it, and the subjects that need no verdict.

use crate::world::{CLEAN, RUBRIC, World, attested, with_trailer};

#[test]
fn a_message_that_cannot_be_read() {
    let world = World::staged();
    let check = |message: &str, reason: &str| {
        let said = world.gate([message, "standards", "--doc", RUBRIC, "--path", "."]);
        let expect = format!("git-agent-verdict: standards: cannot read {message}: {reason}\n");
        assert_eq!((said.code, said.stderr), (2, expect));
    };
    check("no/such", "No such file or directory (os error 2)");
    check("docs", "Is a directory (os error 21)");
    check("a.txt/x", "Not a directory (os error 20)");
    check("", "cannot make an empty path absolute");
    let message = world.message(b"a\n\n\xff\n");
    check(&message, "stream did not contain valid UTF-8");
}

#[test]
fn a_message_is_found_from_where_the_gate_is_called() {
    let world = World::staged();
    world.write("sub/message", with_trailer("x", CLEAN));
    world.write("sub/-m", with_trailer("x", CLEAN));
    let sub = world.root().join("sub");
    for message in ["message", "./-m", "../sub/message", sub.join("message").to_str().unwrap()] {
        let said = world.gate_in(&sub, [message, "standards", "--doc", "../docs/rubric.md", "--path", ":/"]);
        assert_eq!((said.code, said.stderr), (0, attested(1, 1)), "{message}");
    }
}

#[test]
fn subjects_that_need_no_verdict() {
    let world = World::staged();
    let check = |message: &str, exempt: bool| {
        let said = world.judge(message);
        let silent = said.code == 0 && said.stderr.is_empty() && said.stdout.is_empty();
        assert_eq!(silent, exempt, "{message:?}: {said:?}");
        assert!(exempt || said.stderr.contains("MISSING — "), "{said:?}");
        assert_eq!(world.message_now(), message, "the message is left alone");
    };
    for exempt in
        ["fixup! x", "squash! x", "fixup!x", "fixup!", "squash!squash! x", "\n\n# note\n \nfixup! x\n\nmore\n"]
    {
        check(exempt, true);
    }
    for gated in [
        "amend! x",
        "fixup x",
        "Fixup! x",
        " fixup! x",
        "x\n\nfixup! x",
        "x fixup!",
        "",
        "# only a comment\n",
        "Merge",
        "Merge branch 'x'",
        "Merge: x",
        "Merged x",
        "Revert \"x\"",
        "Revert",
        "Reverting x",
    ] {
        check(gated, false);
    }
    // Git's own notes make merges and reverts true, each its own.
    world.write(".git/MERGE_HEAD", "");
    check("Merge branch 'x'", true);
    check("Merge x", true);
    check("Merge", false);
    check("Merge\tx", false);
    check("Merged x", false);
    check("merge x", false);
    check("Revert \"x\"", false);
    std::fs::rename(world.root().join(".git/MERGE_HEAD"), world.root().join(".git/REVERT_HEAD")).unwrap();
    check("Revert \"x\"", true);
    check("Merge x", false);
    // Also from a folder.
    let message = world.message("Revert x\n");
    let said = world.gate_in(&world.root().join("docs"), [&message, "g", "--doc", "rubric.md", "--path", ":/"]);
    assert_eq!((said.code, said.stderr.as_str()), (0, ""));
}
