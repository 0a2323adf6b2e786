//! The state of a run under way, and its turns.

use std::{
    collections::{BTreeSet, HashMap, VecDeque},
    future::Future,
    num::NonZeroUsize,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
    time::Duration,
};

use futures::{StreamExt, stream::FuturesUnordered};
use serde_json::{Map, Value};
use tokio::task::coop::has_budget_remaining;
use tokio_util::sync::{CancellationToken, WaitForCancellationFutureOwned};
use tracing::Span;

use crate::{ErrorClass, EventKind, RunError, Step, StepId};

use super::{
    flight::{Flight, Landing},
    prepare::Seat,
    shared::Shared,
    timer::{Timer, timer_after},
};

/// How many starts and landings one turn deals with before other tasks get theirs.
const TURN: usize = 256;

/// A timer of a `parallel` step.
pub(super) struct Alarm {
    pub(super) step: u32,
    pub(super) timer: Timer,
}

impl Future for Alarm {
    type Output = u32;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<u32> {
        let step = self.step;
        self.timer.as_mut().poll(cx).map(|()| step)
    }
}

/// The cancellation from outside: the token, to look at, and the wait for it, to be woken.
pub(super) struct Outside {
    token: CancellationToken,
    wait: Pin<Box<WaitForCancellationFutureOwned>>,
}

/// A run under way. It owns the futures of its steps: dropping it drops them.
pub(super) struct Execution<'n> {
    pub(super) shared: Arc<Shared>,
    pub(super) seats: &'n [Seat],
    pub(super) span: Span,
    pub(super) max_concurrency: usize,
    pub(super) grace: Duration,
    outside: Option<Outside>,
    deadline: Option<Timer>,
    /// For each node of the plan, how many it still waits for.
    waiting: Vec<u32>,
    pub(super) ready: VecDeque<u32>,
    pub(super) in_flight: FuturesUnordered<Flight<'n>>,
    pub(super) alarms: FuturesUnordered<Alarm>,
    /// The `parallel` steps that are open.
    pub(super) open: BTreeSet<u32>,
    /// Their spans, where spans are wanted.
    pub(super) open_spans: HashMap<u32, Span>,
    pub(super) started: Vec<StepId>,
    pub(super) completed: Vec<StepId>,
    pub(super) abandoned: Vec<StepId>,
    pub(super) max_in_flight: usize,
    /// The first failure; once there is one, nothing is started any more.
    pub(super) failure: Option<RunError>,
    /// Runs while steps that want to finish are awaited.
    pub(super) grace_left: Option<Timer>,
}

/// What a turn came to.
enum Turn {
    Done,
    Busy,
    Idle,
}

impl<'n> Execution<'n> {
    pub(super) fn new(
        shared: Arc<Shared>,
        seats: &'n [Seat],
        span: Span,
        max_concurrency: Option<NonZeroUsize>,
        grace: Duration,
        cancel: Option<CancellationToken>,
    ) -> Self {
        let plan = shared.plan();
        let steps = plan.len();
        let outside = cancel.map(|token| Outside { wait: Box::pin(token.clone().cancelled_owned()), token });
        let deadline = shared.graph().timeout.and_then(timer_after);
        let waiting = plan.waiting.clone();
        let ready = (0_u32..).zip(waiting.iter().take(steps)).filter(|(_, waits)| **waits == 0);
        Self {
            seats,
            span,
            max_concurrency: max_concurrency.map_or(usize::MAX, NonZeroUsize::get),
            grace,
            outside,
            deadline,
            ready: ready.map(|(step, _)| step).collect(),
            waiting,
            in_flight: FuturesUnordered::new(),
            alarms: FuturesUnordered::new(),
            open: BTreeSet::new(),
            open_spans: HashMap::new(),
            started: Vec::with_capacity(steps),
            completed: Vec::with_capacity(steps),
            abandoned: Vec::new(),
            max_in_flight: 0,
            failure: None,
            grace_left: None,
            shared,
        }
    }

    /// Does what can be done now; ready when nothing is left to do.
    pub(super) fn turn(&mut self, cx: &mut Context<'_>) -> Poll<()> {
        let turn = self.work(cx);
        if matches!(turn, Turn::Done) {
            return Poll::Ready(());
        }
        if self.look_outside(cx) || matches!(turn, Turn::Busy) {
            cx.waker().wake_by_ref();
        }
        Poll::Pending
    }

    fn work(&mut self, cx: &mut Context<'_>) -> Turn {
        for _ in 0..TURN {
            if !has_budget_remaining() {
                return Turn::Busy;
            }
            if self.failure.is_none() {
                if self.outside.as_ref().is_some_and(|outside| outside.token.is_cancelled()) {
                    self.cancelled_from_outside();
                } else if let Some(step) = self.next() {
                    self.start(step, cx);
                    continue;
                }
            }
            match self.in_flight.poll_next_unpin(cx) {
                Poll::Ready(Some(landing)) => self.land(landing),
                Poll::Ready(None) => return Turn::Done,
                Poll::Pending => return Turn::Idle,
            }
        }
        Turn::Busy
    }

    /// The next step to start, if one may.
    fn next(&mut self) -> Option<u32> {
        let step = *self.ready.front()?;
        let may = self.in_flight.len() < self.max_concurrency || self.shared.plan().is_composite(step);
        if may { self.ready.pop_front() } else { None }
    }

