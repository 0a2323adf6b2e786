//! One span for the run and one for each step, around every poll.
//!
//! A program of its own: whether spans are wanted is remembered for a whole process, and other tests want none.
#![expect(clippy::expect_used, reason = "a test fails by it")]

use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
};

use assize_engine::{
    Branch, ConfigError, GraphBuilder, Node, NodeKind, Registry, Step, StepContext, StepError, async_trait,
};
use serde_json::Value;
use tracing::{
    Event, Id, Subscriber,
    field::{Field, Visit},
    span::Attributes,
};
use tracing_subscriber::{Layer, layer::Context, layer::SubscriberExt, registry::LookupSpan};

/// Logs, waits and logs again; or does nothing.
#[derive(Clone, Copy)]
enum Kind {
    Logs,
    Value,
}

#[async_trait]
impl Node for Kind {
    async fn run(&self, _context: StepContext) -> Result<Value, StepError> {
        if matches!(self, Self::Logs) {
            tracing::info!("first");
            tokio::task::yield_now().await;
            tracing::info!("second");
        }
        Ok(Value::Null)
    }
}

impl NodeKind for Kind {
    fn name(&self) -> &str {
        match self {
            Self::Logs => "logs",
            Self::Value => "value",
        }
    }

    fn instantiate(&self, _config: &Value) -> Result<Box<dyn Node>, ConfigError> {
        Ok(Box::new(*self))
    }
}

/// Notes spans with their parents and events with the spans they were made in.
#[derive(Clone, Default)]
struct Capture(Arc<Mutex<Captured>>);

/// Spans by their numbers, and lines.
type Captured = (HashMap<u64, String>, Vec<String>);

struct Text(String);

impl Visit for Text {
    fn record_debug(&mut self, field: &Field, value: &dyn std::fmt::Debug) {
        self.0.push_str(&format!(" {}={value:?}", field.name()));
    }
}

impl<S: Subscriber + for<'l> LookupSpan<'l>> Layer<S> for Capture {
    fn on_new_span(&self, attributes: &Attributes<'_>, id: &Id, context: Context<'_, S>) {
        let mut text = Text(attributes.metadata().name().to_owned());
        attributes.record(&mut text);
        let mut state = self.0.lock().expect("no panic");
        let parent = context.span(id).and_then(|span| span.parent().map(|parent| parent.id().into_u64()));
        let parent = parent.and_then(|parent| state.0.get(&parent).cloned()).unwrap_or_else(|| "nothing".to_owned());
        let first = |text: &str| text.split_whitespace().take(2).collect::<Vec<_>>().join(" ");
        state.1.push(format!("{} in {}", text.0, first(&parent)));
        state.0.insert(id.into_u64(), text.0);
    }

    fn on_event(&self, event: &Event<'_>, context: Context<'_, S>) {
        let mut text = Text(String::new());
        event.record(&mut text);
        let mut state = self.0.lock().expect("no panic");
        let around = context.event_span(event).and_then(|span| state.0.get(&span.id().into_u64()).cloned());
        state.1.push(format!("event{} in {}", text.0, around.unwrap_or_default()));
    }
}

#[tokio::test]
async fn spans_nest_as_steps_do_and_are_entered_at_every_poll() {
    let capture = Capture::default();
    let guard = tracing::subscriber::set_default(tracing_subscriber::registry().with(capture.clone()));
    let mut registry = Registry::new();
    registry.register(Kind::Logs).expect("a new name").register(Kind::Value).expect("a new name");
    let logs = |id: &'static str| Step::transform(id, "logs", Value::Null);
    let branches = vec![Branch::new("x", vec![logs("x1")]), Branch::new("y", vec![logs("y1")])];
    let graph =
        GraphBuilder::new("g").step(Step::transform("a", "value", Value::Null)).step(Step::parallel("p", branches));
    let graph = graph.build().expect("valid");
    graph.prepare(&registry).expect("ready").run_id("r-1").execute().await;
    drop(guard);
    let told = capture.0.lock().expect("no panic").1.clone();
    assert_eq!(
        told,
        [
            r#"run graph="g" run="r-1" in nothing"#,
            r#"step step=a kind="transform" node="value" in run graph="g""#,
            r#"step step=p kind="parallel" in run graph="g""#,
            r#"step step=x1 kind="transform" node="logs" in step step=p"#,
            r#"event message=first in step step=x1 kind="transform" node="logs""#,
            r#"step step=y1 kind="transform" node="logs" in step step=p"#,
            r#"event message=first in step step=y1 kind="transform" node="logs""#,
            r#"event message=second in step step=x1 kind="transform" node="logs""#,
            r#"event message=second in step step=y1 kind="transform" node="logs""#,
        ]
    );
}
