//! What a run leaves to be told: its log and its events.

use std::sync::{Arc, Mutex, PoisonError};

use assize_engine::{Event, EventKind, EventSink};

/// The log that `mark` and `block_until_dropped` write to.
#[derive(Debug, Clone, Default)]
pub(crate) struct Log(Arc<Mutex<Vec<String>>>);

impl Log {
    pub(crate) fn write(&self, text: String) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(text);
    }

    pub(crate) fn read(&self) -> Vec<String> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// Keeps the events: they are there also when the run is dropped and gives no report.
#[derive(Debug, Clone, Default)]
pub(crate) struct Recorder(Arc<Mutex<Vec<Event>>>);

impl EventSink for Recorder {
    fn emit(&self, event: Event) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(event);
    }
}

impl Recorder {
    fn read(&self) -> Vec<Event> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The names of all events.
    pub(crate) fn names(&self) -> Vec<&'static str> {
        self.read().iter().map(Event::name).collect()
    }

    /// The steps that began.
    pub(crate) fn started(&self) -> Vec<String> {
        self.steps(|kind| *kind == EventKind::StepStarted)
    }

    /// The steps that were done.
    pub(crate) fn completed(&self) -> Vec<String> {
        self.steps(|kind| *kind == EventKind::StepCompleted)
    }

    fn steps(&self, wanted: impl Fn(&EventKind) -> bool) -> Vec<String> {
        self.read()
            .into_iter()
            .filter(|event| wanted(&event.kind))
            .filter_map(|event| event.step)
            .map(|id| id.to_string())
            .collect()
    }

    /// The most steps that were under way at the same time, those left out for which `counts` says no.
    pub(crate) fn max_in_flight(&self, counts: impl Fn(&str) -> bool) -> usize {
        let (mut now, mut most) = (0_usize, 0);
        for event in self.read() {
            if !event.step.as_deref().is_some_and(&counts) {
                continue;
            }
            match event.kind {
                EventKind::StepStarted => now += 1,
                EventKind::StepCompleted | EventKind::StepFailed { .. } => now = now.saturating_sub(1),
                _ => {}
            }
            most = most.max(now);
        }
        most
    }
}
