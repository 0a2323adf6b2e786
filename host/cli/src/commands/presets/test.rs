//! `assize presets test`.

use std::io::Write as _;
use std::sync::Arc;
use std::time::Duration;

use assize_host::{CommandReviewers, Host, PresetTrial, RunObserver, RunRequest, RunView};

use crate::args::PresetsTestArgs;
use crate::commands::run::interruptible;
use crate::commands::runtime::runtime;
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output::to_stderr;
use crate::palette::Tone;
use crate::progress::Progress;
use crate::summary::Summary;

/// So many of the last lines that a reviewer printed are shown when it came to nothing.
const LINES: usize = 30;

/// Has a reviewer look at a tiny made-up change.
pub(crate) fn presets_test(context: &mut Context, args: &PresetsTestArgs) -> Result<Exit, Failure> {
    let cwd = context.cwd()?;
    let host = context.host(&cwd)?;
    let presets = context.presets(&host, &cwd, args.presets.as_deref())?;
    presets.find(&args.name)?;
    let limit = Duration::from_secs(args.timeout.into());
    let trial = PresetTrial::make(host.settings(), &args.name, limit)?;
    let settings = trial.settings(host.settings());
    let reviewers = CommandReviewers::new(&settings).with_presets(presets).hiding(host.state().root());
    let host = Host::new(settings).with_reviewers(Arc::new(reviewers));
    let progress = Arc::new(Progress::new(context));
    let observer = Arc::clone(&progress) as Arc<dyn RunObserver>;
    let runtime = runtime()?;
    let ended = runtime.block_on(interruptible(&host, RunRequest::new(trial.root()), &progress, observer));
    progress.finish();
    let Ok(view) = ended else {
        runtime.shutdown_background();
        return Err(Failure::new(Exit::INTERRUPTED, "interrupted twice: ended at once"));
    };
    let exit = Exit::of(view.exit_code);
    if args.json {
        context.output.json(&view)?;
    }
    if let Some(error) = view.error {
        return Err(Failure::from(error).with_exit(exit));
    }
    if !args.json {
        tell(context, &args.name, &view)?;
    }
    Ok(exit)
}

fn tell(context: &mut Context, name: &str, view: &RunView) -> Result<(), Failure> {
    let Some(attestation) = view.attestation.as_ref().map(assize_host::AttestationDocument::typed) else {
        to_stderr("cancelled\n");
        return Ok(());
    };
    let summary = Summary::new(attestation, context.output_palette, context.relay);
    context.output.write_all(summary.lanes().as_bytes())?;
    context.output.flush()?;
    to_stderr(&summary.with_palette(context.error_palette).findings());
    for path in view.transcripts.values() {
        let text = std::fs::read_to_string(path).unwrap_or_default();
        let lines = context.relay.lines(&text);
        for line in lines.get(lines.len().saturating_sub(LINES)..).unwrap_or_default() {
            to_stderr(&format!("{} {line}\n", context.error_palette.paint(Tone::Faint, "transcript |")));
        }
    }
    let findings = attestation.lanes.iter().map(|lane| lane.findings.len()).sum();
    let line = format!("preset {} {}\n", context.relay.line(name), what_came_of_it(view.exit_code, findings));
    context.output.write_all(line.as_bytes())?;
    Ok(())
}

/// What a trial with so many findings showed. That the reviewer read the change is nothing that a verdict proves.
fn what_came_of_it(exit_code: u8, findings: usize) -> &'static str {
    match (exit_code, findings) {
        (0, 0) => "works: it wrote a verdict, and found nothing wrong with a change with nothing wrong",
        (0, _) => {
            "works: it wrote a verdict, but found something, which does not block, in a change with nothing wrong"
        }
        (1, _) => "works: it wrote a verdict, but found something that blocks in a change with nothing wrong",
        _ => "came to no verdict; see above",
    }
}
