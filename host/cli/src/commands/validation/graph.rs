//! `assize graph --validate`.

use assize_engine::StepGraph;
use assize_validations::{PlanError, ValidationPlan, ValidationRequest, validation_graph};

use super::opened::open;
use crate::commands::runtime::runtime;
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;

/// Stands for the key that is named when it runs.
const SOMEBODY: &str = "service:KEY";

/// The graph that a validation would run, without running anything.
pub(crate) fn graph_of(context: &Context, stream: &str, proposal: &str, check: &str) -> Result<StepGraph, Failure> {
    let stream = runtime()?.block_on(open(context, stream))?;
    let request = ValidationRequest {
        stream: stream.name().to_owned(),
        proposal: proposal.to_owned(),
        check: check.to_owned(),
        issuer: SOMEBODY.to_owned(),
        ..ValidationRequest::default()
    };
    let current = stream.repository().current_policy()?;
    let plan = ValidationPlan::new(request, current.as_ref()).map_err(|error| unplanned(&error))?;
    validation_graph(&plan).map_err(|error| Failure::from_error(Exit::COULD_NOT_RUN, &error))
}

fn unplanned(error: &PlanError) -> Failure {
    let failure = Failure::from_error(Exit::COULD_NOT_RUN, error);
    match error {
        PlanError::NoCommand { .. } => failure.help("a policy that has a `command` for the check"),
        _ => match error.fix() {
            Some(fix) => failure.help(fix),
            None => failure,
        },
    }
}
