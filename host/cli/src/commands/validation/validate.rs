//! `assize validate`.

use super::exits::with_own_exits;
use super::{keygen, list, run, submit};
use crate::args::ValidateCommand;
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;

/// Does what is asked about validations.
pub(crate) fn validate(context: &mut Context, command: &ValidateCommand) -> Result<Exit, Failure> {
    with_own_exits(match command {
        ValidateCommand::Keygen(args) => keygen::keygen(context, args),
        ValidateCommand::Run(args) => run::run(context, args),
        ValidateCommand::List(args) => list::list(context, args),
        ValidateCommand::Submit(args) => submit::submit(context, args),
    })
}
