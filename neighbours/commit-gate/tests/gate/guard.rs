//! The rubric guard and its preflight.

use std::os::unix::fs::symlink;
use std::path::Path;

use crate::world::{RUBRIC, World};

fn refusal(who: &str, judged: &str, docs: &[&str]) -> String {
    let docs: String = docs.iter().map(|doc| format!("  {doc}\n")).collect();
    format!(
        "\ngit-agent-verdict: {who}: RUBRIC IS STAGED\n\n{docs}\nThis commit changes what {judged} is judged by. To judge \
         it by the changed\nmeasure would be circular. Put the change of the rubric into a separate commit, with\nnothing \
         else in it, and commit that one past the gates:\n\n  git commit --no-verify\n"
    )
}

#[test]
fn the_preflight_names_every_staged_rubric_in_the_order_of_the_call() {
    let world = World::new();
    let docs = ["--rubric-guard", "--doc", "docs/z.md", "--doc", RUBRIC, "--doc", "docs/a.md"];
    for path in ["docs/z.md", "docs/a.md"] {
        world.write(path, "x");
    }
    assert_eq!(world.gate(docs).code, 0);
    for path in ["docs/z.md", "docs/a.md"] {
        world.stage(path, "y");
    }
    let said = world.gate(docs);
    let expect = refusal("rubric-guard", "a review in this hook", &["docs/z.md", "docs/a.md"]);
    assert_eq!((said.code, said.stdout.as_str(), said.stderr.as_str()), (1, "", expect.as_str()));
}

#[test]
fn the_gate_refuses_before_everything_else() {
    let world = World::new();
    world.stage(RUBRIC, "Look twice.\n");
    let expect = refusal("standards", "the standards review", &[RUBRIC]);
    for (message, path) in [
        ("fixup! x\n", "."),
        ("x\n\nReviewed-standards: reviewer=a major=0 moderate=0 minor=0\n", "."),
        ("x\n", "no-such-path"),
        ("x\n", "../outside"),
    ] {
        let message = world.message(message);
        let said = world.gate([&message, "standards", "--doc", RUBRIC, "--path", path]);
        assert_eq!((said.code, said.stderr.as_str()), (1, expect.as_str()), "{message} {path}");
    }
    let said = world.gate(["/no/message", "standards", "--doc", RUBRIC, "--path", "."]);
    assert_eq!(said.stderr, expect);
}

/// What the preflight of a rubric names after `change`, asked from the root and from a folder.
fn check(doc: &str, change: impl FnOnce(&World), expect: &[&str]) {
    let world = World::new();
    world.write("sub/x", "");
    change(&world);
    let from_sub = if Path::new(doc).is_absolute() { doc.to_owned() } else { format!("../{doc}") };
    for (folder, doc) in [(world.root().to_owned(), doc), (world.root().join("sub"), &from_sub)] {
        let said = world.gate_in(&folder, ["--rubric-guard", "--doc", doc]);
        let text =
            if expect.is_empty() { String::new() } else { refusal("rubric-guard", "a review in this hook", expect) };
        assert_eq!((said.code, said.stderr), (i32::from(!expect.is_empty()), text), "{doc} in {}", folder.display());
    }
}

#[test]
fn what_counts_as_staged() {
    check(RUBRIC, |_| (), &[]);
    check(RUBRIC, |world| world.write(RUBRIC, "not staged"), &[]);
    check(RUBRIC, |world| world.stage("docs/other.md", "x"), &[]);
    check(RUBRIC, |world| world.stage(RUBRIC, "x"), &[RUBRIC]);
    // Taken out of the index, still on disk.
    check(RUBRIC, |world| drop(world.git(["rm", "-q", "--cached", RUBRIC])), &[RUBRIC]);
    // Moved away, and something else in its place.
    let moved = |world: &World| {
        world.git(["mv", RUBRIC, "docs/moved.md"]);
        world.write(RUBRIC, "Look away.\n");
    };
    check(RUBRIC, moved, &[RUBRIC]);
    check("docs/moved.md", moved, &["docs/moved.md"]);
    // Only its mode.
    check(RUBRIC, |world| drop(world.git(["update-index", "--chmod=+x", RUBRIC])), &[RUBRIC]);
    // A folder is never a staged file.
    check("docs", |world| world.stage(RUBRIC, "x"), &[]);
    // Names that git would quote or take for pathspecs.
    for name in ["größe.md", "a b.md", ":(top)x.md", "[a].md", "*.md"] {
        check(name, |world| world.stage(name, "x"), &[name]);
    }
    check("[a].md", |world| (world.write("[a].md", "x"), world.stage("a.md", "x")).1, &[]);
}

#[test]
fn a_rubric_behind_links() {
    let link = |world: &World, target: &str, name: &str| symlink(target, world.root().join(name)).unwrap();
    // The file that a link leads to.
    check("link.md", |world| (link(world, RUBRIC, "link.md"), world.stage(RUBRIC, "x")).1, &[RUBRIC]);
    // The link itself, turned to another file.
    let turned = |world: &World| {
        world.write("easy.md", "All is well.\n");
        link(world, "easy.md", "link.md");
        world.git(["add", "link.md"]);
    };
    check("link.md", turned, &["link.md"]);
    // A folder on the way.
    let folder = |world: &World| {
        world.write("easy/rubric.md", "All is well.\n");
        link(world, "easy", "rules");
        world.git(["add", "rules"]);
    };
    check("rules/rubric.md", folder, &["rules"]);
    // A link that leads out is as good as what is behind it.
    let out = |world: &World| {
        world.write("../outside.md", "x");
        link(world, "../outside.md", "link.md");
    };
    check("link.md", out, &[]);
    check("link.md", |world| (out(world), drop(world.git(["add", "link.md"]))).1, &["link.md"]);
}

#[test]
fn rubrics_outside_are_never_staged() {
    let world = World::staged();
    world.write("../outside.md", "x");
    assert_eq!(world.gate(["--rubric-guard", "--doc", "../outside.md"]).code, 0);
    // Another repository's.
    let other = World::new();
    other.stage(RUBRIC, "x");
    let doc = other.root().join(RUBRIC);
    assert_eq!(world.gate(["--rubric-guard", "--doc", doc.to_str().unwrap()]).code, 0);
}

#[test]
fn a_rubric_in_a_submodule_is_staged_with_the_submodule() {
    let world = World::new();
    let module = World::new();
    let url = module.root().to_str().unwrap();
    world.git(["-c", "protocol.file.allow=always", "submodule", "--quiet", "add", url, "rules"]);
    // What a repository says of its submodules cannot hide them.
    world.git(["config", "-f", ".gitmodules", "submodule.rules.ignore", "all"]);
    world.git(["commit", "-q", "-a", "-m", "rules"]);
    let doc = "rules/docs/rubric.md";
    assert_eq!(world.gate(["--rubric-guard", "--doc", doc]).code, 0);
    let inside = world.root().join("rules");
    std::fs::write(inside.join(RUBRIC), "All is well.\n").unwrap();
    assert_eq!(world.try_git_in(&inside, ["commit", "-q", "-a", "-m", "easier"]).code, 0);
    world.git(["add", "--force", "rules"]);
    let said = world.gate(["--rubric-guard", "--doc", doc]);
    assert_eq!((said.code, said.stderr), (1, refusal("rubric-guard", "a review in this hook", &[doc])));
}
