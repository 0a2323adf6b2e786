//! What a gate is about: its pathspecs.

use crate::world::{RUBRIC, World};

fn gate(world: &World, folder: &str, paths: &[&str]) -> (i32, String) {
    let root = world.root();
    let doc = root.join(RUBRIC);
    let mut words = vec!["/no/message", "g", "--doc", doc.to_str().unwrap()];
    for path in paths {
        words.extend(["--path", path]);
    }
    let said = world.gate_in(&root.join(folder), words);
    assert_eq!(said.stdout, "");
    (said.code, said.stderr)
}

/// The gate is concerned, and goes on to a message that is not there.
const CONCERNED: &str = "git-agent-verdict: g: cannot read /no/message: No such file or directory (os error 2)\n";

fn skipped(paths: &str) -> String {
    format!("git-agent-verdict: g: skipped (no staged file matches {paths})\n")
}

fn untracked(paths: &str) -> String {
    format!("git-agent-verdict: g: --path names nothing git tracks: {paths}\n")
}

#[test]
fn pathspecs_are_gits() {
    let world = World::new();
    world.write("src/deep/b.rs", "x");
    world.write("other/c.txt", "x");
    world.git(["add", "-A"]);
    world.git(["commit", "-q", "-m", "more"]);
    world.stage("src/deep/b.rs", "y");
    let check = |folder: &str, paths: &[&str], expect: (i32, &str)| {
        let found = gate(&world, folder, paths);
        assert_eq!((found.0, found.1.as_str()), expect, "{paths:?} in {folder:?}");
    };
    for path in
        [".", "src", "src/", "src/deep/b.rs", "*.rs", "src/*.rs", ":(glob)**/*.rs", ":(icase)SRC", "s[r]c/*", ":/"]
    {
        check("", &[path], (2, CONCERNED));
    }
    check("", &["other", "a.txt"], (0, &skipped("other, a.txt")));
    check("", &["other", "src"], (2, CONCERNED));
    check("", &[":(glob)*.rs"], (0, &skipped(":(glob)*.rs")));
    check("", &[":!src"], (0, &skipped(":!src")));
    check("", &[".", ":(exclude)src"], (0, &skipped("., :(exclude)src")));
    // Magic that matches nothing is no mistake; a plain name of nothing is.
    check("", &["*.none"], (0, &skipped("*.none")));
    check("", &["srcs"], (2, &untracked("srcs")));
    check("", &["srcs", "src", "x y", "*.none"], (2, &untracked("srcs, x y")));
    // Seen from a folder.
    check("src", &["."], (2, CONCERNED));
    check("src", &["deep/b.rs"], (2, CONCERNED));
    check("other", &["."], (0, &skipped(".")));
    check("other", &["src"], (2, &untracked("src")));
    check("other", &[":/src"], (2, CONCERNED));
    let (code, said) = gate(&world, "", &["../outside"]);
    assert!(code == 2 && said.starts_with("git-agent-verdict: g: git ls-files ") && said.contains("outside"), "{said}");
    let (code, said) = gate(&world, "", &[""]);
    assert!(code == 2 && said.contains("empty string is not a valid pathspec"), "{said}");
    let (code, said) = gate(&world, "", &[":(nonsense)x"]);
    assert!(code == 2 && said.starts_with("git-agent-verdict: g: git diff ") && said.contains("nonsense"), "{said}");
}

#[test]
fn what_is_deleted_is_staged_and_known() {
    let world = World::new();
    world.git(["rm", "-q", "a.txt"]);
    assert_eq!(gate(&world, "", &["."]), (2, CONCERNED.to_owned()));
    // The only file of the path goes with this very commit.
    assert_eq!(gate(&world, "", &["a.txt"]), (2, CONCERNED.to_owned()));
    assert_eq!(gate(&world, "", &["b.txt", "a.txt"]), (2, untracked("b.txt")));
    world.git(["commit", "-q", "-m", "gone"]);
    assert_eq!(gate(&world, "", &["a.txt"]), (2, untracked("a.txt")));
}

#[test]
fn what_is_only_on_disk_is_not_tracked() {
    let world = World::new();
    world.write("new.txt", "x");
    assert_eq!(gate(&world, "", &["new.txt"]), (2, untracked("new.txt")));
    world.git(["add", "new.txt"]);
    assert_eq!(gate(&world, "", &["new.txt"]), (2, CONCERNED.to_owned()));
}

#[test]
fn a_move_into_or_out_of_the_scope_is_in_it() {
    let world = World::new();
    world.write("in/x", "some text that is long enough to be followed\n");
    world.write("out/y", "another text that is long enough to be followed\n");
    world.git(["add", "-A"]);
    world.git(["commit", "-q", "-m", "more"]);
    world.git(["mv", "in/x", "out/x"]);
    assert_eq!(gate(&world, "", &["in"]), (2, CONCERNED.to_owned()));
    world.git(["reset", "-q", "--hard"]);
    world.git(["mv", "out/y", "in/y"]);
    assert_eq!(gate(&world, "", &["in"]), (2, CONCERNED.to_owned()));
}

#[test]
fn settings_of_the_repository_hide_nothing() {
    let world = World::new();
    world.write("sub/x", "x");
    world.git(["add", "-A"]);
    for (name, value) in [
        ("diff.relative", "true"),
        ("diff.ignoreSubmodules", "all"),
        ("diff.noprefix", "true"),
        ("color.ui", "always"),
        ("diff.renames", "copies"),
        ("core.quotePath", "true"),
        ("diff.external", "false"),
    ] {
        world.git(["config", name, value]);
    }
    assert_eq!(gate(&world, "docs", &[":/"]), (2, CONCERNED.to_owned()));
    assert_eq!(gate(&world, "docs", &["."]), (0, skipped(".")));
}

#[test]
fn where_git_cannot_answer_nothing_passes() {
    let world = World::new();
    let outside = world.outside();
    let doc = world.root().join(RUBRIC);
    let doc = doc.to_str().unwrap();
    let said = world.gate_in(outside, ["m", "g", "--doc", doc, "--path", "."]);
    let begin = "git-agent-verdict: g: git rev-parse --show-toplevel: fatal: not a git repository";
    assert!(said.code == 2 && said.stderr.starts_with(begin), "{said:?}");
    let said = world.gate_in(outside, ["--rubric-guard", "--doc", doc]);
    assert!(said.code == 2 && said.stderr.starts_with("git-agent-verdict: rubric-guard: git rev-parse "), "{said:?}");
    world.write(".git/index", "no index at all");
    let said = world.gate(["m", "g", "--doc", doc, "--path", "."]);
    assert!(said.code == 2 && said.stderr.starts_with("git-agent-verdict: g: git "), "{said:?}");
}
