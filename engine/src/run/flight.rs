//! A step under way.

use std::{
    future::Future,
    pin::Pin,
    task::{Context, Poll},
};

use serde_json::Value;
use tokio::{task::coop::has_budget_remaining, time::Instant};
use tracing::Span;

use crate::{OnCancel, StepError};

use super::{
    catch::catch,
    timer::{Timer, timer},
};

/// The future of a node's work.
pub(super) type Work<'n> = Pin<Box<dyn Future<Output = Result<Value, StepError>> + Send + 'n>>;

/// A step under way: its first poll did not finish it.
pub(super) struct Flight<'n> {
    pub(super) step: u32,
    /// Its place among all starts.
    pub(super) order: usize,
    pub(super) on_cancel: OnCancel,
    /// It is past its timeout and was told so; whatever it returns, it timed out.
    pub(super) overdue: bool,
    work: Option<Work<'n>>,
    alarm: Option<Timer>,
    span: Span,
}

/// How a flight came down.
pub(super) enum Landing<'n> {
    /// The node returned.
    Returned {
        /// The step.
        step: u32,
        /// Whether it had timed out before.
        overdue: bool,
        /// What it returned.
        result: Result<Value, StepError>,
    },
    /// The node panicked.
    Panicked {
        /// The step.
        step: u32,
        /// Whether it had timed out before.
        overdue: bool,
        /// Its message.
        message: String,
    },
    /// It timed out, and is gone.
    TimedOut {
        /// The step.
        step: u32,
    },
    /// It timed out, and wants to finish: the flight goes on.
    Overdue(Flight<'n>),
}

impl<'n> Flight<'n> {
    pub(super) fn new(
        step: u32,
        order: usize,
        on_cancel: OnCancel,
        work: Work<'n>,
        deadline: Option<Instant>,
        span: Span,
    ) -> Self {
        Self { step, order, on_cancel, overdue: false, work: Some(work), alarm: deadline.map(timer), span }
    }

    /// Drops the work at once; gives the message if it panicked over that.
    pub(super) fn let_go(&mut self) -> Option<String> {
        let work = self.work.take()?;
        let _entered = self.span.enter();
        catch(|| drop(work)).err()
    }

    fn time_out(&mut self) -> Landing<'n> {
        self.alarm = None;
        if self.on_cancel == OnCancel::Drop {
            self.let_go();
            return Landing::TimedOut { step: self.step };
        }
        Landing::Overdue(Self {
            step: self.step,
            order: self.order,
            on_cancel: self.on_cancel,
            overdue: true,
            work: self.work.take(),
            alarm: None,
            span: self.span.clone(),
        })
    }
}

impl<'n> Future for Flight<'n> {
    type Output = Landing<'n>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Landing<'n>> {
        let flight = &mut *self;
        let (step, overdue) = (flight.step, flight.overdue);
        if !has_budget_remaining() {
            // What tokio lets a task do in one go is used up, and whatever the work waits for would only say so. Waking
            // on the spot tells the set of flights not to go on through all the others.
            cx.waker().wake_by_ref();
            return Poll::Pending;
        }
        let Some(work) = flight.work.as_mut() else { return Poll::Pending };
        let polled = {
            let _entered = flight.span.enter();
            catch(|| work.as_mut().poll(cx))
        };
        match polled {
            Ok(Poll::Ready(result)) => Poll::Ready(match flight.let_go() {
                None => Landing::Returned { step, overdue, result },
                Some(message) => Landing::Panicked { step, overdue, message },
            }),
            Err(message) => {
                flight.let_go();
                Poll::Ready(Landing::Panicked { step, overdue, message })
            }
            Ok(Poll::Pending) => {
                let Some(alarm) = flight.alarm.as_mut() else { return Poll::Pending };
                alarm.as_mut().poll(cx).map(|()| flight.time_out())
            }
        }
    }
}

impl Drop for Flight<'_> {
    fn drop(&mut self) {
        self.let_go();
    }
}
