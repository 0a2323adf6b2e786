//! What a run and its steps' contexts share.

use std::sync::{
    Arc, OnceLock,
    atomic::{AtomicBool, Ordering},
};

use serde_json::Value;
use tokio_util::sync::CancellationToken;

use crate::{
    EventKind, EventSink, StepGraph, StepId,
    graph::{GraphInner, Plan},
};

use super::emitter::Emitter;

/// What a run and its steps' contexts share. Contexts may outlive the run; then nothing comes of them.
#[derive(Debug)]
pub(crate) struct Shared {
    graph: Arc<GraphInner>,
    pub(crate) input: Value,
    pub(crate) run_id: Option<String>,
    slots: Box<[Slot]>,
    /// Cancelled when the run begins to end, in whatever way.
    pub(super) ending: CancellationToken,
    emitter: Emitter,
}

/// What is known of one step.
#[derive(Debug, Default)]
struct Slot {
    output: OnceLock<Value>,
    /// Made when the step's context is first asked about cancellation.
    token: OnceLock<CancellationToken>,
    ended: AtomicBool,
}

impl Shared {
    pub(super) fn new(
        graph: &StepGraph,
        input: Value,
        run_id: Option<String>,
        sink: Option<Box<dyn EventSink>>,
    ) -> Self {
        let graph = Arc::clone(graph.inner());
        let slots = (0..graph.plan.len()).map(|_| Slot::default()).collect();
        Self { graph, input, run_id, slots, ending: CancellationToken::new(), emitter: Emitter::new(sink) }
    }

    pub(crate) fn plan(&self) -> &Plan {
        &self.graph.plan
    }

    pub(super) fn graph(&self) -> &GraphInner {
        &self.graph
    }

    pub(crate) fn id(&self, step: u32) -> &StepId {
        self.plan().id(step)
    }

    fn slot(&self, step: u32) -> &Slot {
        // One slot for each of the plan's numbers.
        &self.slots[step as usize]
    }

    pub(crate) fn output(&self, step: u32) -> Option<&Value> {
        self.slot(step).output.get()
    }

    pub(crate) fn token(&self, step: u32) -> &CancellationToken {
        self.slot(step).token.get_or_init(|| self.ending.child_token())
    }

    /// Notes a step's output and tells that it is done.
    pub(super) fn complete(&self, step: u32, output: Value) {
        let slot = self.slot(step);
        // A step ends once, so the slot is empty.
        let _ = slot.output.set(output);
        self.end(step, EventKind::StepCompleted);
    }

    /// Tells that a step ended; its context tells nothing from then on.
    pub(super) fn end(&self, step: u32, kind: EventKind) {
        let slot = self.slot(step);
        self.emitter.emit(Some(self.id(step)), kind, || !slot.ended.swap(true, Ordering::Relaxed));
    }

    pub(super) fn emit(&self, step: Option<u32>, kind: EventKind) {
        self.emitter.emit(step.map(|step| self.id(step)), kind, || true);
    }

    /// Tells something about a step, unless it has ended.
    pub(crate) fn emit_while_open(&self, step: u32, kind: EventKind) {
        let slot = self.slot(step);
        self.emitter.emit(Some(self.id(step)), kind, || !slot.ended.load(Ordering::Relaxed));
    }

    /// Tells the last event of the run; gives the message of the sink's panic, if there was one.
    pub(super) fn close(&self, last: EventKind) -> Option<String> {
        self.ending.cancel();
        self.emitter.close(last);
        self.emitter.fault()
    }
}
