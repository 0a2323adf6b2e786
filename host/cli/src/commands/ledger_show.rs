//! `assize ledger show`.

use std::io::Write as _;
use std::path::Path;

use assize_host::{Host, Ledger, LedgerEntry, LedgerKey};
use assize_report::Report;
use assize_schemas::Attestation;
use serde::Deserialize as _;
use serde_json::Value;

use crate::args::LedgerShowArgs;
use crate::commands::damage::damage_text;
use crate::commands::named_run::named_run;
use crate::commands::report::{recorded_graph, with_places, write_reports};
use crate::commands::runtime::runtime;
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::summary::Summary;

/// Shows one entry, and reports it where that is wanted.
pub(crate) fn ledger_show(context: &mut Context, args: &LedgerShowArgs) -> Result<Exit, Failure> {
    let host = context.host(&context.cwd()?)?;
    let run_id = named_run(&host.ledger(), &args.run_id)?;
    let entry = host.ledger().show(&run_id)?.ok_or_else(|| Failure::no_such_run(&run_id))?;
    if args.json {
        context.output.json(entry.value())?;
        if args.report.is_empty() {
            return Ok(Exit::DONE);
        }
        context.output.flush()?;
    }
    let attestation = Attestation::deserialize(entry.attestation()).map_err(|error| {
        Failure::new(Exit::COULD_NOT_RUN, format!("{}: {error}", entry.path().display()))
            .help("--json shows the entry as it is")
    })?;
    if !args.json {
        tell(context, &host, &entry, &attestation)?;
    }
    if !args.report.is_empty() {
        context.output.flush()?;
        report(context, args, &host, &entry, &attestation)?;
    }
    Ok(Exit::DONE)
}

/// Writes the reports of an entry.
fn report(
    context: &mut Context,
    args: &LedgerShowArgs,
    host: &Host,
    entry: &LedgerEntry,
    attestation: &Attestation,
) -> Result<(), Failure> {
    let cwd = context.cwd()?;
    let runtime = runtime()?;
    let manifest = entry.value().pointer("/host/manifestPath").and_then(Value::as_str).map(Path::new);
    let mut report = Report::new(entry.attestation().clone(), attestation.clone(), true);
    if let Some(graph) = manifest.and_then(|manifest| recorded_graph(&runtime, host, manifest, attestation)) {
        report = report.with_graph(&graph);
    }
    let report = with_places(context, &runtime, &cwd, manifest, attestation, report);
    write_reports(context, &cwd, &args.report, &report, args.json)
}

fn tell(context: &mut Context, host: &Host, entry: &LedgerEntry, attestation: &Attestation) -> Result<(), Failure> {
    let summary = Summary::new(attestation, context.output_palette, context.relay);
    let text = [summary.heading(), summary.facts(), summary.lanes(), summary.findings(), summary.closing()].concat();
    context.output.write_all(text.as_bytes())?;
    writeln!(context.output, "attestation: {}", context.relay.line(&entry.path().display().to_string()))?;
    tell_note(context, &host.ledger(), attestation)
}

/// What was noted beside the entry later on.
fn tell_note(context: &mut Context, ledger: &Ledger, attestation: &Attestation) -> Result<(), Failure> {
    match ledger.annotations(&LedgerKey::of(attestation)) {
        Ok(None) => {}
        Ok(Some(noted)) => {
            let url = noted.pull_request().and_then(|pr| pr.get("url")?.as_str()).unwrap_or("no pull request");
            let state = noted.state().map(|state| format!(", {state}")).unwrap_or_default();
            let text = context.relay.line(&format!("{url}{state}"));
            writeln!(context.output, "noted later: {text} (not part of the attestation)")?;
        }
        Err(damage) => context.warn(&damage_text(&damage)),
    }
    Ok(())
}
