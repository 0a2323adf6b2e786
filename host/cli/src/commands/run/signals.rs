//! SIGINT and SIGTERM.

use tokio::signal::unix::{SignalKind, signal};
use tokio_util::sync::CancellationToken;

use crate::commands::arrival::arrival;
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
