//! Telling what a lane came to the moment it is settled, and leaving a record of prepare checks.

use std::sync::Arc;

use assize_engine::{ConfigError, DuplicateNodeKind, Node, NodeKind, OnCancel, Registry, StepContext, StepError};
use assize_schemas::{AGENT_LANE_NODE, COMMAND_LANE_NODE, GATE_NODE, LaneResult};
use async_trait::async_trait;
use serde::Deserialize as _;
use serde_json::Value;

use crate::pipeline::recorded_gate::{GateRecord, RecordedGate};
use crate::{RunEvent, RunObserver};

/// A registry with the same node kinds, whose lanes tell `observer` their results. The engine's own events carry
/// no outputs. Its prepare checks leave a record where one is kept.
pub(crate) fn watched(
    kinds: Registry,
    observer: &Arc<dyn RunObserver>,
    record: Option<&GateRecord>,
) -> Result<Registry, DuplicateNodeKind> {
    let kinds = Arc::new(kinds);
    let mut watched = Registry::new();
    for name in kinds.names() {
        let lane = [COMMAND_LANE_NODE, AGENT_LANE_NODE].contains(&name);
        let observer = lane.then(|| observer.clone());
        let record = record.filter(|_| name == GATE_NODE).cloned();
        watched.register(WatchedKind { name: name.to_owned(), kinds: kinds.clone(), observer, record })?;
    }
    Ok(watched)
}

struct WatchedKind {
    name: String,
    kinds: Arc<Registry>,
    observer: Option<Arc<dyn RunObserver>>,
    record: Option<GateRecord>,
}

impl WatchedKind {
    fn inner(&self) -> Result<&dyn NodeKind, ConfigError> {
        self.kinds.get(&self.name).ok_or_else(|| ConfigError::new(format!("{} is not registered", self.name)))
    }
}

impl NodeKind for WatchedKind {
    fn name(&self) -> &str {
        &self.name
    }

    fn references(&self, config: &Value) -> Result<Vec<String>, ConfigError> {
        self.inner()?.references(config)
    }

    fn instantiate(&self, config: &Value) -> Result<Box<dyn Node>, ConfigError> {
        let node = self.inner()?.instantiate(config)?;
        Ok(match (&self.observer, &self.record) {
            (Some(observer), _) => Box::new(WatchedLane { node, observer: observer.clone() }),
            (None, Some(record)) => Box::new(RecordedGate { node, record: record.clone() }),
            (None, None) => node,
        })
    }
}

struct WatchedLane {
    node: Box<dyn Node>,
    observer: Arc<dyn RunObserver>,
}

#[async_trait]
impl Node for WatchedLane {
    async fn run(&self, context: StepContext) -> Result<Value, StepError> {
        let output = self.node.run(context).await?;
        if let Ok(result) = LaneResult::deserialize(&output) {
            self.observer.observe(RunEvent::LaneSettled(result));
        }
        Ok(output)
    }

    fn on_cancel(&self) -> OnCancel {
        self.node.on_cancel()
    }
}
