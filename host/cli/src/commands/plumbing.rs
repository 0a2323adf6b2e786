//! `assize plumbing`.

use crate::args::PlumbingArgs;
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;

/// Answers standard input, line by line.
pub(crate) fn plumbing(_: &mut Context, args: &PlumbingArgs) -> Result<Exit, Failure> {
    let code = crate::plumbing::run(&args.operation, std::io::stdin().lock(), std::io::stdout().lock());
    match Exit::of(code) {
        Exit::USAGE => Err(Failure::new(Exit::USAGE, format!("there is no plumbing operation {:?}", args.operation))),
        answered => Ok(answered),
    }
}
