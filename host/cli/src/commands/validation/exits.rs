//! Exit statuses of these commands, which differ from those of reviews.

use std::error::Error;

use assize_validations::{RepositoryError, StreamError};

use crate::exit::Exit;
use crate::failure::Failure;

/// It could not be done.
pub(super) const COULD_NOT: u8 = 1;
/// The command line is wrong, or what it names does not exist.
pub(super) const USAGE: u8 = 2;
/// Something that is required has not passed yet.
pub(super) const BLOCKED: u8 = 3;
/// Something that is required failed; of a run: the check failed.
pub(super) const FAILED: u8 = 4;
/// The proposal conflicts.
pub(super) const CONFLICT: u8 = 5;

/// A failure that says `what`.
pub(super) fn could_not(what: impl Into<String>) -> Failure {
    Failure::new(Exit::of(COULD_NOT), what)
}

/// A failure with its causes.
pub(super) fn from_error(code: u8, error: &dyn Error) -> Failure {
    Failure::from_error(Exit::of(code), error)
}

/// A usage error.
pub(super) fn usage(what: impl Into<String>) -> Failure {
    Failure::new(Exit::of(USAGE), what)
}

/// The answer of one of these commands: what other commands call "could not run" and "usage" has numbers of its own.
pub(super) fn with_own_exits(answer: Result<Exit, Failure>) -> Result<Exit, Failure> {
    answer.map_err(|failure| match failure.exit() {
        exit if exit == Exit::COULD_NOT_RUN => failure.with_exit(Exit::of(COULD_NOT)),
        exit if exit == Exit::USAGE => failure.with_exit(Exit::of(USAGE)),
        _ => failure,
    })
}

impl From<StreamError> for Failure {
    fn from(error: StreamError) -> Self {
        let code = if error.is_unknown_name() { USAGE } else { COULD_NOT };
        let failure = from_error(code, &error);
        match error.fix() {
            Some(fix) => failure.help(fix),
            None => failure,
        }
    }
}

impl From<RepositoryError> for Failure {
    fn from(error: RepositoryError) -> Self {
        from_error(COULD_NOT, &error)
    }
}
