//! The async runtime, for the commands that need one.

use tokio::runtime::{Builder, Runtime};

use crate::exit::Exit;
use crate::failure::Failure;

/// A runtime on this one thread: a review's work is done by the processes it starts. More threads start a hundred
/// lanes a little sooner, and make every shorter run slower.
pub(super) fn runtime() -> Result<Runtime, Failure> {
    Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| Failure::new(Exit::COULD_NOT_RUN, format!("cannot start the async runtime: {error}")))
}
