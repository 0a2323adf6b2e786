//! The sequence of events, and sinks that misbehave.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use assize_engine::{Branch, Event, Step};
use serde_json::{Value, json};

use crate::{
    kinds::{Kind, graph, ready, registry, step, told, value},
    log::{self, Log},
};

#[tokio::test]
async fn a_run_tells_its_story_in_order() {
    let log = Log::default();
    let mut registry = registry();
    let kind = Kind::new("talks", async |context, _| {
        context.progress(json!(1));
        tokio::task::yield_now().await;
        context.progress(json!(2));
        Ok(Value::Null)
    });
    registry.register(kind).expect("a new name");
    let steps = vec![value("a", Value::Null), Step::parallel("p", vec![Branch::new("x", vec![step("t", "talks")])])];
    graph(steps).prepare(&registry).expect("ready").events(log.clone()).execute().await;
    assert_eq!(
        log.lines(),
        [
            "run.started",
            "step.started a",
            "step.completed a",
            "step.started p",
            "step.started t",
            "step.progress t 1",
            "step.progress t 2",
            "step.completed t",
            "step.completed p",
            "run.completed",
        ]
    );
}

#[tokio::test]
async fn events_go_to_channels_closures_and_shared_sinks() {
    let (sender, mut receiver) = tokio::sync::mpsc::unbounded_channel::<Event>();
    ready(vec![value("a", Value::Null)]).events(sender).execute().await;
    let mut received = Vec::new();
    // The run lets go of its sender at the end, so this loop ends.
    while let Some(event) = receiver.recv().await {
        received.push(event);
    }
    log::check(&received);
    assert_eq!(received.len(), 4);

    let count = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&count);
    let closure = move |_event: Event| {
        counter.fetch_add(1, Ordering::SeqCst);
    };
    ready(vec![value("a", Value::Null)]).events(Arc::new(closure)).execute().await;
    assert_eq!(count.load(Ordering::SeqCst), 4);
}

#[tokio::test]
async fn a_sink_that_panics_is_let_go_and_the_run_goes_on() {
    let seen = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&seen);
    let run = ready(vec![value("a", json!(1)), value("b", json!(2))]).events(move |event: Event| {
        counter.fetch_add(1, Ordering::SeqCst);
        assert_ne!(event.name(), "step.completed", "the sink's own trouble");
    });
    let report = run.execute().await;
    assert_eq!(told(&report), "ok 2");
    assert!(report.sink_panic.is_some_and(|message| message.contains("the sink's own trouble")));
    assert_eq!(seen.load(Ordering::SeqCst), 3);
}
