//! `assize ledger show`.

use std::io::Write as _;

use assize_host::{Ledger, LedgerKey};
use assize_schemas::Attestation;
use serde::Deserialize as _;

use crate::args::LedgerShowArgs;
use crate::commands::damage::damage_text;
use crate::commands::named_run::named_run;
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::summary::Summary;

/// Shows one entry.
pub(crate) fn ledger_show(context: &mut Context, args: &LedgerShowArgs) -> Result<Exit, Failure> {
    let host = context.host(&context.cwd()?)?;
    let run_id = named_run(&host.ledger(), &args.run_id)?;
    let entry = host.ledger().show(&run_id)?.ok_or_else(|| Failure::no_such_run(&run_id))?;
    if args.json {
        context.output.json(entry.value())?;
        return Ok(Exit::DONE);
    }
    let attestation = Attestation::deserialize(entry.attestation()).map_err(|error| {
        Failure::new(Exit::COULD_NOT_RUN, format!("{}: {error}", entry.path().display()))
            .help("--json shows the entry as it is")
    })?;
    let summary = Summary::new(&attestation, context.output_palette, context.relay);
    let text = [summary.heading(), summary.facts(), summary.lanes(), summary.findings(), summary.closing()].concat();
    context.output.write_all(text.as_bytes())?;
    writeln!(context.output, "attestation: {}", context.relay.line(&entry.path().display().to_string()))?;
    tell_note(context, &host.ledger(), &attestation)?;
    Ok(Exit::DONE)
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
