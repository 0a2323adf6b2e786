//! Waiting for a run.

use std::time::Duration;

use rmcp::RoleServer;
use rmcp::model::ProgressNotificationParam;
use rmcp::service::RequestContext;
use tokio::time::{Instant, MissedTickBehavior, interval_at};
use tokio_util::sync::CancellationToken;

use super::call::Call;
use crate::runs::{Begun, Progress, RunDocument, Step};

/// How long nothing may happen before the client is told that the run goes on: clients give up on silent requests.
const SILENCE: Duration = Duration::from_secs(5);

/// Waits until a run has ended, telling the client how far it is, and cancelling it when the client does.
pub(super) async fn follow(begun: Begun, call: &Call<'_>) -> RunDocument {
    let (Begun { run, mut steps }, context) = (begun, call.context);
    let mut teller = Teller { context, closing: call.runs.closing(), progress: Progress::default() };
    let mut silence = interval_at(Instant::now() + SILENCE, SILENCE);
    silence.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut cancelled = false;
    let document = loop {
        tokio::select! {
            biased;
            document = run.end() => break document,
            () = context.ct.cancelled(), if !cancelled => {
                cancelled = true;
                run.cancel();
            }
            Some(step) = steps.recv() => {
                silence.reset();
                teller.tell(step).await;
            }
            _ = silence.tick() => teller.tell(run.board().step()).await,
        }
    };
    // Everything that happened is told before the answer is.
    while let Ok(step) = steps.try_recv() {
        teller.tell(step).await;
    }
    (*document).clone()
}

/// Tells a client that wants to know.
struct Teller<'a> {
    context: &'a RequestContext<RoleServer>,
    /// The end of the server: from then on nobody takes what is told, and telling would wait for ever.
    closing: &'a CancellationToken,
    progress: Progress,
}

impl Teller<'_> {
    async fn tell(&mut self, step: Step) {
        let Self { context, closing, .. } = *self;
        let Some(token) = context.meta.get_progress_token() else { return };
        let Some(number) = self.progress.next(step.settled) else { return };
        let total = u32::try_from(step.total).ok().filter(|total| *total > 0).map(f64::from);
        if total.is_some_and(|total| number > total) {
            return;
        }
        let mut told = ProgressNotificationParam::new(token, number).with_message(step.message);
        told.total = total;
        tokio::select! {
            biased;
            () = closing.cancelled() => {}
            // Whoever cancelled a request hears no more of it.
            () = context.ct.cancelled() => {}
            told = context.peer.notify_progress(told) => if let Err(error) = told {
                // The review goes on: whether anybody listens does not matter to it.
                tracing::debug!(%error, "the client does not hear of progress");
            }
        }
    }
}
