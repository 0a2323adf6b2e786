//! Events as short lines.

use std::sync::{Arc, Mutex};

use assize_engine::{Event, EventKind, EventSink};

/// Keeps all events of a run.
#[derive(Debug, Clone, Default)]
pub(crate) struct Log(Arc<Mutex<Vec<Event>>>);

impl EventSink for Log {
    fn emit(&self, event: Event) {
        self.0.lock().expect("no sink panics here").push(event);
    }
}

impl Log {
    pub(crate) fn events(&self) -> Vec<Event> {
        self.0.lock().expect("no sink panics here").clone()
    }

    /// `step.failed a [cancelled]`, one a line. Also checks what holds for every log.
    pub(crate) fn lines(&self) -> Vec<String> {
        let events = self.events();
        check(&events);
        events.iter().map(line).collect()
    }
}

/// Numbers without gaps, one terminal event and that the last, one end for every start.
pub(crate) fn check(events: &[Event]) {
    let numbers: Vec<u64> = events.iter().map(|event| event.seq).collect();
    assert_eq!(numbers, (0..events.len() as u64).collect::<Vec<_>>());
    assert_eq!(events.first().map(Event::name), Some("run.started"));
    assert_eq!(events.iter().filter(|event| event.kind.is_terminal()).count(), 1);
    assert!(events.last().is_some_and(|event| event.kind.is_terminal()));
    let of = |name: &str| {
        let mut steps: Vec<_> = events.iter().filter(|e| e.name() == name).filter_map(|e| e.step.clone()).collect();
        steps.sort();
        steps
    };
    let mut ended = of("step.completed");
    ended.extend(of("step.failed"));
    ended.sort();
    assert_eq!(of("step.started"), ended);
}

fn line(event: &Event) -> String {
    let mut line = event.name().to_owned();
    if let Some(step) = &event.step {
        line.push_str(&format!(" {step}"));
    }
    match &event.kind {
        EventKind::StepFailed { class, .. } | EventKind::RunFailed { class, .. } => {
            line.push_str(&format!(" [{class}]"));
        }
        EventKind::StepProgress(value) => line.push_str(&format!(" {value}")),
        _ => {}
    }
    line
}
