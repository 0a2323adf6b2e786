//! Real commits, with the gate in the commit-msg hook.

use crate::world::{CLEAN, RUBRIC, Said, World, attested, with_trailer};

/// Commits with a message; what the gate said is in `stderr`.
fn commit(world: &World, message: &str, flags: &[&str]) -> Said {
    world.try_git(["commit", "-q", "-m", message].iter().chain(flags))
}

#[track_caller]
fn assert_refused(said: &Said) {
    assert!(said.code == 1 && said.stderr.contains("git-agent-verdict: standards: REVIEW GATE FAILED"), "{said:?}");
}

#[track_caller]
fn assert_attested(said: &Said) {
    assert_eq!((said.code, said.stderr.as_str()), (0, attested(1, 1).as_str()));
}

#[test]
fn a_commit_is_refused_until_it_carries_a_verdict() {
    let world = World::gated();
    world.stage("a.txt", "two\n");
    let before = world.head();
    assert_refused(&commit(&world, "x", &[]));
    assert_eq!(world.head(), before);
    let message = with_trailer("x", CLEAN);
    assert_attested(&commit(&world, &format!("{message}Co-authored-by: C <noreply@anthropic.com>"), &[]));
    assert_eq!(world.git(["log", "-1", "--format=%B"]).trim_end(), message.trim_end());
    // A rubric goes past the gates, alone.
    world.stage(RUBRIC, "Look twice.\n");
    let said = commit(&world, &message, &[]);
    assert!(said.code == 1 && said.stderr.contains("RUBRIC IS STAGED"), "{said:?}");
    assert_eq!(commit(&world, "rubric", &["--no-verify"]).code, 0);
}

#[test]
fn the_first_commit() {
    let world = World::unborn();
    world.write("../rubric.md", "Look.\n");
    world.hook("git agent-verdict \"$1\" standards --per-file --doc ../rubric.md --path .");
    world.stage("a.txt", "x");
    assert_refused(&commit(&world, "x", &[]));
    assert_attested(&commit(&world, &with_trailer("x", &format!("{CLEAN} file=a.txt")), &[]));
}

#[test]
fn a_commit_from_a_folder() {
    let world = World::gated();
    world.stage("sub/b.txt", "x");
    let sub = world.root().join("sub");
    assert_refused(&world.try_git_in(&sub, ["commit", "-q", "-m", "x"]));
    let message = with_trailer("x", CLEAN);
    assert_attested(&world.try_git_in(&sub, ["commit", "-q", "-m", &message]));
}

#[test]
fn a_commit_in_another_worktree_and_one_that_names_the_repository() {
    let world = World::gated();
    world.git(["worktree", "add", "-q", "-b", "side", "../side"]);
    let side = world.outside().join("side");
    std::fs::write(side.join("a.txt"), "side\n").unwrap();
    // The main worktree's index is none of its business.
    world.stage(RUBRIC, "Look twice.\n");
    assert_refused(&world.try_git_in(&side, ["commit", "-q", "-a", "-m", "x"]));
    let message = with_trailer("x", CLEAN);
    assert_attested(&world.try_git_in(&side, ["commit", "-q", "-a", "-m", &message]));
    std::fs::write(side.join(RUBRIC), "Look thrice.\n").unwrap();
    let said = world.try_git_in(&side, ["commit", "-q", "-a", "-m", &message]);
    assert!(said.code == 1 && said.stderr.contains("RUBRIC IS STAGED\n\n  docs/rubric.md\n"), "{said:?}");
    world.git(["reset", "-q", "--hard"]);
    world.stage("a.txt", "far\n");
    let (dir, tree) = (world.root().join(".git"), world.root().to_owned());
    let words = ["--git-dir", dir.to_str().unwrap(), "--work-tree", tree.to_str().unwrap(), "commit", "-q", "-m"];
    assert_refused(&world.try_git_in(world.outside(), words.iter().chain(&["x"])));
    assert_attested(&world.try_git_in(world.outside(), words.iter().chain(&[message.as_str()])));
}

#[test]
fn a_partial_commit_is_judged_by_what_it_takes() {
    let world = World::gated();
    world.hook(&format!("git agent-verdict \"$1\" standards --per-file --doc {RUBRIC} --path ."));
    world.stage("b.txt", "x");
    world.git(["commit", "-q", "--no-verify", "-m", "b"]);
    world.stage("a.txt", "two\n");
    world.write("b.txt", "two\n");
    world.stage(RUBRIC, "Look twice.\n");
    // Only b.txt goes: neither the staged rubric nor a.txt matters.
    let said = commit(&world, &with_trailer("x", &format!("{CLEAN} file=a.txt")), &["--", "b.txt"]);
    assert!(said.stderr.contains("no trailer names: b.txt\n"), "{said:?}");
    assert_attested(&commit(&world, &with_trailer("x", &format!("{CLEAN} file=b.txt")), &["--", "b.txt"]));
    assert_eq!(world.git(["diff", "--cached", "--name-only"]), "a.txt\ndocs/rubric.md\n");
    // `-a` takes what is not staged too.
    world.git(["reset", "-q", "--hard"]);
    world.write("a.txt", "three\n");
    world.write("b.txt", "three\n");
    let said = commit(&world, &with_trailer("x", &format!("{CLEAN} file=a.txt")), &["-a"]);
    assert!(said.stderr.contains("no trailer names: b.txt\n"), "{said:?}");
}

