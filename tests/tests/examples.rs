//! Every example runs as it is and says what it promises.

use assize_tests::{Outcome, Sandbox, example};

fn run(name: &str, args: &[&str]) -> Outcome {
    let sandbox = Sandbox::with_base();
    let outcome = sandbox.run_with(&example(name), args, &[]);
    assert_eq!(outcome.code, 0, "{name}: {outcome:?}");
    outcome
}

#[test]
fn first_review() {
    let outcome = run("first-review", &[]);
    assert!(outcome.stdout.contains("verdict: pass"), "{outcome:?}");
    assert!(outcome.stdout.contains("recorded as"), "{outcome:?}");
}

#[test]
fn embed_a_review() {
    let outcome = run("embed-a-review", &[]);
    for said in ["everything  2 lanes", "step.completed lane-opinion", "verdict: pass"] {
        assert!(outcome.stdout.contains(said), "{said}: {outcome:?}");
    }
    let outcome = run("embed-a-review", &["commands"]);
    assert!(!outcome.stdout.contains("lane-opinion"), "{outcome:?}");
}

#[test]
fn custom_node_kind() {
    run("custom-node-kind", &[]);
}

#[test]
fn dump_a_graph() {
    for (format, says) in
        [("text", "parallel"), ("json", "assize.graph/v1"), ("dot", "digraph"), ("mermaid", "flowchart")]
    {
        let outcome = run("dump-a-graph", &[format]);
        assert!(outcome.stdout.contains(says), "{format}: {outcome:?}");
    }
}

#[test]
fn sign_in_your_ci() {
    let outcome = run("sign-in-your-ci", &[]);
    for said in ["the tests run on tree ", "agentgit.attestation/v1", "landed: main is now "] {
        assert!(outcome.stdout.contains(said), "{said}: {outcome:?}");
    }
}
