//! When steps start, and what comes out.

use std::num::NonZeroUsize;

use assize_engine::{Branch, GraphBuilder, Step};
use serde_json::{Value, json};

use crate::kinds::{graph, ids, nap, ready, registry, told, value};

#[tokio::test(start_paused = true)]
async fn a_list_runs_in_order_and_answers_its_last_step() {
    let report = ready(vec![nap("a", 30), nap("b", 10), value("c", json!({"c": 1}))]).execute().await;
    assert_eq!(told(&report), r#"ok {"c":1}"#);
    assert_eq!(ids(&report.started), ["a", "b", "c"]);
    assert_eq!(ids(&report.completed), ["a", "b", "c"]);
    assert_eq!(report.max_in_flight, 1);
}

#[tokio::test(start_paused = true)]
async fn a_step_starts_the_moment_its_own_dependencies_are_done() {
    let steps = vec![
        nap("slow", 100).after_nothing(),
        nap("quick", 10).after_nothing(),
        nap("after-quick", 10).after(["quick"]),
        nap("after-both", 1).after(["slow", "quick"]),
    ];
    let report = ready(steps).execute().await;
    assert_eq!(ids(&report.started), ["slow", "quick", "after-quick", "after-both"]);
    assert_eq!(ids(&report.completed), ["quick", "after-quick", "slow", "after-both"]);
    assert_eq!(report.max_in_flight, 2);
}

#[tokio::test(start_paused = true)]
async fn those_that_become_ready_together_start_in_document_order() {
    let mut steps = vec![nap("gate", 5)];
    for name in ["d", "b", "a", "c"] {
        steps.push(value(name, Value::Null).after(["gate"]));
    }
    let report = ready(steps).execute().await;
    assert_eq!(ids(&report.started), ["gate", "d", "b", "a", "c"]);
}

fn lanes() -> Vec<Step> {
    let branches = vec![
        Branch::new("x", vec![nap("x1", 20), nap("x2", 20)]),
        Branch::new("y", vec![nap("y1", 10)]),
        Branch::new("z", vec![nap("z1", 30).after_nothing(), nap("z2", 5).after_nothing()]),
    ];
    vec![nap("before", 1), Step::parallel("p", branches), nap("after", 1)]
}

#[tokio::test(start_paused = true)]
async fn a_parallel_step_answers_its_branches_in_their_order() {
    let graph = lanes().into_iter().fold(GraphBuilder::new("g"), GraphBuilder::step).result(json!("$steps.p"));
    let report = graph.build().expect("valid").prepare(&registry()).expect("ready").execute().await;
    assert_eq!(told(&report), r#"ok {"x":"x2","y":"y1","z":"z2"}"#);
    assert_eq!(ids(&report.started), ["before", "p", "x1", "y1", "z1", "z2", "x2", "after"]);
    // `z1` is not the last of its branch and still has to be done before `p` is.
    assert_eq!(ids(&report.completed), ["before", "z2", "y1", "x1", "z1", "x2", "p", "after"]);
    assert_eq!(report.max_in_flight, 4);
}

#[tokio::test(start_paused = true)]
async fn a_limit_holds_and_parallel_steps_do_not_count() {
    let report = ready(lanes()).max_concurrency(NonZeroUsize::MIN).execute().await;
    assert_eq!(report.max_in_flight, 1);
    assert_eq!(ids(&report.started), ["before", "p", "x1", "y1", "z1", "z2", "x2", "after"]);
    let two = NonZeroUsize::new(2).expect("two");
    let report = ready(lanes()).max_concurrency(two).execute().await;
    assert_eq!(report.max_in_flight, 2);
    assert_eq!(ids(&report.started), ["before", "p", "x1", "y1", "z1", "z2", "x2", "after"]);
}

#[tokio::test(start_paused = true)]
async fn parallel_steps_nest() {
    let inner =
        Step::parallel("inner", vec![Branch::new("i", vec![nap("i1", 1)]), Branch::new("j", vec![nap("j1", 2)])]);
    let outer = Step::parallel(
        "outer",
        vec![Branch::new("o", vec![nap("o1", 1), inner]), Branch::new("q", vec![nap("q1", 9)])],
    );
    let report = ready(vec![outer]).execute().await;
    assert_eq!(told(&report), r#"ok {"o":{"i":"i1","j":"j1"},"q":"q1"}"#);
    assert_eq!(ids(&report.completed), ["o1", "i1", "j1", "inner", "q1", "outer"]);
}

#[tokio::test]
async fn very_long_chains_and_very_wide_graphs_need_no_deep_stack() {
    let chain = (0..100_000).map(|n| value(&format!("s{n}"), Value::Null)).collect();
    let report = ready(chain).execute().await;
    assert_eq!((report.completed.len(), report.max_in_flight), (100_000, 1));
    let branches =
        (0..100_000).map(|n| Branch::new(format!("b{n}"), vec![value(&format!("s{n}"), Value::Null)])).collect();
    let report = ready(vec![Step::parallel("p", branches)]).execute().await;
    assert_eq!(report.completed.len(), 100_001);
    // So many open at once, and each of them to be closed.
    let inner = |n: u32| Step::parallel(format!("p{n}"), vec![Branch::new("b", vec![nap(&format!("s{n}"), 5)])]);
    let branches = (0..50_000).map(|n| Branch::new(format!("b{n}"), vec![inner(n)])).collect();
    let report = ready(vec![Step::parallel("p", branches)]).execute().await;
    assert_eq!((report.completed.len(), report.max_in_flight), (100_001, 50_000));
}

#[tokio::test(start_paused = true)]
async fn a_graph_runs_as_often_as_one_likes() {
    let graph = graph(lanes());
    let registry = registry();
    let (one, two) = tokio::join!(
        graph.prepare(&registry).expect("ready").execute(),
        graph.prepare(&registry).expect("ready").execute()
    );
    assert_eq!(one.started, two.started);
    assert_eq!(one.completed, two.completed);
}
