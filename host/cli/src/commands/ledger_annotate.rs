//! `assize ledger annotate`.

use std::io::Write as _;

use assize_host::{AnnotationError, PullRequestState};

use crate::args::{LedgerAnnotateArgs, StateName};
use crate::commands::named_run::named_run;
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;

/// Notes the pull request of a run.
pub(crate) fn ledger_annotate(context: &mut Context, args: &LedgerAnnotateArgs) -> Result<Exit, Failure> {
    let host = context.host(&context.cwd()?)?;
    let state = args.state.map(|state| match state {
        StateName::Open => PullRequestState::Open,
        StateName::Merged => PullRequestState::Merged,
        StateName::Closed => PullRequestState::Closed,
    });
    let run_id = named_run(&host.ledger(), &args.run_id)?;
    let noted = host.ledger().annotate(&run_id, &args.pr, state)?;
    let state = noted.state().map(|state| format!(", {state}")).unwrap_or_default();
    writeln!(context.output, "noted: {}{}", args.pr.url, context.relay.line(&state))?;
    writeln!(context.output, "in:    {}", context.relay.line(&noted.path().display().to_string()))?;
    Ok(Exit::DONE)
}

impl From<AnnotationError> for Failure {
    fn from(error: AnnotationError) -> Self {
        match error {
            AnnotationError::Ledger(error) => error.into(),
            AnnotationError::UnknownRun { run_id } => Self::no_such_run(&run_id),
            AnnotationError::Damaged { .. } => {
                Self::from_error(Exit::COULD_NOT_RUN, &error).help("look at the file, and move it away")
            }
            _ => Self::from_error(Exit::COULD_NOT_RUN, &error),
        }
    }
}
