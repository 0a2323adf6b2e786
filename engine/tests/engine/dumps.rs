//! The four dumps of three graphs: an ordinary one, a hostile one, and one with many branches.

use std::time::Duration;

use assize_engine::{Branch, GraphBuilder, Step, StepGraph};
use serde_json::{Value, json};

fn review(lanes: &[&str]) -> StepGraph {
    let lane = |name: &&str| {
        let step = Step::transform(
            format!("lane-{name}"),
            "review.lane.command",
            json!({"check": {"kind": "command", "id": *name, "run": format!("make {name}"), "blocking": true}}),
        );
        Branch::new(*name, vec![step])
    };
    GraphBuilder::new("review-demo-local")
        .name("Demo review (local)")
        .timeout(Duration::from_secs(3_600))
        .step(
            Step::gate("prepare-build", "review.gate", json!({"argv": ["sh", "-c", "make"]}))
                .timeout(Duration::from_secs(600)),
        )
        .step(Step::transform("freeze", "review.freeze", json!({"base": "main"})))
        .step(Step::parallel("lanes", lanes.iter().map(lane).collect()))
        .step(Step::transform("verdict", "review.verdict", json!({"quorum": "all", "lanes": lanes})))
        .result(json!("$steps.verdict"))
        .build()
        .expect("valid")
}

/// Several steps in a branch, nesting, explicit dependencies, and text that tries to get out.
fn hostile() -> StepGraph {
    let evil = "\"]; evil [label=\"\n%%{init: {}}%%\n</script><b>`x`</b> \u{1b}[31m\u{202e}end";
    let inner =
        Step::parallel("inner", vec![Branch::new("end", vec![Step::transform("subgraph", "n", json!({"x": evil}))])]);
    let long =
        vec![Step::transform("one", evil, Value::Null), inner, Step::gate("two", "n", json!("\\N")).after(["one"])];
    GraphBuilder::new("end")
        .name(evil)
        .step(Step::transform("first", "n", json!([evil])))
        .step(Step::transform("free", "n", Value::Null).after_nothing())
        .step(
            Step::parallel("digraph", vec![Branch::new("x", long)])
                .timeout(Duration::from_millis(1_500))
                .after(["first", "free"]),
        )
        .step(Step::transform("side", "n", Value::Null).after(["first"]))
        .result(json!({"a": "$steps.two", "b": evil}))
        .build()
        .expect("valid")
}

#[test]
fn an_ordinary_graph() {
    let graph = review(&["fmt", "lint", "pack/tests"]);
    insta::assert_snapshot!("ordinary.text", graph.to_text());
    insta::assert_snapshot!("ordinary.dot", graph.to_dot());
    insta::assert_snapshot!("ordinary.mermaid", graph.to_mermaid());
    insta::assert_json_snapshot!("ordinary.json", graph.to_json());
}

#[test]
fn a_graph_with_hostile_text() {
    let graph = hostile();
    for text in [graph.to_text(), graph.to_dot(), graph.to_mermaid()] {
        assert!(text.chars().all(|c| c == '\n' || !c.is_control()) && !text.contains('\u{202e}'), "{text}");
        assert!(text.contains("not a manifest"));
    }
    insta::assert_snapshot!("hostile.text", graph.to_text());
    insta::assert_snapshot!("hostile.dot", graph.to_dot());
    insta::assert_snapshot!("hostile.mermaid", graph.to_mermaid());
    insta::assert_json_snapshot!("hostile.json", graph.to_json());
}

#[test]
fn fifty_branches_take_a_line_each() {
    let names: Vec<String> = (1..=50).map(|n| format!("check-{n}")).collect();
    let graph = review(&names.iter().map(String::as_str).collect::<Vec<_>>());
    insta::assert_snapshot!("fifty.text", graph.to_text());
    let mermaid = graph.to_mermaid();
    assert!(mermaid.contains("flowchart TB") && mermaid.matches(" ~~~ ").count() == 40, "rows of five: {mermaid}");
    assert!(mermaid.matches("-->").count() <= 4, "no arrow to each of fifty: {mermaid}");
    let wide = graph.to_text().lines().map(|line| line.chars().count()).max();
    assert!(wide.is_some_and(|chars| chars <= 120), "{wide:?}");
    assert_eq!(graph.to_dot(), review(&names.iter().map(String::as_str).collect::<Vec<_>>()).to_dot());
}

#[test]
fn one_step_results_are_written_plainly() {
    let of = |result: Option<Value>| {
        let builder = GraphBuilder::new("g").step(Step::transform("a.b", "n", Value::Null));
        let builder = match result {
            Some(result) => builder.result(result),
            None => builder,
        };
        builder.build().expect("valid").to_json()["result"].clone()
    };
    assert_eq!(of(None), json!("a.b"));
    assert_eq!(of(Some(json!("$steps.a.b"))), json!("a.b"));
    assert_eq!(of(Some(json!("$steps.a.b.c"))), json!({"expression": "$steps.a.b.c"}));
    assert_eq!(of(Some(json!("a.b"))), json!({"expression": "a.b"}));
}

#[test]
fn many_branches_stand_in_a_grid() {
    let step = |id: String| Step::transform(id, "n", Value::Null);
    let branch = |n: u32| Branch::new(format!("b{n}"), vec![step(format!("one-{n}")), step(format!("two-{n}"))]);
    let graph = GraphBuilder::new("grid")
        .step(step("before".to_owned()))
        .step(Step::parallel("many", (1..=7).map(branch).collect()))
        .step(step("after".to_owned()))
        .build()
        .expect("valid");
    insta::assert_snapshot!("grid.dot", graph.to_dot());
    let names: Vec<String> = (1..=50).map(|n| format!("check-{n}")).collect();
    let dot = review(&names.iter().map(String::as_str).collect::<Vec<_>>()).to_dot();
    let seen = |line: &&str| line.contains(" -> ") && !line.contains("style=invis");
    let arrows: Vec<&str> = dot.lines().filter(seen).map(str::trim).collect();
    assert_eq!(arrows, ["s0 -> s1;", "s1 -> s2_begin [lhead=cluster_2];", "s2_end -> s53 [ltail=cluster_2];"]);
}

#[test]
fn rows_stay_within_a_wide_terminal() {
    let step =
        |n: u32| Step::transform(format!("a-step-with-a-long-name-{n}"), "some.node", json!({"run": "x ".repeat(200)}));
    let mut builder = GraphBuilder::new("wide").result(json!(["y".repeat(300)]));
    for n in 0..9 {
        builder.push(step(n).after_nothing());
    }
    let all = (0..9).map(|n| format!("a-step-with-a-long-name-{n}"));
    let text = builder.step(Step::gate("last", "n", json!({"q": [1, 2]})).after(all)).build().expect("valid").to_text();
    for line in text.lines() {
        assert!(line.chars().count() <= 120, "{line}");
    }
    assert!(text.contains("after a-step-with-a-long-name-0 and 8 more  q=[1,2]"), "{text}");
}
