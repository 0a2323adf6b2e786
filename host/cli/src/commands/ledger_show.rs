//! `assize ledger show`.

use std::io::Write as _;

use assize_schemas::Attestation;
use serde::Deserialize as _;

use crate::args::LedgerShowArgs;
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::summary::Summary;

/// Shows one entry.
pub(crate) fn ledger_show(context: &mut Context, args: &LedgerShowArgs) -> Result<Exit, Failure> {
    let host = context.host(&context.cwd()?)?;
    let entry = host.ledger().show(&args.run_id)?.ok_or_else(|| {
        Failure::new(Exit::NOT_FOUND, format!("no run {:?} is recorded", args.run_id))
            .help("`assize ledger list` shows what is; a newer run of the same range takes an older one's place")
    })?;
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
    Ok(Exit::DONE)
}
