//! Waiting for signals.

use std::future::pending;

use tokio::signal::unix::Signal;

/// Waits for a signal; for ever where it cannot be listened to.
pub(crate) async fn arrival(signal: &mut Option<Signal>) {
    let arrived = match signal {
        Some(signal) => signal.recv().await,
        None => None,
    };
    if arrived.is_none() {
        pending::<()>().await;
    }
}
