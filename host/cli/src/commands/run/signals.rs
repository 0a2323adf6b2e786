//! SIGINT and SIGTERM.

use std::future::pending;

use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio_util::sync::CancellationToken;

use crate::progress::Progress;

/// A second interrupt came before the run had ended.
pub(crate) struct Interrupted;

/// Cancels on the first SIGINT or SIGTERM and answers on the next SIGINT (rulings 14).
pub(super) async fn interrupts(cancel: CancellationToken, progress: &Progress) -> Interrupted {
    // Where signals cannot be listened to, they do what they do by default.
    let mut interrupt = signal(SignalKind::interrupt()).ok();
    let mut terminate = signal(SignalKind::terminate()).ok();
    let name = tokio::select! {
        () = arrival(&mut interrupt) => "interrupted",
        () = arrival(&mut terminate) => "asked to end",
    };
    cancel.cancel();
    progress
        .say(&format!("{name}: the checks are being ended and nothing is recorded; interrupt again to end at once"));
    arrival(&mut interrupt).await;
    Interrupted
}

async fn arrival(signal: &mut Option<Signal>) {
    let arrived = match signal {
        Some(signal) => signal.recv().await,
        None => None,
    };
    if arrived.is_none() {
        pending::<()>().await;
    }
}
