//! `assize mcp`.

use std::fs::File;
use std::io;
use std::os::fd::AsFd as _;

use assize_mcp::{ServeError, ServerSettings, serve};
use tokio::signal::unix::{SignalKind, signal};
use tokio_util::sync::CancellationToken;

use crate::args::McpArgs;
use crate::commands::arrival::arrival;
use crate::commands::runtime::runtime;
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;

/// Serves one agent until it leaves.
pub(crate) fn mcp(context: &mut Context, args: &McpArgs) -> Result<Exit, Failure> {
    let cwd = context.cwd()?;
    let host = context.reviewing_host(&cwd, args.presets.as_deref())?;
    let mut settings = ServerSettings::new(host, cwd, env!("CARGO_PKG_VERSION"));
    settings.session_id = context.environment.session_id();
    // Standard output is locked for this process's own results; the protocol goes beside that lock.
    let output = io::stdout().as_fd().try_clone_to_owned().map_err(Failure::from)?;
    let output = tokio::fs::File::from_std(File::from(output));
    let runtime = runtime()?;
    let served = runtime.block_on(async {
        let cancel = CancellationToken::new();
        let mut served = std::pin::pin!(serve(settings, tokio::io::stdin(), output, cancel.clone()));
        tokio::select! {
            biased;
            served = &mut served => Some(served),
            () = interrupted_twice(cancel) => None,
        }
    });
    // The thread that reads standard input may wait for ever. Lanes that still run after a second interrupt are ended by
    // the watchdog once this process is gone.
    runtime.shutdown_background();
    match served {
        Some(Ok(())) => Ok(Exit::DONE),
        Some(Err(error)) => Err(error.into()),
        None => Err(Failure::new(Exit::INTERRUPTED, "interrupted twice: ended at once, nothing was recorded")),
    }
}

/// Cancels on the first SIGINT or SIGTERM, and ends on the next SIGINT.
async fn interrupted_twice(cancel: CancellationToken) {
    let mut interrupt = signal(SignalKind::interrupt()).ok();
    let mut terminate = signal(SignalKind::terminate()).ok();
    tokio::select! {
        () = arrival(&mut interrupt) => {}
        () = arrival(&mut terminate) => {}
    }
    cancel.cancel();
    arrival(&mut interrupt).await;
}

impl From<ServeError> for Failure {
    fn from(error: ServeError) -> Self {
        Self::from_error(Exit::COULD_NOT_RUN, &error)
    }
}
