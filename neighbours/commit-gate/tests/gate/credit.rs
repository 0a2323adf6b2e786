//! The one edit.

use crate::world::{CLEAN, World, attested, with_trailer};

const CREDIT: &str = "Co-Authored-By: Claude <noreply@anthropic.com>\n";

#[test]
fn the_credit_goes_and_everything_else_stays() {
    let world = World::staged();
    let others = "Co-authored-by: Claude <claude@example.com>\nSigned-off-by: Claude <noreply@anthropic.com>\n";
    let message =
        |credit: &str| format!("x\n{credit}\nbody\n\n{credit}{others}{credit}Reviewed-standards: {CLEAN}\n{credit}");
    let said = world.judge(message(CREDIT));
    assert_eq!((said.code, said.stderr), (0, attested(1, 1)));
    assert_eq!(world.message_now(), message(""));
    // A paragraph of nothing else no longer hides the trailers above it.
    let said = world.judge(format!("{}\n{CREDIT}", with_trailer("x", CLEAN)));
    assert_eq!((said.code, said.stderr), (0, attested(1, 1)));
}

#[test]
fn line_ends_change_only_with_the_edit() {
    let world = World::staged();
    let plain = format!("x\r\n\r\nReviewed-standards: {CLEAN}\r\n\r\n\r\n");
    assert_eq!(world.judge(&plain).code, 0);
    assert_eq!(world.message_now(), plain);
    let said = world.judge(format!("x\r\n\r\nCo-authored-by: a <b@anthropic.com>\r\nReviewed-standards: {CLEAN}"));
    assert_eq!(said.code, 0);
    assert_eq!(world.message_now(), format!("x\n\nReviewed-standards: {CLEAN}\n"));
}

#[test]
fn it_happens_before_the_gate_fails_and_not_before_it_skips() {
    let world = World::staged();
    assert_eq!(world.judge(format!("x\n\n{CREDIT}")).code, 1);
    assert_eq!(world.message_now(), "x\n\n");
    let fixup = format!("fixup! x\n\n{CREDIT}");
    assert_eq!(world.judge(&fixup).code, 0);
    assert_eq!(world.message_now(), fixup);
    world.git(["commit", "-q", "-m", "done"]);
    let skipped = format!("x\n\n{CREDIT}");
    assert_eq!(world.judge(&skipped).code, 0);
    assert_eq!(world.message_now(), skipped);
}

#[test]
fn a_message_that_may_not_be_changed_does_not_pass() {
    use std::os::unix::fs::PermissionsExt as _;
    let world = World::staged();
    let message = world.message(format!("{}{CREDIT}", with_trailer("x", CLEAN)));
    std::fs::set_permissions(&message, std::fs::Permissions::from_mode(0o444)).unwrap();
    // The superuser may change it all the same.
    let refused = std::fs::OpenOptions::new().write(true).open(&message).is_err();
    let said = world.gate([message.as_str(), "standards", "--doc", "docs/rubric.md", "--path", "."]);
    if refused {
        let expect = format!("git-agent-verdict: standards: cannot write {message}: Permission denied (os error 13)\n");
        assert_eq!((said.code, said.stderr), (2, expect));
    } else {
        assert_eq!((said.code, said.stderr), (0, attested(1, 1)));
    }
}
