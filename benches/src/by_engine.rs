//! The work done by the engine.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use assize_engine::{
    Branch, ConfigError, Event, EventSink, GraphBuilder, Node, NodeKind, Registry, Step, StepContext, StepError,
    async_trait,
};
use serde_json::Value;
use tokio_util::sync::CancellationToken;

use crate::{Shape, Work};

struct Nothing;

#[async_trait]
impl Node for Nothing {
    async fn run(&self, _context: StepContext) -> Result<Value, StepError> {
        Ok(Value::Null)
    }
}

struct NothingKind;

impl NodeKind for NothingKind {
    fn name(&self) -> &str {
        "nothing"
    }

    fn instantiate(&self, _config: &Value) -> Result<Box<dyn Node>, ConfigError> {
        Ok(Box::new(Nothing))
    }
}

/// The registry the engine's runs use.
pub fn registry() -> Registry {
    let mut registry = Registry::new();
    // The registry is new, so the name is free.
    let _ = registry.register(NothingKind);
    registry
}

/// Counts events and looks at their order, as a progress display would.
#[derive(Debug, Default)]
struct Counter {
    events: AtomicU64,
    out_of_order: AtomicU64,
}

impl EventSink for Counter {
    fn emit(&self, event: Event) {
        let expected = self.events.fetch_add(1, Ordering::Relaxed);
        if event.seq != expected {
            self.out_of_order.fetch_add(1, Ordering::Relaxed);
        }
    }
}

/// Where the engine's events go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sink {
    /// A pair of counters.
    Counter,
    /// An unbounded channel that is read when the run is over.
    Channel,
}

/// Builds, prepares and runs the work with the engine: a timeout on every step and on the run, cancellation, events.
///
/// Gives the number of events that were counted.
pub async fn engine(work: &Work, registry: &Registry, sink: Sink) -> u64 {
    const STEP_TIMEOUT: Duration = Duration::from_secs(60);
    let step = |number: usize| Step::transform(format!("step-{number}"), "nothing", Value::Null).timeout(STEP_TIMEOUT);
    let mut builder = GraphBuilder::new("bench").timeout(Duration::from_secs(600));
    builder.reserve(work.steps());
    match work.shape {
        Shape::FanOut => (0..work.steps()).for_each(|number| {
            builder.push(step(number).after_nothing());
        }),
        Shape::Chain => (0..work.steps()).for_each(|number| {
            builder.push(step(number));
        }),
        Shape::Random => {
            for (number, waits) in work.waits.iter().enumerate() {
                builder.push(step(number).after(waits.iter().map(|wait| format!("step-{wait}"))));
            }
        }
        Shape::Branches => {
            let branch = |number: usize| Branch::new(format!("branch-{number}"), vec![step(number)]);
            builder.push(Step::parallel("all", (0..work.steps()).map(branch).collect()));
        }
    }
    let Ok(run) = builder.build().map(|graph| graph.prepare(registry)) else { return 0 };
    let Ok(run) = run else { return 0 };
    let run = run.cancel_on(CancellationToken::new());
    match sink {
        Sink::Counter => {
            let counter = Arc::new(Counter::default());
            let report = run.events(Arc::clone(&counter)).execute().await;
            if report.outcome.is_err() || counter.out_of_order.load(Ordering::Relaxed) > 0 {
                return 0;
            }
            counter.events.load(Ordering::Relaxed)
        }
        Sink::Channel => {
            let (sender, mut receiver) = tokio::sync::mpsc::unbounded_channel();
            let report = run.events(sender).execute().await;
            let mut events = 0;
            while receiver.try_recv().is_ok() {
                events += 1;
            }
            if report.outcome.is_ok() { events } else { 0 }
        }
    }
}
