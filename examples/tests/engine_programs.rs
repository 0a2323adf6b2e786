//! The examples for engine authors run as they are.
#![expect(clippy::expect_used, reason = "helpers of tests fail tests")]

mod programs;

use programs::{lines, program};

#[test]
fn a_node_kind_of_ones_own() {
    let output = program("custom-node-kind").output().expect("it was built beside this test");
    assert!(output.status.success());
    let lines = lines(&output.stdout);
    let ends: Vec<&String> = lines.iter().filter(|line| line.starts_with("=> ")).collect();
    assert_eq!(ends, [r#"=> {"short":3,"slow":2}"#, "=> step `two` timed out: it took longer than the 1s it may take"]);
    assert!(lines.iter().any(|line| line.trim() == r#"3 step.progress three {"left":3}"#), "{lines:?}");
    assert!(lines.last().is_some_and(|line| line.ends_with("there is nothing to count")), "{lines:?}");
}

#[test]
fn a_graph_in_four_ways() {
    for (format, begins) in [
        ("text", "release: Release of a small tool"),
        ("json", "{"),
        ("dot", "// a picture of a compiled graph, not a manifest"),
        ("mermaid", "%% a picture of a compiled graph, not a manifest"),
    ] {
        let output = program("dump-a-graph").arg(format).output().expect("it was built beside this test");
        assert!(output.status.success());
        assert_eq!(lines(&output.stdout).first().map(String::as_str), Some(begins));
    }
    let output = program("dump-a-graph").arg("png").output().expect("it was built beside this test");
    assert!(!output.status.success());
}
