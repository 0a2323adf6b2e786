//! A run that was refused before the host was asked.

use std::io::Write as _;

use serde::Serialize;
use uuid::Uuid;

use super::outcome::annotate;
use crate::args::RunArgs;
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::summary::could_not_run;

/// The document of `--json`: that of a run which failed.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Document<'d> {
    run_id: String,
    status: &'static str,
    error: &'d str,
    exit_code: Exit,
}

/// Tells why nothing ran as a failed run tells it: with its document and its annotation, where they are wanted.
pub(super) fn refuse(context: &mut Context, args: &RunArgs, failure: Failure) -> Failure {
    let told = tell(context, args, &failure);
    told.err().unwrap_or(failure)
}

fn tell(context: &mut Context, args: &RunArgs, failure: &Failure) -> Result<(), Failure> {
    let error = failure.report();
    if args.json {
        let run_id = format!("review-{}", Uuid::new_v4());
        context.output.json(&Document { run_id, status: "failed", error: &error, exit_code: failure.exit() })?;
        context.output.flush()?;
    }
    annotate(context, args, &could_not_run(&failure.sentence()))
}
