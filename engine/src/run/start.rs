//! Starting a step.

use std::task::{Context, Poll};

use tokio::time::Instant;
use tracing::{Span, info_span};

use crate::{ErrorClass, EventKind, Node, OnCancel, RunError, StepContext};

use super::{
    catch::catch,
    execution::{Alarm, Execution},
    flight::{Flight, Work},
    timer::timer_after,
};

impl<'n> Execution<'n> {
    /// Starts a step. Its work is polled once on the spot: what is done at once needs no place among the flights.
    pub(super) fn start(&mut self, step: u32, cx: &mut Context<'_>) {
        let id = self.shared.id(step).clone();
        self.shared.emit(Some(step), EventKind::StepStarted);
        self.started.push(id);
        let Some(seat) = self.seats.get(step as usize) else { return };
        let span = self.step_span(step);
        match &seat.node {
            None => self.open(step, span),
            Some(node) => self.take_off(step, &**node, span, cx),
        }
    }

    fn step_span(&self, step: u32) -> Span {
        let plan = self.shared.plan();
        let around = if self.open_spans.is_empty() { None } else { plan.places.composite(step) };
        let parent = around.and_then(|composite| self.open_spans.get(&composite)).unwrap_or(&self.span);
        let described = || plan.places.step(&self.shared.graph().steps, step);
        info_span!(
            parent: parent,
            "step",
            step = %self.shared.id(step),
            kind = described().map(|step| step.kind().as_str()),
            node = described().and_then(|step| step.node()),
        )
    }

    /// Opens the branches of a `parallel` step.
    fn open(&mut self, step: u32, span: Span) {
        self.open.insert(step);
        if !span.is_disabled() {
            self.open_spans.insert(step, span);
        }
        let timer = self.seats.get(step as usize).and_then(|seat| seat.timeout).and_then(timer_after);
        self.alarms.extend(timer.map(|timer| Alarm { step, timer }));
        self.release(step);
    }

    fn take_off(&mut self, step: u32, node: &'n dyn Node, span: Span, cx: &mut Context<'_>) {
        self.max_in_flight = self.max_in_flight.max(self.in_flight.len() + 1);
        let timeout = self.seats.get(step as usize).and_then(|seat| seat.timeout);
        let began = timeout.map(|_| Instant::now());
        let context = StepContext::new(self.shared.clone(), step);
        let outcome = {
            let _entered = span.enter();
            first_poll(node, context, cx)
        };
        let id = || self.shared.id(step).clone();
        match outcome {
            Ok(First::Done(Ok(output))) => self.complete(step, output),
            Ok(First::Done(Err(error))) => {
                let error = error.into_run_error(ErrorClass::Failed, id());
                self.fail(step, error);
            }
            Ok(First::Waits(work, on_cancel)) => {
                let deadline = began.and_then(|began| began.checked_add(timeout?));
                let order = self.started.len();
                self.in_flight.push(Flight::new(step, order, on_cancel, work, deadline, span));
            }
            Err(message) => {
                let error = RunError::new(ErrorClass::Panicked, Some(id()), message);
                self.fail(step, error);
            }
        }
    }
}

enum First<'n> {
    Done(Result<serde_json::Value, crate::StepError>),
    Waits(Work<'n>, OnCancel),
}

/// Makes a node's work and polls it once; the error is the message of a panic.
fn first_poll<'n>(node: &'n dyn Node, context: StepContext, cx: &mut Context<'_>) -> Result<First<'n>, String> {
    let mut work = catch(|| node.run(context))?;
    match catch(|| work.as_mut().poll(cx)) {
        Ok(Poll::Ready(result)) => {
            catch(|| drop(work))?;
            Ok(First::Done(result))
        }
        Ok(Poll::Pending) => {
            match catch(|| node.on_cancel()) {
                Ok(on_cancel) => Ok(First::Waits(work, on_cancel)),
                Err(message) => {
                    // The panic to tell of is the first.
                    let _ = catch(|| drop(work));
                    Err(message)
                }
            }
        }
        Err(message) => {
            let _ = catch(|| drop(work));
            Err(message)
        }
    }
}
