//! `assize init`.

use std::io::Write as _;

use assize_host::{ChangeAction, CiSystem, InitChange, InitRequest};

use crate::args::{CiName, InitArgs};
use crate::commands::runtime::runtime;
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::palette::Tone;

/// Sets a repository up.
pub(crate) fn init(context: &mut Context, args: &InitArgs) -> Result<Exit, Failure> {
    let cwd = context.cwd()?;
    let host = context.looking_host(&cwd);
    let mut request = InitRequest::new(&cwd);
    if let Some(CiName::Github) = args.ci {
        request = request.with_ci(CiSystem::Github);
    }
    if args.commit_gate {
        request = request.with_commit_gate();
    }
    if let Some(pack) = &args.pack {
        request = request.with_pack(pack);
    }
    if let Some(namespace) = &args.namespace {
        request = request.with_namespace(namespace);
    }
    let view = runtime()?.block_on(host.init(&request))?;
    if args.json {
        context.output.json(&view)?;
    } else {
        let text: String = view.changes.iter().map(|change| told(context, change)).collect();
        context.output.write_all(text.as_bytes())?;
        writeln!(context.output, "{}", next(context, &view.changes))?;
    }
    Ok(Exit::DONE)
}

/// A line about a file, and below it what the person should know.
fn told(context: &Context, change: &InitChange) -> String {
    let (word, tone) = match change.action {
        ChangeAction::Created => ("created", Tone::Good),
        ChangeAction::Changed => ("changed", Tone::Good),
        ChangeAction::Skipped => ("skipped", Tone::Unsure),
        _ => ("unchanged", Tone::Faint),
    };
    let word = context.output_palette.paint(tone, format!("{word:<9}"));
    let mut text = format!("{word}  {}\n", context.relay.line(&change.path));
    for line in change.note.iter().flat_map(|note| context.relay.lines(note)) {
        text.push_str(&format!("           {line}\n"));
    }
    text
}

fn next(context: &Context, changes: &[InitChange]) -> String {
    let label = context.output_palette.paint(Tone::Strong, "next:");
    let wrote = |change: &InitChange| matches!(change.action, ChangeAction::Created | ChangeAction::Changed);
    let advice = if changes.iter().any(wrote) {
        "read REVIEW.md, commit what was written, and see `assize run` come to a verdict"
    } else {
        "everything was there; `assize run` reviews what is checked out"
    };
    format!("{label} {advice}")
}
