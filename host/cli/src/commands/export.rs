//! `assize export`.

use std::io::Write as _;

use assize_host::{ExportError, ExportRequest, ExportSelection};

use crate::args::ExportArgs;
use crate::commands::named_run::named_run;
use crate::commands::runtime::runtime;
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;

/// Writes a recorded attestation where a gate reads it.
pub(crate) fn export(context: &mut Context, args: &ExportArgs) -> Result<Exit, Failure> {
    let cwd = context.cwd()?;
    let host = context.host(&cwd)?;
    let mut request = ExportRequest::new(&cwd);
    request.manifest = context.manifest(&cwd);
    request.selection = match (&args.run, &args.range) {
        (Some(run), _) => ExportSelection::Run(named_run(&host.ledger(), run)?),
        (None, Some(range)) => ExportSelection::Range(range.clone()),
        (None, None) => ExportSelection::Head,
    };
    request.output.clone_from(&args.output);
    let exported = runtime()?.block_on(host.export(&request))?;
    if args.json {
        context.output.json(&exported)?;
        return Ok(Exit::DONE);
    }
    writeln!(context.output, "{}", context.relay.line(&exported.path.display().to_string()))?;
    context.output.flush()?;
    if context.global.wants_progress() {
        context.note(&format!("this is the attestation of {}, with the verdict {}", exported.run_id, exported.verdict));
    }
    Ok(Exit::DONE)
}

impl From<ExportError> for Failure {
    fn from(error: ExportError) -> Self {
        let exit = Exit::of(error.exit_code());
        let failure = match error {
            ExportError::Host(error) => return Self::from(error).with_exit(exit),
            ref error => Self::from_error(exit, error),
        };
        match error {
            ExportError::Nothing(_) => failure.help("assize run, or --run with one of `assize ledger list`"),
            ExportError::Nowhere => failure.help("-o with a path, or `verdict: {exportDir: …}` in REVIEW.md"),
            _ => failure,
        }
    }
}
