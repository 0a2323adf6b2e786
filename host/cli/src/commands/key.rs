//! `assize key`.

use std::io::Write as _;

use assize_host::{PrincipalSource, SigningError};

use crate::args::{KeyArgs, KeyCommand};
use crate::commands::runtime::runtime;
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::palette::Tone;

/// Shows the host's key, and makes it when there is none.
pub(crate) fn key(context: &mut Context, command: &KeyCommand) -> Result<Exit, Failure> {
    let (args, wants_new) = match command {
        KeyCommand::Show(args) => (args, false),
        KeyCommand::Generate(args) => (args, true),
    };
    let cwd = context.cwd()?;
    let host = context.host(&cwd)?;
    let opened = runtime()?.block_on(host.signer(&cwd, args.principal.as_deref()));
    let signer = opened.map_err(|error| refused(&error, args))?;
    match (signer.key().created(), wants_new) {
        (true, false) => context.note("there was no key, so one was made"),
        (false, true) => context.note("there is a key already, and it stays"),
        _ => {}
    }
    let view = signer.view();
    if args.json {
        context.output.json(&view)?;
        return Ok(Exit::DONE);
    }
    let source = match signer.principal().source() {
        PrincipalSource::Configured => "as set",
        PrincipalSource::Git => "git's user.email",
        _ => "the host's name",
    };
    let label = |text: &str| context.output_palette.paint(Tone::Strong, format!("{text:<16}")).to_string();
    let text = [
        format!("{}{}\n", label("fingerprint:"), view.fingerprint),
        format!("{}{} ({source})\n", label("principal:"), context.relay.line(&view.principal)),
        format!("{}{}\n", label("public key:"), context.relay.line(&view.public_key_path.display().to_string())),
        format!("{}{}\n", label("trust it with:"), context.relay.line(&view.allowed_signers_line)),
    ];
    context.output.write_all(text.concat().as_bytes())?;
    Ok(Exit::DONE)
}

fn refused(error: &SigningError, args: &KeyArgs) -> Failure {
    let exit = match error {
        // One that was set in a file is no mistake of the command line.
        SigningError::Principal(_) if args.principal.is_some() => Exit::USAGE,
        _ => Exit::COULD_NOT_RUN,
    };
    Failure::from_error(exit, error)
}
