//! `assize completions`.

use std::io::Write as _;

use clap::CommandFactory as _;

use crate::args::{Cli, CompletionsArgs};
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;

/// Prints a completion script.
pub(crate) fn completions(context: &mut Context, args: &CompletionsArgs) -> Result<Exit, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "assize", &mut script);
    context.output.write_all(&script)?;
    Ok(Exit::DONE)
}
