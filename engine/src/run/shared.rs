//! What a run and its steps' contexts share.

use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex, OnceLock, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
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
    /// The outputs of the steps that are done; none stands for `null`, which is what steps answer that only do something.
    outputs: Box<[OnceLock<Option<Box<Value>>>]>,
    ended: Box<[AtomicBool]>,
    /// Of the steps whose context was asked about cancellation.
    tokens: Mutex<HashMap<u32, CancellationToken>>,
    /// Cancelled when the run begins to end, in whatever way.
    pub(super) ending: CancellationToken,
    emitter: Emitter,
}

impl Shared {
    pub(super) fn new(
        graph: &StepGraph,
        input: Value,
        run_id: Option<String>,
        sink: Option<Box<dyn EventSink>>,
    ) -> Self {
        let graph = Arc::clone(graph.inner());
        let steps = graph.plan.len();
        Self {
            graph,
            input,
            run_id,
            outputs: std::iter::repeat_with(OnceLock::new).take(steps).collect(),
            ended: std::iter::repeat_with(AtomicBool::default).take(steps).collect(),
            tokens: Mutex::default(),
            ending: CancellationToken::new(),
            emitter: Emitter::new(sink),
        }
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

    /// Takes a step's output out, where nothing else can look at it any more.
    pub(super) fn take_output(&mut self, step: u32) -> Option<Value> {
        let output = self.outputs.get_mut(step as usize)?.take()?;
        Some(output.map_or(Value::Null, |output| *output))
    }

    pub(crate) fn output(&self, step: u32) -> Option<&Value> {
        let output = self.outputs.get(step as usize)?.get()?;
        Some(output.as_deref().unwrap_or(&Value::Null))
    }

    /// The token of a step, made when it is first asked for.
    pub(crate) fn token(&self, step: u32) -> CancellationToken {
        let mut tokens = self.tokens.lock().unwrap_or_else(PoisonError::into_inner);
        tokens.entry(step).or_insert_with(|| self.ending.child_token()).clone()
    }

    /// Notes a step's output and tells that it is done.
    pub(super) fn complete(&self, step: u32, output: Value) {
        if let Some(slot) = self.outputs.get(step as usize) {
            // A step ends once, so the slot is empty.
            let _ = slot.set(if output.is_null() { None } else { Some(Box::new(output)) });
        }
        self.end(step, EventKind::StepCompleted);
    }

    /// Tells that a step ended; its context tells nothing from then on.
    pub(super) fn end(&self, step: u32, kind: EventKind) {
        let first = || self.ended.get(step as usize).is_some_and(|ended| !ended.swap(true, Ordering::Relaxed));
        self.emitter.emit(Some(self.id(step)), kind, first);
    }

    pub(super) fn emit(&self, step: Option<u32>, kind: EventKind) {
        self.emitter.emit(step.map(|step| self.id(step)), kind, || true);
    }

    /// Tells something about a step, unless it has ended.
    pub(crate) fn emit_while_open(&self, step: u32, kind: EventKind) {
        let open = || self.ended.get(step as usize).is_some_and(|ended| !ended.load(Ordering::Relaxed));
        self.emitter.emit(Some(self.id(step)), kind, open);
    }

    /// Tells the last event of the run; gives the message of the sink's panic, if there was one.
    pub(super) fn close(&self, last: EventKind) -> Option<String> {
        self.ending.cancel();
        self.emitter.close(last);
        self.emitter.fault()
    }
}
