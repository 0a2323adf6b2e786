//! The first failure ends the run, whatever it is, and keeps its class and its step.

use std::{error::Error, time::Duration};

use assize_engine::{Branch, ErrorClass, Event, Node, NodeKind, Step, StepContext, StepError, async_trait};
use serde_json::{Value, json};

use crate::{
    kinds::{Kind, fail, graph, ids, nap, ready, registry, step, told, value},
    log::Log,
};

#[tokio::test(start_paused = true)]
async fn the_first_failure_stops_what_is_under_way_and_is_what_the_run_answers() {
    let log = Log::default();
    let branches = vec![
        Branch::new("a", vec![nap("slow", 1_000)]),
        Branch::new("b", vec![fail("bad", 10), value("never", Value::Null)]),
        Branch::new("c", vec![fail("later", 20)]),
    ];
    let run = ready(vec![Step::parallel("p", branches), value("after", Value::Null)]);
    let report = run.events(log.clone()).execute().await;
    assert_eq!(told(&report), "failed bad: bad went wrong");
    assert_eq!(ids(&report.started), ["p", "slow", "bad", "later"]);
    assert!(report.completed.is_empty() && report.abandoned.is_empty());
    assert_eq!(
        log.lines(),
        [
            "run.started",
            "step.started p",
            "step.started slow",
            "step.started bad",
            "step.started later",
            "step.failed bad [failed]",
            "step.failed slow [cancelled]",
            "step.failed later [cancelled]",
            "step.failed p [failed]",
            "run.failed [failed]",
        ]
    );
}

#[tokio::test]
async fn a_failure_keeps_its_code_details_and_source() {
    let mut registry = registry();
    let kind = Kind::new("io", async |_, _| Err(StepError::failed("no").source(std::io::Error::other("disk"))));
    registry.register(kind).expect("a new name");
    let report = ready(vec![fail("f", 0)]).execute().await;
    let error = report.outcome.expect_err("it fails");
    assert_eq!((error.class, error.code.as_deref()), (ErrorClass::Failed, Some("red")));
    assert_eq!(error.details.as_deref(), Some(&json!({"n": 1})));
    assert_eq!(error.to_string(), "step `f` failed: f went wrong");
    let report = graph(vec![step("s", "io")]).prepare(&registry).expect("ready").execute().await;
    let error = report.outcome.expect_err("it fails");
    assert_eq!(error.source().map(ToString::to_string), Some("disk".to_owned()));
}

#[tokio::test(start_paused = true)]
async fn panics_are_caught_and_named() {
    for after in [0, 10] {
        let log = Log::default();
        let steps = vec![Step::transform("boom", "panic", json!({ "after": after })), value("next", Value::Null)];
        let report = ready(steps).events(log.clone()).execute().await;
        assert_eq!(told(&report), "panicked boom: boom panics");
        assert_eq!(
            log.lines(),
            ["run.started", "step.started boom", "step.failed boom [panicked]", "run.failed [panicked]"]
        );
    }
}

/// Panics when dropped.
struct Bomb;

impl Drop for Bomb {
    fn drop(&mut self) {
        panic!("dropped");
    }
}

#[tokio::test(start_paused = true)]
async fn panics_over_dropping_are_caught_too() {
    let mut registry = registry();
    // Work that ends well and panics when its future is dropped afterwards is hard to write with `async`; work that is
    // dropped under way is not.
    let kind = Kind::new("bomb", async |_, _| {
        let _bomb = Bomb;
        std::future::pending().await
    });
    registry.register(kind).expect("a new name");
    let log = Log::default();
    let steps = vec![step("b", "bomb").after_nothing(), fail("f", 5).after_nothing()];
    let run = graph(steps).prepare(&registry).expect("ready");
    assert_eq!(told(&run.events(log.clone()).execute().await), "failed f: f went wrong");
    assert!(log.lines().contains(&"step.failed b [panicked]".to_owned()));
    let steps = vec![step("b", "bomb").timeout(Duration::from_millis(5))];
    let report = graph(steps).prepare(&registry).expect("ready").execute().await;
    assert_eq!(told(&report), "timed out b: it took longer than the 5ms it may take");
}

struct Fused;

#[async_trait]
impl Node for Fused {
    async fn run(&self, _context: StepContext) -> Result<Value, StepError> {
        Ok(Value::Null)
    }
}

impl Drop for Fused {
    fn drop(&mut self) {
        panic!("a node that panics when dropped");
    }
}

struct FusedKind;

impl NodeKind for FusedKind {
    fn name(&self) -> &str {
        "fused"
    }

    fn instantiate(&self, _config: &Value) -> Result<Box<dyn Node>, assize_engine::ConfigError> {
        Ok(Box::new(Fused))
    }
}

#[tokio::test]
async fn a_node_that_panics_when_dropped_fails_the_run() {
    let mut registry = registry();
    registry.register(FusedKind).expect("a new name");
    let log = Log::default();
    let run = graph(vec![step("s", "fused")]).prepare(&registry).expect("ready");
    let report = run.events(log.clone()).execute().await;
    assert_eq!(told(&report), "panicked s: while its node was dropped: a node that panics when dropped");
    assert_eq!(log.events().last().map(Event::name), Some("run.failed"));
    // A run that is never carried out is dropped in peace.
    drop(graph(vec![step("s", "fused")]).prepare(&registry).expect("ready"));
}
