//! Cancelled and dropped runs.

use std::{
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::Duration,
};

use assize_engine::{Branch, Registry, Step};
use serde_json::{Value, json};
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;

use crate::{
    kinds::{Kind, graph, ids, nap, ready, registry, step, told, value},
    log::Log,
};

const MS: Duration = Duration::from_millis(1);

fn cancel_after(time: Duration) -> CancellationToken {
    let token = CancellationToken::new();
    let cancel = token.clone();
    tokio::spawn(async move {
        sleep(time).await;
        cancel.cancel();
    });
    token
}

#[tokio::test(start_paused = true)]
async fn a_cancelled_run_stops_its_steps_and_starts_no_more() {
    let log = Log::default();
    let branches = vec![Branch::new("x", vec![nap("x1", 100)]), Branch::new("y", vec![nap("y1", 10), nap("y2", 100)])];
    let run = ready(vec![Step::parallel("p", branches), nap("after", 1)]);
    let report = run.cancel_on(cancel_after(50 * MS)).events(log.clone()).execute().await;
    assert_eq!(told(&report), "cancelled the run: it was cancelled from outside");
    assert_eq!(ids(&report.started), ["p", "x1", "y1", "y2"]);
    assert_eq!(
        log.lines(),
        [
            "run.started",
            "step.started p",
            "step.started x1",
            "step.started y1",
            "step.completed y1",
            "step.started y2",
            "step.failed x1 [cancelled]",
            "step.failed y2 [cancelled]",
            "step.failed p [cancelled]",
            "run.cancelled",
        ]
    );
}

#[tokio::test]
async fn a_run_cancelled_beforehand_starts_nothing() {
    let token = CancellationToken::new();
    token.cancel();
    let log = Log::default();
    let report = ready(vec![value("a", Value::Null)]).cancel_on(token).events(log.clone()).execute().await;
    assert!(report.started.is_empty());
    assert_eq!(log.lines(), ["run.started", "run.cancelled"]);
}

#[tokio::test]
async fn cancellation_is_seen_between_steps_that_never_wait() {
    let token = CancellationToken::new();
    let mut registry = registry();
    let cancel = token.clone();
    let kind = Kind::new("cancel", move |_, _| {
        cancel.cancel();
        async { Ok(Value::Null) }
    });
    registry.register(kind).expect("a new name");
    let run = graph(vec![step("a", "cancel"), step("b", "value")]).prepare(&registry).expect("ready");
    let report = run.cancel_on(token).execute().await;
    assert_eq!(ids(&report.started), ["a"]);

    // Another task of the same thread gets its turn.
    let token = CancellationToken::new();
    let steps = (0..50_000).map(|n| value(&format!("s{n}"), Value::Null)).collect();
    let cancel = token.clone();
    let task = tokio::spawn(async move { cancel.cancel() });
    let report = ready(steps).cancel_on(token).execute().await;
    task.await.expect("it only cancels");
    assert_eq!(told(&report), "cancelled the run: it was cancelled from outside");
}

#[tokio::test(start_paused = true)]
async fn steps_that_want_to_finish_are_awaited() {
    let log = Log::default();
    let run = ready(vec![Step::transform("a", "polite", json!({"ms": 30}))]);
    let report = run.cancel_on(cancel_after(10 * MS)).events(log.clone()).execute().await;
    assert_eq!(told(&report), "cancelled the run: it was cancelled from outside");
    assert!(report.abandoned.is_empty());
    assert_eq!(log.lines(), ["run.started", "step.started a", "step.failed a [cancelled]", "run.cancelled"]);
}

/// Notes when it is dropped.
struct Flag(Arc<AtomicBool>);

impl Drop for Flag {
    fn drop(&mut self) {
        self.0.store(true, Ordering::SeqCst);
    }
}

fn with_flag(on: &Arc<AtomicBool>) -> Registry {
    let mut registry = registry();
    let on = Arc::clone(on);
    let kind = Kind::new("hold", move |_, _| {
        let flag = Flag(Arc::clone(&on));
        async move {
            let _flag = flag;
            std::future::pending().await
        }
    });
    registry.register(kind).expect("a new name");
    registry
}

#[tokio::test(start_paused = true)]
async fn dropping_the_run_drops_its_steps_and_ends_its_events() {
    let (dropped, log) = (Arc::new(AtomicBool::new(false)), Log::default());
    let branches = vec![Branch::new("x", vec![step("x1", "hold")]), Branch::new("y", vec![step("y1", "stubborn")])];
    let run = graph(vec![Step::parallel("p", branches)]).prepare(&with_flag(&dropped)).expect("ready");
    let ended = timeout(10 * MS, run.events(log.clone()).execute()).await;
    assert!(ended.is_err());
    assert!(dropped.load(Ordering::SeqCst));
    assert_eq!(
        log.lines()[4..],
        ["step.failed x1 [cancelled]", "step.failed y1 [cancelled]", "step.failed p [cancelled]", "run.cancelled"]
    );
}

#[tokio::test]
async fn a_run_that_was_never_polled_tells_nothing() {
    let log = Log::default();
    drop(ready(vec![value("a", Value::Null)]).events(log.clone()).execute());
    assert!(log.events().is_empty());
}

#[tokio::test(start_paused = true)]
async fn what_a_step_left_behind_hears_of_the_end_and_tells_nothing_more() {
    let log = Log::default();
    let heard = Arc::new(AtomicUsize::new(0));
    let contexts = Arc::new(Mutex::new(Vec::new()));
    let mut registry = registry();
    let (count, keep) = (Arc::clone(&heard), Arc::clone(&contexts));
    let kind = Kind::new("leaves", move |context, _| {
        let (token, count) = (context.cancellation(), Arc::clone(&count));
        assert!(!context.is_cancelled());
        context.progress(json!("early"));
        keep.lock().expect("no panic").push(context);
        tokio::spawn(async move {
            token.cancelled().await;
            count.fetch_add(1, Ordering::SeqCst);
        });
        async { Ok(Value::Null) }
    });
    registry.register(kind).expect("a new name");
    let run = graph(vec![step("a", "leaves"), nap("b", 10)]).prepare(&registry).expect("ready");
    let report = run.events(log.clone()).execute().await;
    assert_eq!(told(&report), r#"ok "b""#);
    for context in contexts.lock().expect("no panic").iter() {
        context.progress(json!("late"));
        assert!(context.is_cancelled());
    }
    tokio::task::yield_now().await;
    assert_eq!(heard.load(Ordering::SeqCst), 1);
    assert_eq!(log.lines().iter().filter(|line| line.contains("progress")).count(), 1);
}
