//! What a run tells while it goes on.

use std::sync::Arc;

use serde_json::Value;
use tokio::sync::mpsc::UnboundedSender;

use crate::{ErrorClass, StepId};

/// One thing that happened in a run.
#[derive(Debug, Clone, PartialEq)]
pub struct Event {
    /// Its place in the run, from 0 without gaps.
    pub seq: u64,
    /// The step it is about; none for the run as a whole.
    pub step: Option<StepId>,
    /// What happened.
    pub kind: EventKind,
}

/// What happened. The names are AIP-15's, with `step.progress` added.
///
/// Every step that started has exactly one `step.completed` or `step.failed`, also when it was cancelled. A run has
/// exactly one of `run.completed`, `run.failed` and `run.cancelled`, and nothing follows it.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum EventKind {
    /// The run began.
    RunStarted,
    /// A step began.
    StepStarted,
    /// A node reported on its way; the value is its own.
    StepProgress(Value),
    /// A step is done and has an output.
    StepCompleted,
    /// A step ended without an output.
    StepFailed {
        /// Its class; [`Cancelled`](ErrorClass::Cancelled) for steps that were stopped because of another.
        class: ErrorClass,
        /// For people.
        message: String,
    },
    /// The run is done and has an output.
    RunCompleted,
    /// The run ended without an output.
    RunFailed {
        /// The class of the first failure.
        class: ErrorClass,
        /// For people.
        message: String,
    },
    /// The run was cancelled from outside, or dropped.
    RunCancelled,
}

impl EventKind {
    /// The event's name, such as `step.started`.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::RunStarted => "run.started",
            Self::StepStarted => "step.started",
            Self::StepProgress(_) => "step.progress",
            Self::StepCompleted => "step.completed",
            Self::StepFailed { .. } => "step.failed",
            Self::RunCompleted => "run.completed",
            Self::RunFailed { .. } => "run.failed",
            Self::RunCancelled => "run.cancelled",
        }
    }

    /// Whether it ends the run.
    pub const fn is_terminal(&self) -> bool {
        matches!(self, Self::RunCompleted | Self::RunFailed { .. } | Self::RunCancelled)
    }
}

impl Event {
    /// The event's name, such as `step.started`.
    pub const fn name(&self) -> &'static str {
        self.kind.name()
    }
}

/// Takes the events of a run, one at a time and in order.
///
/// It is called by the task that drives the run and should be quick. It must not call back into a step's context. A
/// sink that panics gets no more events; the run goes on, and its report says so.
pub trait EventSink: Send + Sync {
    /// Takes one event.
    fn emit(&self, event: Event);
}

impl<F: Fn(Event) + Send + Sync> EventSink for F {
    fn emit(&self, event: Event) {
        self(event);
    }
}

impl<S: EventSink + ?Sized> EventSink for Arc<S> {
    fn emit(&self, event: Event) {
        (**self).emit(event);
    }
}

impl EventSink for UnboundedSender<Event> {
    /// Sends it on; events that nobody receives any more are dropped.
    fn emit(&self, event: Event) {
        let _ = self.send(event);
    }
}