    /// Looks at the clock and at the cancellation from outside, and asks to be woken for them; tells whether anything
    /// came of it.
    fn look_outside(&mut self, cx: &mut Context<'_>) -> bool {
        if self.failure.is_some() {
            let over = self.grace_left.as_mut().is_some_and(|left| left.as_mut().poll(cx).is_ready());
            if over {
                self.abandon();
            }
            return over;
        }
        if let Some(outside) = &mut self.outside
            && outside.wait.as_mut().poll(cx).is_ready()
        {
            self.cancelled_from_outside();
            return true;
        }
        if let Some(deadline) = &mut self.deadline
            && deadline.as_mut().poll(cx).is_ready()
        {
            let timeout = self.shared.graph().timeout.unwrap_or_default();
            let message = format!("it took longer than the {timeout:?} it may take");
            self.wind_down(RunError::new(ErrorClass::TimedOut, None, message));
            return true;
        }
        while let Poll::Ready(Some(step)) = self.alarms.poll_next_unpin(cx) {
            if self.open.contains(&step) {
                let message = self.too_long(step);
                let id = self.shared.id(step).clone();
                self.wind_down(RunError::new(ErrorClass::TimedOut, Some(id), message));
                return true;
            }
        }
        false
    }

    fn cancelled_from_outside(&mut self) {
        self.wind_down(RunError::new(ErrorClass::Cancelled, None, "it was cancelled from outside"));
    }

    pub(super) fn too_long(&self, step: u32) -> String {
        let timeout = self.seats.get(step as usize).and_then(|seat| seat.timeout).unwrap_or_default();
        format!("it took longer than the {timeout:?} it may take")
    }

    fn land(&mut self, landing: Landing<'n>) {
        let id = |step: u32| Some(self.shared.id(step).clone());
        match landing {
            Landing::Returned { step, overdue: false, result: Ok(output) } if self.failure.is_none() => {
                self.complete(step, output);
            }
            Landing::Returned { step, overdue, result } => {
                let error = match result {
                    Ok(_) if overdue => RunError::new(ErrorClass::TimedOut, id(step), self.too_long(step)),
                    Ok(_) => RunError::new(ErrorClass::Cancelled, id(step), self.why_cancelled()),
                    Err(error) => {
                        let class = match (overdue, &self.failure) {
                            (true, _) => ErrorClass::TimedOut,
                            (false, None) => ErrorClass::Failed,
                            (false, Some(_)) => ErrorClass::Cancelled,
                        };
                        error.into_run_error(class, self.shared.id(step).clone())
                    }
                };
                self.fail(step, error);
            }
            Landing::Panicked { step, overdue, message } => {
                let class = if overdue { ErrorClass::TimedOut } else { ErrorClass::Panicked };
                self.fail(step, RunError::new(class, id(step), message));
            }
            Landing::TimedOut { step } => {
                self.fail(step, RunError::new(ErrorClass::TimedOut, id(step), self.too_long(step)));
            }
            Landing::Overdue(flight) => {
                let error = RunError::new(ErrorClass::TimedOut, id(flight.step), self.too_long(flight.step));
                self.shared.token(flight.step).cancel();
                self.in_flight.push(flight);
                self.wind_down(error);
            }
        }
    }

    /// A step is done.
    pub(super) fn complete(&mut self, step: u32, output: Value) {
        self.completed.push(self.shared.id(step).clone());
        self.shared.complete(step, output);
        let exit = self.shared.plan().exit.get(step as usize).copied().unwrap_or(step);
        self.release(exit);
    }

    /// Lets go those that waited for a node; a `parallel` step whose last part that was is done at once, and so on.
    pub(super) fn release(&mut self, node: u32) {
        let mut joined: Vec<u32> = Vec::new();
        let mut done = node;
        loop {
            let plan = self.shared.plan();
            for next in plan.edges.followers(done).iter().copied() {
                let Some(waits) = self.waiting.get_mut(next as usize) else { continue };
                *waits = waits.saturating_sub(1);
                if *waits == 0 {
                    if (next as usize) < plan.len() { self.ready.push_back(next) } else { joined.push(next) }
                }
            }
            let Some(join) = joined.pop() else { return };
            done = join;
            self.join(join);
        }
    }

    /// All branches of a `parallel` step are done.
    fn join(&mut self, node: u32) {
        let plan = self.shared.plan();
        let Some(composite) = plan.joined_by(node) else { return };
        let branches = plan.places.step(&self.shared.graph().steps, composite.step).map_or(&[][..], Step::branches);
        let mut output = Map::with_capacity(branches.len());
        for (branch, last) in branches.iter().zip(plan.ends(composite)) {
            output.insert(branch.id().to_owned(), self.shared.output(last).cloned().unwrap_or_default());
        }
        self.open.remove(&composite.step);
        self.open_spans.remove(&composite.step);
        self.completed.push(self.shared.id(composite.step).clone());
        self.shared.complete(composite.step, Value::Object(output));
    }

    /// A step ended without an output. The first such step ends the run.
    pub(super) fn fail(&mut self, step: u32, error: RunError) {
        self.shared.end(step, EventKind::StepFailed { class: error.class, message: error.message.clone() });
        self.wind_down(error);
    }
}
