//! The export that a run is asked for.

use std::io::Write as _;
use std::path::Path;

use assize_host::{CheckedDocument, ExportError, ExportRequest, ExportSelection, Host, RunView};
use tokio::runtime::Runtime;

use crate::args::RunArgs;
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::palette::Tone;

/// Refuses a run whose export would have nowhere to go, before anything runs. A manifest that cannot be read or is not
/// right is told by the run.
pub(super) fn check_destination(context: &Context, runtime: &Runtime, host: &Host, cwd: &Path) -> Result<(), Failure> {
    let named = context.manifest(cwd);
    let Ok(checked) = runtime.block_on(host.check(cwd, named.as_deref())) else { return Ok(()) };
    match checked.document {
        Ok(CheckedDocument::Review(manifest)) if manifest.manifest().verdict.export_dir.is_none() => {
            Err(Failure::from(ExportError::Nowhere)
                .help("`verdict: {exportDir: …}` in REVIEW.md, or run without --export"))
        }
        _ => Ok(()),
    }
}

/// Writes what a run came to where the manifest says. A run whose export failed is not what was asked for: it never
/// ends with 0.
pub(super) fn export(
    context: &mut Context,
    args: &RunArgs,
    runtime: &Runtime,
    host: &Host,
    run: &RunIdentity,
) -> Result<(), Failure> {
    let cwd = context.cwd()?;
    let mut request = ExportRequest::new(&cwd);
    request.manifest = context.manifest(&cwd);
    request.selection = ExportSelection::Run(run.run_id.clone());
    let exported = match (run.recorded, run.exit) {
        (true, _) => runtime.block_on(host.export(&request)).map_err(Failure::from),
        (false, exit) => Err(Failure::new(exit, "the run is not recorded, so it is not exported")),
    };
    let never_done =
        |failure: Failure| failure.with_exit(if run.exit == Exit::DONE { Exit::COULD_NOT_RUN } else { run.exit });
    let exported = exported.map_err(never_done)?;
    let path = context.relay.line(&exported.path.display().to_string());
    if args.json {
        if !context.global.quiet {
            context.note(&format!("exported to {path}"));
        }
    } else {
        let label = context.output_palette.paint(Tone::Strong, "exported:");
        writeln!(context.output, "{label}    {path}")?;
    }
    Ok(())
}

/// What an export has to know of a run.
pub(super) struct RunIdentity {
    run_id: String,
    recorded: bool,
    exit: Exit,
}

impl RunIdentity {
    /// The run behind a verdict; `None` when there is none.
    pub(super) fn of(view: &RunView) -> Option<Self> {
        let run_id = view.attestation.as_ref()?.typed().run_id.clone();
        Some(Self { run_id, recorded: view.ledger_path.is_some(), exit: Exit::of(view.exit_code) })
    }
}
