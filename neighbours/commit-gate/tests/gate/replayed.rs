//! Merges, reverts, cherry-picks and rebases: commits that repeat others.

use crate::world::{CLEAN, Said, World, attested, with_trailer};

/// A gated repository with a branch `side` that changes `path`, and then `a.txt` changed on `main`.
fn forked(path: &str) -> World {
    let world = World::gated();
    world.git(["switch", "-q", "-c", "side"]);
    world.stage(path, "side\n");
    world.git(["commit", "-q", "--no-verify", "-m", "side"]);
    world.git(["switch", "-q", "main"]);
    world.stage("a.txt", "main\n");
    world.git(["commit", "-q", "--no-verify", "-m", "main"]);
    world
}

#[track_caller]
fn assert_silent(said: &Said) {
    assert!(said.code == 0 && !said.stderr.contains("git-agent-verdict"), "{said:?}");
}

#[track_caller]
fn assert_refused(said: &Said) {
    assert!(said.code == 1 && said.stderr.contains("standards: REVIEW GATE FAILED"), "{said:?}");
}

#[test]
fn a_merge_by_git_needs_no_verdict() {
    let world = forked("b.txt");
    assert_silent(&world.try_git(["merge", "-q", "--no-edit", "side"]));
    assert_eq!(world.git(["rev-list", "--merges", "--count", "HEAD"]).trim(), "1");
}

#[test]
fn a_merge_with_a_subject_of_ones_own_does() {
    let world = forked("b.txt");
    let said = world.try_git(["merge", "-q", "-m", "Bring side in", "side"]);
    assert!(said.code != 0 && said.stderr.contains("REVIEW GATE FAILED"), "{said:?}");
    world.git(["merge", "--abort"]);
    let message = with_trailer("Bring side in", CLEAN);
    let said = world.try_git(["merge", "-q", "-m", &message, "side"]);
    assert!(said.code == 0 && said.stderr.contains(&attested(1, 1)), "{said:?}");
}

#[test]
fn a_merge_that_was_resolved_by_hand() {
    let world = forked("a.txt");
    assert_eq!(world.try_git(["merge", "-q", "side"]).code, 1);
    world.stage("a.txt", "both\n");
    assert_silent(&world.try_git(["commit", "-q", "--no-edit"]));
    // Afterwards nobody can say that it is one.
    world.stage("a.txt", "later\n");
    assert_refused(&world.try_git(["commit", "-q", "-m", "Merge branch 'side'"]));
}

#[test]
fn reverts() {
    let world = forked("b.txt");
    // Git makes the commit itself and does not ask.
    assert_silent(&world.try_git(["revert", "--no-edit", "HEAD"]));
    world.git(["reset", "-q", "--hard", "HEAD~1"]);
    // Concluded by `git commit`, and git still knows.
    world.git(["revert", "-n", "HEAD"]);
    assert_silent(&world.try_git(["commit", "-q", "-m", "Revert \"main\""]));
    world.stage("a.txt", "later\n");
    assert_refused(&world.try_git(["commit", "-q", "-m", "Revert \"main\""]));
    world.git(["commit", "-q", "--no-verify", "-m", "later"]);
    // With a conflict.
    assert_eq!(world.try_git(["revert", "--no-edit", "HEAD~2"]).code, 1);
    world.stage("a.txt", "resolved\n");
    assert_silent(&world.try_git(["commit", "-q", "--no-edit"]));
}

#[test]
fn cherry_picks() {
    let world = forked("b.txt");
    assert_silent(&world.try_git(["cherry-pick", "side"]));
    let world = forked("a.txt");
    assert_eq!(world.try_git(["cherry-pick", "side"]).code, 1);
    world.stage("a.txt", "resolved\n");
    assert_refused(&world.try_git(["commit", "-q", "--no-edit"]));
    let said = world.try_git(["commit", "-q", "-m", &with_trailer("side", CLEAN)]);
    assert_eq!((said.code, said.stderr), (0, attested(1, 1)));
}

#[test]
fn rebases() {
    let world = forked("b.txt");
    world.git(["switch", "-q", "side"]);
    assert_silent(&world.try_git(["rebase", "-q", "main"]));
    assert_eq!(world.git(["log", "--format=%s"]), "side\nmain\nbase\n");
    // A conflict, resolved by a commit of one's own, is gated.
    let world = forked("a.txt");
    world.git(["switch", "-q", "side"]);
    assert_eq!(world.try_git(["rebase", "-q", "main"]).code, 1);
    world.stage("a.txt", "resolved\n");
    assert_refused(&world.try_git(["commit", "-q", "-m", "side"]));
    let said = world.try_git(["commit", "-q", "-m", &with_trailer("side", CLEAN)]);
    assert_eq!((said.code, said.stderr), (0, attested(1, 1)));
    assert_eq!(world.try_git(["rebase", "--continue"]).code, 0);
}

#[test]
fn fixups_are_folded_in_without_a_word() {
    let world = World::gated();
    world.stage("a.txt", "two\n");
    let message = with_trailer("x", CLEAN);
    assert_eq!(world.try_git(["commit", "-q", "-m", &message]).code, 0);
    world.stage("a.txt", "three\n");
    world.git(["commit", "-q", "--fixup=HEAD"]);
    assert_silent(&world.try_git(["-c", "sequence.editor=true", "rebase", "-q", "-i", "--autosquash", "HEAD~2"]));
    assert_eq!(world.git(["log", "-1", "--format=%B"]).trim_end(), message.trim_end());
}
