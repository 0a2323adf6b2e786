//! `assize trailer`.

use std::io::Write as _;

use assize_host::{TrailerError, TrailerRequest, TrailerView};

use crate::args::TrailerArgs;
use crate::commands::named_run::named_run;
use crate::commands::runtime::runtime;
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;

/// Prints the trailers of a recorded review.
pub(crate) fn trailer(context: &mut Context, args: &TrailerArgs) -> Result<Exit, Failure> {
    let cwd = context.cwd()?;
    let host = context.host(&cwd)?;
    let mut request = TrailerRequest::new(&cwd, &args.gate);
    request.run = args.run.as_deref().map(|run| named_run(&host.ledger(), run)).transpose()?;
    request.lane.clone_from(&args.lane);
    request.per_file = args.per_file;
    let view = runtime()?.block_on(host.trailer(&request))?;
    let text: String = view.lines.iter().map(|line| format!("{line}\n")).collect();
    context.output.write_all(text.as_bytes())?;
    context.output.flush()?;
    if context.global.wants_progress() {
        tell(context, &view);
    }
    Ok(Exit::DONE)
}

/// What whoever claims the lines should know.
fn tell(context: &Context, view: &TrailerView) {
    let TrailerView { run_id, lane, .. } = view;
    if view.dirty {
        context.warn(&format!("the tree held changes that no commit has while {run_id} ran"));
    }
    let staged = match view.is_what_is_staged {
        Some(true) => return context.note(&format!("{lane} of {run_id} reviewed exactly what is staged")),
        Some(false) => "is not what is staged",
        None => "is not here to be compared with what is staged",
    };
    context.warn(&format!("what {lane} of {run_id} reviewed {staged}"));
}

impl From<TrailerError> for Failure {
    fn from(error: TrailerError) -> Self {
        let exit = Exit::of(error.exit_code());
        let failure = match error {
            TrailerError::Host(error) => return Self::from(error).with_exit(exit),
            ref error => Self::from_error(exit, error),
        };
        match error {
            TrailerError::NoRun(_) => failure.help("assize run, or --run with one of `assize ledger list`"),
            TrailerError::SeveralLanes { .. } => failure.help("--lane with one of them"),
            _ => failure,
        }
    }
}
