//! The block that a reviewer is handed.

use crate::world::{RUBRIC, World};

#[test]
fn it_names_the_gate_and_the_rubrics() {
    let world = World::new();
    world.write("docs/b.md", "x");
    let said = world.gate(["--reviewer-prompt", "standards", "--doc", "docs/b.md", "--doc", RUBRIC]);
    assert_eq!((said.code, said.stderr.as_str()), (0, ""));
    let docs = ["docs/b.md", RUBRIC].map(|doc| format!("  {}\n", world.root().join(doc).display())).concat();
    assert!(said.stdout.starts_with("NEUTRAL REVIEW — gate: standards\n"), "{}", said.stdout);
    assert!(said.stdout.contains(&format!(":\n{docs}")), "{}", said.stdout);
    assert!(!said.stdout.contains(['{', '}']), "{}", said.stdout);
    assert_eq!(said.stdout.lines().filter(|line| line.starts_with("  INTENT:")).count(), 1);
}

#[test]
fn it_says_everything_a_review_needs() {
    let world = World::new();
    let text = world.gate(["--reviewer-prompt", "g", "--doc", RUBRIC]).stdout;
    for word in [
        "fresh",
        "nothing else",
        "`re-review`",
        "no reasons",
        "no defence",
        "no history",
        "major=1 moderate=0 minor=0",
        "at most one MINOR",
        "`git diff --cached`",
        "in full",
        "summary tables",
        "`N/A — reason`",
        "closed",
        "Build the code and run it",
        "executed",
        "MAJOR ",
        "another agent",
        "MODERATE ",
        "MINOR ",
        "never blocks",
        "no re-review",
        "until MAJOR and MODERATE are zero",
        "in a copy",
        "`git diff --stat`",
        "severity — ",
        "major=<n> moderate=<n> minor=<n>",
    ] {
        assert!(text.contains(word), "{word:?} is missing in {text}");
    }
    assert!(text.lines().all(|line| line.chars().count() <= 100), "{text}");
}

#[test]
fn it_needs_no_repository_and_reads_nothing_into_names() {
    let world = World::new();
    std::fs::write(world.outside().join("{gate}.md"), "x").unwrap();
    let said = world.gate_in(world.outside(), ["--reviewer-prompt", "{docs}", "--doc", "{gate}.md"]);
    assert_eq!(said.code, 0);
    assert_eq!(said.stdout.lines().next(), Some("NEUTRAL REVIEW — gate: {docs}"));
    assert!(said.stdout.contains("/{gate}.md\n"), "{}", said.stdout);
}
