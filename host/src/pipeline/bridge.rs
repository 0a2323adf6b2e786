//! From the engine's events to those of a run.

use std::collections::HashMap;
use std::sync::Arc;

use assize_engine::{ErrorClass, Event, EventKind, EventSink};
use assize_schemas::{Binding, CheckRef, plain_text};
use serde_json::Value;

use crate::{RunEvent, RunObserver};

/// What a step of the graph is to an observer.
#[derive(Debug, Clone)]
enum Role {
    Prepare(CheckRef),
    Lane(CheckRef),
}

/// Tells a run's observer about the engine's steps. Steps that are no check's are none of its business.
pub(crate) struct EventBridge {
    roles: HashMap<String, Role>,
    observer: Arc<dyn RunObserver>,
}

impl EventBridge {
    pub(crate) fn new(binding: &Binding, observer: Arc<dyn RunObserver>) -> Self {
        let prepare = binding.prepare.iter().map(|id| (format!("prepare-{id}"), Role::Prepare(id.clone())));
        let lanes = binding.checks.iter().map(|id| (format!("lane-{id}"), Role::Lane(id.clone())));
        Self { roles: prepare.chain(lanes).collect(), observer }
    }
}

impl EventSink for EventBridge {
    fn emit(&self, event: Event) {
        let Some(role) = event.step.as_ref().and_then(|step| self.roles.get(step.as_str())) else { return };
        let told = match (role.clone(), event.kind) {
            (Role::Prepare(check), EventKind::StepStarted) => RunEvent::PrepareStarted { check },
            (Role::Prepare(check), EventKind::StepCompleted) => RunEvent::PrepareFinished { check, error: None },
            (Role::Prepare(check), EventKind::StepFailed { class, message }) => {
                let error = if class == ErrorClass::Cancelled { "cancelled".to_owned() } else { message };
                RunEvent::PrepareFinished { check, error: Some(error) }
            }
            (Role::Prepare(check), EventKind::StepProgress(value)) => match line_of(&value) {
                Some(line) => RunEvent::PrepareProgress { check, line },
                None => return,
            },
            (Role::Lane(lane), EventKind::StepProgress(value)) => match line_of(&value) {
                Some(line) => RunEvent::LaneProgress { lane, line },
                None => return,
            },
            (Role::Lane(lane), EventKind::StepStarted) => RunEvent::LaneStarted { lane },
            _ => return,
        };
        self.observer.observe(told);
    }
}

/// The line that a check's node reports.
fn line_of(progress: &Value) -> Option<String> {
    progress.get("line").and_then(Value::as_str).map(plain_text)
}
