//! The one place where events get their numbers.

use std::{
    fmt,
    sync::{Mutex, MutexGuard, PoisonError},
};

use crate::{Event, EventKind, EventSink, StepId};

use super::catch::catch;

/// Hands events to the sink, numbered and one at a time, until it is closed.
pub(super) struct Emitter {
    wanted: bool,
    line: Mutex<Line>,
}

struct Line {
    next: u64,
    sink: Option<Box<dyn EventSink>>,
    fault: Option<String>,
}

impl Emitter {
    pub(super) fn new(sink: Option<Box<dyn EventSink>>) -> Self {
        Self { wanted: sink.is_some(), line: Mutex::new(Line { next: 0, sink, fault: None }) }
    }

    fn line(&self) -> MutexGuard<'_, Line> {
        self.line.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Hands on one event, if `still` holds when its turn has come.
    #[inline]
    pub(super) fn emit(&self, step: Option<&StepId>, kind: EventKind, still: impl FnOnce() -> bool) {
        if !self.wanted {
            still();
            return;
        }
        let mut line = self.line();
        if still() && line.sink.is_some() {
            line.hand_on(step.cloned(), kind);
        }
    }

    /// Hands on the last event; nothing is handed on after it.
    pub(super) fn close(&self, last: EventKind) {
        let mut line = self.line();
        line.hand_on(None, last);
        line.let_go();
    }

    /// The message of the panic that ended the sink's part, if there was one.
    pub(super) fn fault(&self) -> Option<String> {
        self.line().fault.clone()
    }
}

impl Line {
    fn hand_on(&mut self, step: Option<StepId>, kind: EventKind) {
        let Some(sink) = &self.sink else { return };
        let event = Event { seq: self.next, step, kind };
        self.next += 1;
        if let Err(message) = catch(|| sink.emit(event)) {
            self.fault = Some(message);
            self.let_go();
        }
    }

    fn let_go(&mut self) {
        if let Some(sink) = self.sink.take()
            && let Err(message) = catch(|| drop(sink))
        {
            self.fault.get_or_insert(message);
        }
    }
}

impl fmt::Debug for Emitter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Emitter").field("wanted", &self.wanted).finish_non_exhaustive()
    }
}
