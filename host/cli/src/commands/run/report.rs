//! The reports that a run is asked for.

use std::path::{Path, PathBuf};

use assize_host::RunView;
use assize_report::Report;
use assize_schemas::ReportedSpan;
use tokio::runtime::Runtime;

use crate::args::RunArgs;
use crate::commands::report::{none_written, with_places, write_reports};
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;

/// What a run is reported with, taken from it before it is told.
pub(super) struct Reporting {
    cwd: PathBuf,
    /// None when there is no verdict.
    subject: Option<Subject>,
}

struct Subject {
    report: Report,
    run_id: String,
    recorded: bool,
    exit: Exit,
}

impl Reporting {
    /// Of a run that has ended; `None` when no report is wanted.
    pub(super) fn of(
        context: &Context,
        args: &RunArgs,
        runtime: &Runtime,
        view: &RunView,
        timeline: Vec<ReportedSpan>,
    ) -> Result<Option<Self>, Failure> {
        if args.report.is_empty() {
            return Ok(None);
        }
        let cwd = context.cwd()?;
        let subject = view.attestation.as_ref().map(|document| {
            let (typed, recorded) = (document.typed(), view.ledger_path.is_some());
            let mut report = Report::new(document.value().clone(), typed.clone(), recorded)
                .served(view.cached, view.joined)
                .with_signing_error(view.signing_error.clone())
                .with_timeline(timeline);
            if let Some(graph) = &view.graph {
                report = report.with_graph(graph);
            }
            let report = with_places(context, runtime, &cwd, context.manifest(&cwd).as_deref(), typed, report);
            Subject { report, run_id: typed.run_id.clone(), recorded, exit: Exit::of(view.exit_code) }
        });
        Ok(Some(Self { cwd, subject }))
    }

    /// Writes the reports. A run whose report could not be written is not what was asked for: it never ends with 0.
    pub(super) fn write(self, context: &mut Context, args: &RunArgs) -> Result<(), Failure> {
        let Some(Subject { report, run_id, recorded, exit }) = self.subject else {
            none_written(context, &self.cwd, &args.report);
            return Ok(());
        };
        write_reports(context, &self.cwd, &args.report, &report, args.json).map_err(|failure| {
            let failure = failure.with_exit(if exit == Exit::DONE { Exit::COULD_NOT_RUN } else { exit });
            if recorded {
                failure.help(format!("the verdict is recorded: `assize ledger show {run_id} --report FILE` reports it"))
            } else {
                failure
            }
        })
    }
}

/// Says of a run that was refused that there is no report of it.
pub(super) fn none_of_refused(context: &Context, args: &RunArgs) {
    let cwd = context.cwd().unwrap_or_else(|_| Path::new(".").to_owned());
    none_written(context, &cwd, &args.report);
}
