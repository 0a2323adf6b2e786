//! From the arguments to a run, and from the run to an exit status.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use assize_host::{Host, RunObserver, RunRequest, RunView};
use tokio::runtime::Runtime;
use tokio_util::sync::CancellationToken;

use super::export::{RunIdentity, check_destination, export};
use super::outcome::tell;
use super::refused::refuse;
use super::report::{Reporting, none_of_refused};
use super::signals::{Interrupted, interrupts};
use super::watch::Watch;
use crate::args::RunArgs;
use crate::commands::runtime::runtime;
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::progress::Progress;

/// How often rows are drawn.
const TICK: Duration = Duration::from_millis(100);

/// Runs a review and tells what came of it.
pub(crate) fn run(context: &mut Context, args: &RunArgs) -> Result<Exit, Failure> {
    let (runtime, host, request) = match ready(context, args) {
        Ok(ready) => ready,
        Err(failure) => {
            none_of_refused(context, args);
            return Err(refuse(context, args, failure));
        }
    };
    let progress = Arc::new(Progress::new(context));
    let watch = Arc::new(Watch::new(Arc::clone(&progress)));
    let ended = runtime.block_on(interruptible(&host, request, &progress, Arc::clone(&watch) as Arc<dyn RunObserver>));
    progress.finish();
    match ended {
        Ok(view) => {
            let exportable = if args.export { RunIdentity::of(&view) } else { None };
            let reporting = Reporting::of(context, args, &runtime, &view, watch.timeline())?;
            let told = tell(context, args, view);
            let reported = reporting.map_or(Ok(()), |reporting| reporting.write(context, args));
            let exit = told?;
            let exported = exportable.map_or(Ok(()), |ended| export(context, args, &runtime, &host, &ended));
            match (reported, exported) {
                (Err(first), Err(second)) => {
                    context.warn(&second.sentence());
                    Err(first)
                }
                (reported, exported) => reported.and(exported).map(|()| exit),
            }
        }
        Err(Interrupted) => {
            // What still runs is not waited for: with this process gone, the watchdog ends every lane.
            runtime.shutdown_background();
            none_of_refused(context, args);
            Err(Failure::new(Exit::INTERRUPTED, "interrupted twice: ended at once, nothing was recorded"))
        }
    }
}

/// Everything that a run is begun with.
fn ready(context: &Context, args: &RunArgs) -> Result<(Runtime, Host, RunRequest), Failure> {
    let cwd = context.cwd()?;
    let host =
        if args.headless { context.host(&cwd)? } else { context.reviewing_host(&cwd, args.presets.as_deref())? };
    let runtime = runtime()?;
    if args.export {
        check_destination(context, &runtime, &host, &cwd)?;
    }
    Ok((runtime, host, request(context, args, cwd)))
}

fn request(context: &Context, args: &RunArgs, cwd: PathBuf) -> RunRequest {
    let manifest = context.manifest(&cwd);
    let mut request = RunRequest::new(cwd);
    request.manifest = manifest;
    request.binding.clone_from(&args.binding);
    request.base.clone_from(&args.base);
    request.head.clone_from(&args.head);
    request.no_cache = args.no_cache;
    request.no_compose = args.no_compose;
    request.supersede = args.supersede;
    request.headless = args.headless;
    request.jobs = args.jobs;
    request.isolated = args.isolated;
    request.sandbox = args.sandbox;
    request.pr.clone_from(&args.pr);
    request.session_id = context.environment.session_id();
    request
}

/// Runs until there is a view, with rows drawn and signals obeyed meanwhile.
pub(crate) async fn interruptible(
    host: &Host,
    request: RunRequest,
    progress: &Progress,
    observer: Arc<dyn RunObserver>,
) -> Result<RunView, Interrupted> {
    let cancel = CancellationToken::new();
    let mut run = std::pin::pin!(host.run(request, observer, cancel.clone()));
    let mut interrupts = std::pin::pin!(interrupts(cancel, progress));
    let mut ticks = tokio::time::interval(TICK);
    loop {
        tokio::select! {
            // A run that has ended has ended, whatever arrives in the same moment.
            biased;
            view = &mut run => return Ok(view),
            interrupted = &mut interrupts => return Err(interrupted),
            _ = ticks.tick() => progress.tick(),
        }
    }
}
