//! Rubrics on disk.

use std::os::unix::fs::symlink;

use crate::world::{RUBRIC, World};

#[test]
fn rubrics_are_absolute_with_links_resolved() {
    let world = World::new();
    symlink("docs/rubric.md", world.root().join("link.md")).unwrap();
    world.write("sub/x", "");
    let said =
        world.gate_in(&world.root().join("sub"), ["--reviewer-prompt", "g", "--doc", "../link.md", "--doc", "."]);
    let lines = format!("\n  {}\n  {}\n", world.root().join(RUBRIC).display(), world.root().join("sub").display());
    assert!(said.stdout.contains(&lines), "{said:?}");
}

#[test]
fn a_link_that_leads_nowhere_is_no_rubric() {
    let world = World::new();
    symlink("gone", world.root().join("dangling")).unwrap();
    symlink("loop", world.root().join("loop")).unwrap();
    for (name, reason) in [
        ("dangling", "No such file or directory (os error 2)"),
        ("loop", "Too many levels of symbolic links (os error 40)"),
    ] {
        let said = world.gate(["--rubric-guard", "--doc", name]);
        let first = format!("git-agent-verdict: --doc {name}: {reason}");
        assert_eq!((said.code, said.stderr.lines().next()), (2, Some(first.as_str())));
    }
}
