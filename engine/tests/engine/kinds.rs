//! Node kinds for tests, and short ways to write graphs with them.

use std::{sync::Arc, time::Duration};

use assize_engine::{
    ConfigError, GraphBuilder, Node, NodeKind, OnCancel, Registry, Run, RunReport, Step, StepContext, StepError,
    StepGraph, async_trait,
};
use serde_json::{Value, json};
use tokio::time::sleep;

type Act = dyn Fn(StepContext, Value) -> futures::future::BoxFuture<'static, Result<Value, StepError>> + Send + Sync;

/// A node kind made of a closure over the context and the configuration.
pub(crate) struct Kind {
    name: &'static str,
    on_cancel: OnCancel,
    act: Arc<Act>,
}

struct Made {
    on_cancel: OnCancel,
    act: Arc<Act>,
    config: Value,
}

impl Kind {
    pub(crate) fn new<F>(name: &'static str, act: impl Fn(StepContext, Value) -> F + Send + Sync + 'static) -> Self
    where
        F: Future<Output = Result<Value, StepError>> + Send + 'static,
    {
        Self { name, on_cancel: OnCancel::Drop, act: Arc::new(move |context, config| Box::pin(act(context, config))) }
    }

    pub(crate) fn finishing(mut self) -> Self {
        self.on_cancel = OnCancel::Finish;
        self
    }
}

impl NodeKind for Kind {
    fn name(&self) -> &str {
        self.name
    }

    fn references(&self, config: &Value) -> Result<Vec<String>, ConfigError> {
        let references = config.get("refs").and_then(Value::as_array).into_iter().flatten();
        Ok(references.filter_map(Value::as_str).map(str::to_owned).collect())
    }

    fn instantiate(&self, config: &Value) -> Result<Box<dyn Node>, ConfigError> {
        if let Some(message) = config.get("reject").and_then(Value::as_str) {
            return Err(ConfigError::new(message).at("reject"));
        }
        if config.get("panic").is_some() {
            panic!("while instantiating");
        }
        Ok(Box::new(Made { on_cancel: self.on_cancel, act: Arc::clone(&self.act), config: config.clone() }))
    }
}

#[async_trait]
impl Node for Made {
    async fn run(&self, context: StepContext) -> Result<Value, StepError> {
        (self.act)(context, self.config.clone()).await
    }

    fn on_cancel(&self) -> OnCancel {
        self.on_cancel
    }
}

/// A registry with these: `value` (its config), `sleep` (`ms`, then its id), `fail` (`after` ms), `panic` (`after` ms),
/// `stubborn` (never stops, wants to finish), `polite` (waits to be cancelled, then needs `ms`, then says ok).
pub(crate) fn registry() -> Registry {
    let mut registry = Registry::new();
    for kind in [
        Kind::new("value", async |_, config| Ok(config)),
        Kind::new("sleep", async |context, config| {
            sleep(millis(&config, "ms")).await;
            Ok(Value::from(context.id().as_str()))
        }),
        Kind::new("fail", async |context, config| {
            pause(millis(&config, "after")).await;
            Err(StepError::failed(format!("{} went wrong", context.id())).code("red").details(json!({"n": 1})))
        }),
        Kind::new("panic", async |context, config| {
            pause(millis(&config, "after")).await;
            panic!("{} panics", context.id());
        }),
        Kind::new("stubborn", async |_, _| std::future::pending().await).finishing(),
        Kind::new("polite", async |context, config| {
            context.cancelled().await;
            pause(millis(&config, "ms")).await;
            Ok(Value::Null)
        })
        .finishing(),
    ] {
        registry.register(kind).expect("names differ");
    }
    registry
}

fn millis(config: &Value, name: &str) -> Duration {
    Duration::from_millis(config.get(name).and_then(Value::as_u64).unwrap_or(0))
}

async fn pause(time: Duration) {
    if !time.is_zero() {
        sleep(time).await;
    }
}

pub(crate) fn value(id: &str, value: Value) -> Step {
    Step::transform(id.to_owned(), "value", value)
}

pub(crate) fn nap(id: &str, ms: u64) -> Step {
    Step::transform(id.to_owned(), "sleep", json!({ "ms": ms }))
}

pub(crate) fn fail(id: &str, after: u64) -> Step {
    Step::gate(id.to_owned(), "fail", json!({ "after": after }))
}

pub(crate) fn step(id: &str, node: &'static str) -> Step {
    Step::transform(id.to_owned(), node, json!({}))
}

pub(crate) fn graph(steps: Vec<Step>) -> StepGraph {
    steps.into_iter().fold(GraphBuilder::new("g"), GraphBuilder::step).build().expect("a valid graph")
}

pub(crate) fn ready(steps: Vec<Step>) -> Run {
    graph(steps).prepare(&registry()).expect("a graph that can be run")
}

/// Outcome in one line: `ok <json>`, or `<class> <step>: <message>`.
pub(crate) fn told(report: &RunReport) -> String {
    match &report.outcome {
        Ok(output) => format!("ok {output}"),
        Err(error) => {
            let step = error.step.as_ref().map_or("the run", |step| step.as_str());
            format!("{} {step}: {}", error.class, error.message)
        }
    }
}

pub(crate) fn ids(ids: &[assize_engine::StepId]) -> Vec<&str> {
    ids.iter().map(assize_engine::StepId::as_str).collect()
}
