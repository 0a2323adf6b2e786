//! What a run came to, told.

use std::io::Write as _;

use assize_host::{RunStatus, RunView};
use assize_schemas::Verdict;

use crate::args::RunArgs;
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output::to_stderr;
use crate::palette::Tone;
use crate::summary::{Summary, could_not_run, of_attestation};

/// Tells what a run came to: the document with `--json`, else paragraphs; and annotations where they are wanted.
pub(super) fn tell(context: &mut Context, args: &RunArgs, view: RunView) -> Result<Exit, Failure> {
    let exit = Exit::of(view.exit_code);
    if args.json {
        context.output.json(&view)?;
    }
    match view.status {
        RunStatus::Done => tell_verdict(context, args, &view)?,
        RunStatus::Cancelled => {
            let what = "the run was cancelled: nothing was recorded";
            annotate(context, args, &could_not_run(what))?;
            to_stderr(&format!("{what}\n"));
        }
        _ => {
            let failure = view.error.map_or_else(
                || Failure::new(exit, "the run failed without saying why"),
                |error| Failure::from(error).with_exit(exit),
            );
            annotate(context, args, &could_not_run(&failure.sentence()))?;
            return Err(failure);
        }
    }
    Ok(exit)
}

/// Results go to standard output, findings to standard error; with `--json` everything for people does, and `--quiet`
/// leaves it out.
fn tell_verdict(context: &mut Context, args: &RunArgs, view: &RunView) -> Result<(), Failure> {
    let Some(attestation) = view.attestation.as_ref().map(assize_host::AttestationDocument::typed) else {
        return Ok(());
    };
    let on_output = Summary::new(attestation, context.output_palette, context.relay);
    let on_error = on_output.with_palette(context.error_palette);
    if !args.json {
        context.output.write_all([on_output.heading(), on_output.lanes()].concat().as_bytes())?;
        context.output.flush()?;
        to_stderr(&on_error.findings());
        context.output.write_all([on_output.closing(), next_steps(context, view)].concat().as_bytes())?;
        context.output.flush()?;
    } else if !context.global.quiet {
        to_stderr(&[on_error.heading(), on_error.findings(), on_error.closing()].concat());
    }
    annotate(context, args, &of_attestation(attestation))
}

/// Where the attestation is, and what to do now.
fn next_steps(context: &Context, view: &RunView) -> String {
    let label = |text: &'static str| context.output_palette.paint(Tone::Strong, text);
    let path = view.ledger_path.as_ref().map(|path| context.relay.line(&path.display().to_string()));
    let place = path.unwrap_or_else(|| "not recorded; --json prints it".to_owned());
    let advice = match view.verdict {
        Some(Verdict::Pass) => "this exact range is reviewed; a new commit is a new range, to be run again",
        Some(Verdict::Block) => "mend what is listed above, commit, and run again",
        _ => "a check without a result is never a pass: see why above, and run again",
    };
    let show = if view.ledger_path.is_some() {
        format!("{}        assize ledger show {}\n", label("show:"), view.run_id)
    } else {
        String::new()
    };
    format!("{} {place}\n{show}{}        {advice}\n", label("attestation:"), label("next:"))
}

/// Annotations go to standard output, with `--json` to standard error.
fn annotate(context: &mut Context, args: &RunArgs, text: &str) -> Result<(), Failure> {
    match args.annotate {
        None => {}
        Some(_) if args.json => to_stderr(text),
        Some(_) => context.output.write_all(text.as_bytes())?,
    }
    Ok(())
}
