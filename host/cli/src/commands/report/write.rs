//! Reports on their way into files.

use std::io::Write as _;
use std::path::Path;

use assize_report::Report;

use crate::args::ReportFile;
use crate::commands::file::write_file;
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::{Failure, at_path};
use crate::palette::Tone;
use crate::text::shown;

/// Writes a report into every file that was named, whatever becomes of the others, and says where each is. `on_error` says
/// it on standard error, for commands whose output is a document.
///
/// # Errors
///
/// The first failure. The files that could be written are there.
pub(crate) fn write_reports(
    context: &mut Context,
    cwd: &Path,
    files: &[ReportFile],
    report: &Report,
    on_error: bool,
) -> Result<(), Failure> {
    let mut first = Ok(());
    for file in files {
        match write(&cwd.join(&file.path), file, report) {
            Ok(()) => tell(context, &file.path, on_error)?,
            Err(failure) if first.is_ok() => first = Err(failure),
            Err(failure) => context.warn(&failure.sentence()),
        }
    }
    first
}

fn write(path: &Path, file: &ReportFile, report: &Report) -> Result<(), Failure> {
    let text = report.render(file.format).map_err(|error| Failure::from_error(Exit::COULD_NOT_RUN, &error))?;
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(|error| at_path("make the folder", folder, &error))?;
    }
    write_file(path, text.as_bytes())
}

fn tell(context: &mut Context, path: &Path, on_error: bool) -> Result<(), Failure> {
    let path = context.relay.line(&path.display().to_string());
    if !on_error {
        let label = context.output_palette.paint(Tone::Strong, "report:");
        writeln!(context.output, "{label}      {path}")?;
    } else if !context.global.quiet {
        context.note(&format!("report written to {path}"));
    }
    Ok(())
}

/// Says that there is no verdict, and so no report. What an earlier run left is no report of this one.
pub(crate) fn none_written(context: &Context, cwd: &Path, files: &[ReportFile]) {
    if files.is_empty() {
        return;
    }
    let old = files.iter().map(|file| cwd.join(&file.path)).filter(|path| path.exists());
    let old: Vec<String> = old.map(|path| shown(&path)).collect();
    let stale = match old.as_slice() {
        [] => String::new(),
        [one] => format!("; {one} is from an earlier run"),
        several => format!("; {} are from earlier runs", several.join(", ")),
    };
    context.note(&format!("no report was written: there is no verdict to report{stale}"));
}