#[test]
fn an_amend_is_judged_by_its_own_edit() {
    let world = World::gated();
    world.stage("a.txt", "two\n");
    assert_attested(&commit(&world, &with_trailer("x", CLEAN), &[]));
    // Nothing is staged against HEAD: the gate has nothing to say, even of a message that loses its trailer.
    let skipped = "git-agent-verdict: standards: skipped (no staged file matches .)\n";
    let said = commit(&world, "reworded", &["--amend"]);
    assert_eq!((said.code, said.stderr.as_str()), (0, skipped));
    world.stage("a.txt", "three\n");
    assert_refused(&commit(&world, "reworded", &["--amend"]));
    assert_attested(&commit(&world, &with_trailer("x", CLEAN), &["--amend"]));
    // An empty commit is none of its business either.
    assert_eq!(commit(&world, "empty", &["--allow-empty"]).stderr, skipped);
}

#[test]
fn commits_that_will_be_folded_into_others() {
    let world = World::gated();
    world.stage("a.txt", "two\n");
    for flag in ["--fixup=HEAD", "--squash=HEAD"] {
        world.stage("a.txt", flag);
        let said = world.try_git(["commit", "-q", flag]);
        assert_eq!((said.code, said.stderr.as_str()), (0, ""), "{flag}");
    }
    world.stage("a.txt", "amended\n");
    assert_refused(&world.try_git(["commit", "-q", "--fixup=amend:HEAD"]));
}

#[test]
fn the_diff_below_the_scissors_is_no_part_of_the_message() {
    let world = World::gated();
    // A diff that adds a trailer, and one that removes it.
    world.stage("a.txt", format!("Reviewed-standards: {CLEAN}\n"));
    let template = world.message(with_trailer("x", CLEAN));
    let said = world.try_git(["commit", "-q", "-v", "-e", "-F", &template]);
    assert_attested(&said);
    assert_eq!(world.git(["log", "-1", "--format=%B"]).trim_end(), with_trailer("x", CLEAN).trim_end());
    world.stage("a.txt", format!("x\n\n\nReviewed-standards: {CLEAN}\n"));
    let template = world.message("without\n");
    assert_refused(&world.try_git(["commit", "-q", "-v", "-e", "-F", &template]));
    // Comments at the end, as the editor shows them.
    let template = world.message(with_trailer("x", CLEAN));
    assert_attested(&world.try_git(["commit", "-q", "-e", "-F", &template]));
}

#[test]
fn renamed_and_foreign_names() {
    let world = World::gated();
    world.hook(&format!("git agent-verdict \"$1\" standards --per-file --doc {RUBRIC} --path ."));
    world.git(["mv", "a.txt", "größe 日本 \"x\".txt"]);
    let said = commit(&world, &with_trailer("x", &format!("{CLEAN} file=a.txt")), &[]);
    assert!(said.stderr.contains("no trailer names: größe 日本 \"x\".txt\n"), "{said:?}");
    assert_attested(&commit(&world, &with_trailer("x", &format!("{CLEAN} file=größe 日本 \"x\".txt")), &[]));
}

#[test]
fn gates_in_a_hook_stop_at_the_first_that_fails() {
    let world = World::new();
    world.write("README.md", "x");
    world.git(["add", "-A"]);
    world.git(["commit", "-q", "-m", "readme"]);
    world.write("../a.md", "x");
    world.hook(
        "git agent-verdict --rubric-guard --doc docs/rubric.md --doc ../a.md\n\
         git agent-verdict \"$1\" standards --doc docs/rubric.md --path .\n\
         git agent-verdict \"$1\" annotations --per-file --doc ../a.md --path .\n\
         git agent-verdict \"$1\" prose --doc ../a.md --path README.md",
    );
    world.stage("a.txt", "two\n");
    let said = commit(&world, "x", &[]);
    assert!(said.stderr.contains("standards: REVIEW GATE FAILED") && !said.stderr.contains("annotations:"), "{said:?}");
    let both = format!("{}Reviewed-annotations: {CLEAN} file=a.txt\n", with_trailer("x", CLEAN));
    let said = commit(&world, &both, &[]);
    let expect = format!(
        "{}git-agent-verdict: annotations: attested (1 verdict(s), minor=1)\n\
         git-agent-verdict: prose: skipped (no staged file matches README.md)\n",
        attested(1, 1)
    );
    assert_eq!((said.code, said.stderr), (0, expect));
}
