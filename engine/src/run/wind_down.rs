//! Ending a run early.

use crate::{ErrorClass, EventKind, OnCancel, RunError};

use super::{execution::Execution, flight::Flight, timer::timer_after};

impl<'n> Execution<'n> {
    /// Ends the run because of `error`, unless it is ending already: nothing is started any more, and what is under
    /// way is stopped or, where it wants to finish, told so and awaited up to the grace.
    pub(super) fn wind_down(&mut self, error: RunError) {
        if self.failure.is_some() {
            return;
        }
        self.failure = Some(error);
        self.ready.clear();
        self.shared.ending.cancel();
        for mut flight in self.flights() {
            if flight.on_cancel == OnCancel::Finish {
                self.in_flight.push(flight);
            } else {
                let panic = flight.let_go();
                self.tell_stopped(&flight, panic, self.why_cancelled());
            }
        }
        if !self.in_flight.is_empty() {
            self.grace_left = timer_after(self.grace);
        }
    }

    /// The grace is over: what is still under way is dropped and named.
    pub(super) fn abandon(&mut self) {
        self.grace_left = None;
        for mut flight in self.flights() {
            self.abandoned.push(self.shared.id(flight.step).clone());
            let panic = flight.let_go();
            let message = format!("it did not stop within the grace of {:?} and was abandoned", self.grace);
            self.tell_stopped(&flight, panic, message);
        }
    }

    /// All flights, in the order in which they were started.
    fn flights(&mut self) -> Vec<Flight<'n>> {
        let mut flights: Vec<Flight<'n>> = std::mem::take(&mut self.in_flight).into_iter().collect();
        flights.sort_by_key(|flight| flight.order);
        flights
    }

    fn tell_stopped(&self, flight: &Flight<'n>, panic: Option<String>, message: String) {
        let (class, message) = match (flight.overdue, panic) {
            (true, _) => (ErrorClass::TimedOut, message),
            (false, Some(panic)) => (ErrorClass::Panicked, format!("while it was stopped: {panic}")),
            (false, None) => (ErrorClass::Cancelled, message),
        };
        self.shared.end(flight.step, EventKind::StepFailed { class, message });
    }

    /// What steps that are stopped are told.
    pub(super) fn why_cancelled(&self) -> String {
        match &self.failure {
            Some(RunError { step: Some(step), class, .. }) => format!("stopped because step `{step}` {}", class.verb()),
            Some(RunError { class, .. }) => format!("stopped because the run {}", class.verb()),
            None => "stopped because the run was dropped".to_owned(),
        }
    }

    /// Tells of the `parallel` steps that were open, from the inside outwards: nothing in them is under way any more.
    pub(super) fn close_open(&mut self) {
        self.open_spans.clear();
        // What is inside comes later in the document, and so has the higher number.
        while let Some(step) = self.open.pop_last() {
            let (class, message) = match &self.failure {
                Some(RunError { step: Some(at), class, message, .. }) if at == self.shared.id(step) => {
                    (*class, message.clone())
                }
                Some(RunError { step: Some(at), class, message, .. }) if self.is_around(step, at) => {
                    (*class, format!("step `{at}` in it: {message}"))
                }
                _ => (ErrorClass::Cancelled, self.why_cancelled()),
            };
            self.shared.end(step, EventKind::StepFailed { class, message });
        }
    }

    fn is_around(&self, composite: u32, inner: &str) -> bool {
        let plan = self.shared.plan();
        let mut current = plan.find(inner);
        while let Some(step) = current {
            current = plan.places.composite(step);
            if current == Some(composite) {
                return true;
            }
        }
        false
    }
}

impl Drop for Execution<'_> {
    /// A run that is dropped in the middle stops its steps first, in order, and tells so.
    fn drop(&mut self) {
        self.shared.ending.cancel();
        for mut flight in self.flights() {
            let panic = flight.let_go();
            self.tell_stopped(&flight, panic, self.why_cancelled());
        }
        self.close_open();
    }
}
