//! What a run came to, told.

use std::io::Write as _;

use assize_host::{RunStatus, RunView};
use assize_schemas::Attestation;

use super::next::next_steps;
use crate::args::RunArgs;
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output::to_stderr;
use crate::palette::Tone;
use crate::summary::{Commands, Summary, could_not_run, of_attestation};

/// Tells what a run came to: the document with `--json`, else paragraphs; and annotations where they are wanted.
pub(super) fn tell(context: &mut Context, args: &RunArgs, view: RunView) -> Result<Exit, Failure> {
    let exit = Exit::of(view.exit_code);
    if args.json {
        context.output.json(&view)?;
    }
    match view.status {
        RunStatus::Done => tell_verdict(context, args, &view)?,
        RunStatus::Cancelled => {
            let what = match &view.superseded_by {
                Some(run) => {
                    format!("the run was cancelled for {run}, which reviews a newer head: nothing was recorded")
                }
                None => "the run was cancelled: nothing was recorded".to_owned(),
            };
            annotate(context, args, &could_not_run(&what))?;
            to_stderr(&format!("{}\n", context.relay.line(&what)));
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
    let commands = view.graph.as_ref().map(Commands::of).unwrap_or_default();
    let recorded = view.ledger_path.is_some();
    let on_output = Summary::new(attestation, context.output_palette, context.relay)
        .of_run(&commands, recorded)
        .with_transcripts(&view.transcripts);
    let on_error = on_output.with_palette(context.error_palette);
    if !args.json {
        context.output.write_all([on_output.heading(), on_output.lanes()].concat().as_bytes())?;
        context.output.flush()?;
        to_stderr(&on_error.findings());
        let told = [on_output.closing(), facts(context, view, attestation)].concat();
        context.output.write_all(told.as_bytes())?;
        context.output.flush()?;
    } else if !context.global.quiet {
        to_stderr(&[on_error.heading(), on_error.findings(), on_error.closing()].concat());
    }
    annotate(context, args, &of_attestation(attestation))
}

/// Where the attestation is, what it is worth, and what to do now.
fn facts(context: &Context, view: &RunView, attestation: &Attestation) -> String {
    let mut text = String::new();
    let mut say = |label: &str, fact: &str| {
        let label = context.output_palette.paint(Tone::Strong, format!("{label:<12}"));
        text.push_str(&format!("{label} {}\n", context.relay.line(fact)));
    };
    let Attestation { run_id, created_at, .. } = attestation;
    match &view.ledger_path {
        Some(path) => say("attestation:", &path.display().to_string()),
        None => say("attestation:", "not recorded; --json prints it"),
    }
    if view.cached {
        say("recorded:", &format!("before, at {created_at} by {run_id}: nothing ran now"));
    }
    if view.joined {
        say("joined:", &format!("{run_id}, which was running already: nothing else ran"));
    }
    if let Some(why) = &view.signing_error {
        say("signature:", &format!("none: {why}"));
    }
    if view.ledger_path.is_some() {
        say("show:", &format!("assize ledger show {run_id}"));
    }
    for (at, step) in next_steps(attestation, view.ledger_path.is_some()).iter().enumerate() {
        say(if at == 0 { "next:" } else { "" }, step);
    }
    text
}

/// Annotations go to standard output, with `--json` to standard error.
pub(super) fn annotate(context: &mut Context, args: &RunArgs, text: &str) -> Result<(), Failure> {
    match args.annotate {
        None => {}
        Some(_) if args.json => to_stderr(text),
        Some(_) => context.output.write_all(text.as_bytes())?,
    }
    Ok(())
}
