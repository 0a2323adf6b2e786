//! Timers, and the sharing of a task's time.

use std::pin::Pin;

use tokio::{
    task::coop::{Unconstrained, unconstrained},
    time::{Instant, Sleep, sleep_until},
};

/// A timer that rings also when the steps have used up what tokio lets a task do in one go: busy steps must not be able
/// to put off their own deadline.
pub(super) type Timer = Pin<Box<Unconstrained<Sleep>>>;

pub(super) fn timer(at: Instant) -> Timer {
    Box::pin(unconstrained(sleep_until(at)))
}

/// A timer from now on; none for a time so far away that the clock cannot tell it.
pub(super) fn timer_after(time: std::time::Duration) -> Option<Timer> {
    Instant::now().checked_add(time).map(timer)
}
