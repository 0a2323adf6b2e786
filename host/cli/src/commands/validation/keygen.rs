//! `assize validate keygen`.

use assize_validations::{IssuerKeys, KeyError};
use serde_json::json;

use super::exits::{COULD_NOT, USAGE, from_error};
use crate::args::KeygenArgs;
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;

/// Makes the key of an issuer.
pub(super) fn keygen(context: &mut Context, args: &KeygenArgs) -> Result<Exit, Failure> {
    let state = context.environment.state_folder(&context.cwd()?)?;
    let made = IssuerKeys::in_state_folder(state).generate(&args.name).map_err(|error| refused(&error))?;
    context.output.json(&json!({"identity": made.identity, "public_key": made.key.public_key().as_str()}))?;
    Ok(Exit::DONE)
}

pub(super) fn refused(error: &KeyError) -> Failure {
    let code = if matches!(error, KeyError::BadName { .. }) { USAGE } else { COULD_NOT };
    let failure = from_error(code, error);
    match error.fix() {
        Some(fix) => failure.help(fix),
        None => failure,
    }
}
