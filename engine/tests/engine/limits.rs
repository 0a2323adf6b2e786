//! Timeouts, the number of steps.

use std::time::Duration;

use assize_engine::{Branch, GraphBuilder, Step};
use serde_json::{Value, json};
use tokio::time::Instant;

use crate::{
    kinds::{Kind, ids, nap, ready, registry, told, value},
    log::Log,
};

const MS: Duration = Duration::from_millis(1);

#[tokio::test(start_paused = true)]
async fn a_step_that_takes_too_long_times_out() {
    let begin = Instant::now();
    let report = ready(vec![nap("a", 1_000).timeout(50 * MS), nap("b", 1)]).execute().await;
    assert_eq!(told(&report), "timed out a: it took longer than the 50ms it may take");
    assert_eq!(begin.elapsed(), 50 * MS);
    let report = ready(vec![nap("a", 50).timeout(51 * MS)]).execute().await;
    assert_eq!(told(&report), r#"ok "a""#);
}

#[tokio::test(start_paused = true)]
async fn a_step_that_says_ok_after_its_timeout_has_timed_out() {
    let log = Log::default();
    let step = Step::transform("late", "polite", json!({"ms": 20})).timeout(50 * MS);
    let report = ready(vec![step]).events(log.clone()).execute().await;
    assert_eq!(told(&report), "timed out late: it took longer than the 50ms it may take");
    assert!(report.abandoned.is_empty());
    assert_eq!(
        log.lines(),
        ["run.started", "step.started late", "step.failed late [timed out]", "run.failed [timed out]"]
    );
}

#[tokio::test(start_paused = true)]
async fn a_step_that_does_not_stop_is_abandoned_after_the_grace_and_named() {
    let log = Log::default();
    let begin = Instant::now();
    let steps = vec![
        Step::transform("mule", "stubborn", Value::Null).timeout(50 * MS).after_nothing(),
        Step::transform("kind", "polite", json!({"ms": 10})).after_nothing(),
        nap("side", 500).after_nothing(),
    ];
    let report = ready(steps).grace(70 * MS).events(log.clone()).execute().await;
    assert_eq!(told(&report), "timed out mule: it took longer than the 50ms it may take");
    assert_eq!(ids(&report.abandoned), ["mule"]);
    assert_eq!(begin.elapsed(), 120 * MS);
    assert_eq!(
        log.lines()[4..],
        [
            "step.failed side [cancelled]",
            "step.failed kind [cancelled]",
            "step.failed mule [timed out]",
            "run.failed [timed out]",
        ]
    );
}

#[tokio::test(start_paused = true)]
async fn a_run_that_takes_too_long_times_out_without_blaming_a_step() {
    let steps = [nap("a", 40), nap("b", 40), nap("c", 40)];
    let builder = steps.into_iter().fold(GraphBuilder::new("g"), GraphBuilder::step).timeout(100 * MS);
    let report = builder.build().expect("valid").prepare(&registry()).expect("ready").execute().await;
    assert_eq!(told(&report), "timed out the run: it took longer than the 100ms it may take");
    assert_eq!(ids(&report.completed), ["a", "b"]);
}

#[tokio::test]
async fn a_run_whose_steps_are_all_done_at_once_times_out_too() {
    // One million quick steps would be done some time; the run may only take a moment.
    let steps = (0..100_000).map(|n| value(&format!("s{n}"), Value::Null));
    let builder = steps.fold(GraphBuilder::new("g"), GraphBuilder::step).timeout(Duration::from_nanos(1));
    let report = builder.build().expect("valid").prepare(&registry()).expect("ready").execute().await;
    assert!(told(&report).starts_with("timed out the run"), "{}", told(&report));
}

#[tokio::test(start_paused = true)]
async fn a_timeout_on_a_parallel_step_bounds_what_is_inside() {
    let log = Log::default();
    let branches = vec![Branch::new("x", vec![nap("x1", 30), nap("x2", 30)])];
    let run = ready(vec![Step::parallel("p", branches).timeout(50 * MS)]);
    assert_eq!(told(&run.events(log.clone()).execute().await), "timed out p: it took longer than the 50ms it may take");
    assert_eq!(log.lines()[5..], ["step.failed x2 [cancelled]", "step.failed p [timed out]", "run.failed [timed out]"]);
    let branches = vec![Branch::new("x", vec![nap("x1", 30)])];
    let report = ready(vec![Step::parallel("p", branches).timeout(50 * MS), nap("more", 100)]).execute().await;
    assert_eq!(told(&report), r#"ok "more""#);
}

#[tokio::test]
async fn a_graph_with_too_many_steps_starts_none() {
    let branches = vec![Branch::new("x", vec![value("x1", Value::Null)])];
    let builder = GraphBuilder::new("g").step(Step::parallel("p", branches)).step(value("last", Value::Null));
    for (most, expect) in [(3, "ok null"), (2, "limit the run: the graph has 3 steps, and a run may have 2")] {
        let log = Log::default();
        let run = builder.clone().max_steps(most).build().expect("valid").prepare(&registry()).expect("ready");
        assert_eq!(told(&run.events(log.clone()).execute().await), expect);
        if most == 2 {
            assert_eq!(log.lines(), ["run.started", "run.failed [limit]"]);
        }
    }
}

#[tokio::test]
async fn busy_steps_do_not_put_off_deadlines() {
    // There is always something to receive, so the work never waits and always makes progress.
    let mut registry = registry();
    let kind = Kind::new("busy", async |_, _| {
        let (sender, mut receiver) = tokio::sync::mpsc::unbounded_channel();
        loop {
            let _ = sender.send(());
            receiver.recv().await;
        }
    });
    registry.register(kind).expect("a new name");
    let steps = |limit: Option<Duration>| {
        let step = |n: u32| Step::transform(format!("s{n}"), "busy", Value::Null).after_nothing();
        (0..300)
            .map(|n| match limit {
                Some(limit) => step(n).timeout(limit),
                None => step(n),
            })
            .fold(GraphBuilder::new("g"), GraphBuilder::step)
    };
    for graph in [steps(None).timeout(30 * MS), steps(Some(30 * MS))] {
        let run = graph.build().expect("valid").prepare(&registry).expect("ready");
        let report = tokio::time::timeout(Duration::from_secs(60), run.execute()).await.expect("it ends");
        assert!(told(&report).starts_with("timed out"), "{}", told(&report));
    }
}
