//! Carrying a run out, from its first event to its last.

use std::{future::poll_fn, sync::Arc};

use serde_json::Value;
use tracing::{Span, info_span};

use crate::{ErrorClass, EventKind, Reference, Run, RunError, RunReport, StepError};

use super::{
    catch::catch,
    execution::Execution,
    prepare::{Seat, Settings},
    shared::Shared,
};

/// Tells the run's last event when the run is dropped before it came to one.
struct LastWord {
    shared: Arc<Shared>,
    told: bool,
}

impl LastWord {
    fn tell(mut self, last: EventKind) -> Option<String> {
        self.told = true;
        self.shared.close(last)
    }
}

impl Drop for LastWord {
    fn drop(&mut self) {
        if !self.told {
            self.shared.close(EventKind::RunCancelled);
        }
    }
}

impl Run {
    /// Carries the run out.
    ///
    /// Steps are polled by the task that polls this future. Dropping it stops every step at once and tells
    /// `run.cancelled`. Timeouts need a tokio runtime whose time driver is enabled.
    pub async fn execute(self) -> RunReport {
        let Self { graph, mut seats, settings } = self;
        let Settings { input, max_concurrency, sink, cancel, grace, run_id } = settings;
        let span = info_span!("run", graph = graph.id(), run = run_id.as_deref());
        // Declared first, so dropped last: nothing may follow the last event.
        let mut last_word = LastWord { shared: Arc::new(Shared::new(&graph, input, run_id, sink)), told: false };
        last_word.shared.emit(None, EventKind::RunStarted);

        let mut report = match past_limit(&last_word.shared) {
            Some(error) => empty_report(error),
            None => drive(&last_word.shared, &seats, &span, max_concurrency, grace, cancel).await,
        };
        if report.outcome.is_ok() {
            report.outcome = result(&mut last_word.shared);
        }
        let panicked = let_nodes_go(&mut seats, &last_word.shared);
        if let (Ok(_), Some(error)) = (&report.outcome, panicked) {
            report.outcome = Err(error);
        }
        let last = match &report.outcome {
            Ok(_) => EventKind::RunCompleted,
            Err(RunError { class: ErrorClass::Cancelled, step: None, .. }) => EventKind::RunCancelled,
            Err(error) => EventKind::RunFailed { class: error.class, message: error.to_string() },
        };
        report.sink_panic = last_word.tell(last);
        report
    }
}

/// Goes through the steps; the report lacks the result.
async fn drive(
    shared: &Arc<Shared>,
    seats: &[Seat],
    span: &Span,
    max_concurrency: Option<std::num::NonZeroUsize>,
    grace: std::time::Duration,
    cancel: Option<tokio_util::sync::CancellationToken>,
) -> RunReport {
    let mut execution = Execution::new(Arc::clone(shared), seats, span.clone(), max_concurrency, grace, cancel);
    poll_fn(|cx| {
        let _entered = span.enter();
        execution.turn(cx)
    })
    .await;
    execution.close_open();
    RunReport {
        outcome: execution.failure.take().map_or(Ok(Value::Null), Err),
        started: std::mem::take(&mut execution.started),
        completed: std::mem::take(&mut execution.completed),
        abandoned: std::mem::take(&mut execution.abandoned),
        max_in_flight: execution.max_in_flight,
        sink_panic: None,
    }
}

/// Steps are never added while a run goes on, so the limit can be judged before any is started.
fn past_limit(shared: &Shared) -> Option<RunError> {
    let (steps, most) = (shared.plan().len(), shared.graph().max_steps?);
    let message = || format!("the graph has {steps} steps, and a run may have {most}");
    (steps > most).then(|| RunError::new(ErrorClass::Limit, None, message()))
}

fn empty_report(error: RunError) -> RunReport {
    RunReport {
        outcome: Err(error),
        started: Vec::new(),
        completed: Vec::new(),
        abandoned: Vec::new(),
        max_in_flight: 0,
        sink_panic: None,
    }
}

/// The graph's result; all its steps are done. A missing field is a failure that names the step it was looked for in.
fn result(shared: &mut Arc<Shared>) -> Result<Value, RunError> {
    if let Some(output) = whole_output(shared) {
        return Ok(output);
    }
    let mut step = None;
    let mut look_up = |reference: &Reference| {
        let found = shared.look_up(reference, |_| true).cloned();
        if found.is_err() {
            let bound = reference.bind(|id| shared.plan().find(id));
            step = bound.ok().and_then(|bound| bound.step).map(|step| shared.id(step).clone());
        }
        found
    };
    let resolved: Result<Value, StepError> = shared.graph().result.expression.resolve(&mut look_up);
    resolved.map_err(|error| error.into_run_error(ErrorClass::Failed, step))
}

/// The output that is the result as it stands: taken rather than copied, unless some step's context is still alive and
/// may look at it.
fn whole_output(shared: &mut Arc<Shared>) -> Option<Value> {
    let reference = shared.graph().result.expression.only_reference()?;
    let bound = reference.bind(|id| shared.plan().find(id)).ok().filter(|bound| bound.fields.is_empty())?;
    Arc::get_mut(shared)?.take_output(bound.step?)
}

/// Drops the nodes; the error is the first panic over that.
fn let_nodes_go(seats: &mut [Seat], shared: &Shared) -> Option<RunError> {
    let mut first = None;
    for (number, seat) in (0_u32..).zip(seats) {
        let Some(node) = seat.node.take() else { continue };
        if let Err(message) = catch(|| drop(node)) {
            let message = format!("while its node was dropped: {message}");
            first.get_or_insert_with(|| RunError::new(ErrorClass::Panicked, Some(shared.id(number).clone()), message));
        }
    }
    first
}
