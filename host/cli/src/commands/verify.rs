//! `assize verify`.

use std::io::Write as _;

use assize_host::{ExpectedVerdict, VerifyRequest, VerifyView};
use assize_schemas::Verdict;

use crate::args::{VerdictName, VerifyArgs};
use crate::commands::runtime::runtime;
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output::to_stderr;
use crate::summary::{Verification, of_verification};

/// Decides whether a range is attested.
pub(crate) fn verify(context: &mut Context, args: &VerifyArgs) -> Result<Exit, Failure> {
    let cwd = context.cwd()?;
    let host = context.looking_host(&cwd);
    let mut request = VerifyRequest::new(&cwd);
    request.manifest = context.manifest(&cwd);
    request.attestation.clone_from(&args.attestation);
    request.base.clone_from(&args.base);
    request.head.clone_from(&args.head);
    request.binding.clone_from(&args.binding);
    request.verdict = expected(args.verdict);
    request.if_exported = args.if_exported;
    request.allowed_signers.clone_from(&args.allowed_signers);
    request.require_signed = args.require_signed;
    request.deep = args.deep;
    let view = runtime()?.block_on(host.verify(&request));
    tell(context, args, &view)
}

fn expected(verdict: VerdictName) -> ExpectedVerdict {
    match verdict {
        VerdictName::Pass => ExpectedVerdict::Is(Verdict::Pass),
        VerdictName::Block => ExpectedVerdict::Is(Verdict::Block),
        VerdictName::Incomplete => ExpectedVerdict::Is(Verdict::Incomplete),
        VerdictName::Any => ExpectedVerdict::Any,
    }
}

/// The result goes to standard output, what explains it to standard error; with `--json` everything for people does,
/// and `--quiet` leaves it out. Annotations go to standard output, with `--json` to standard error.
fn tell(context: &mut Context, args: &VerifyArgs, view: &VerifyView) -> Result<Exit, Failure> {
    let exit = Exit::of(view.exit_code);
    let annotations = args.annotate.map(|_| of_verification(view)).unwrap_or_default();
    if args.json {
        context.output.json(view)?;
        context.output.flush()?;
    }
    if let Some(error) = &view.error {
        if args.json {
            to_stderr(&annotations);
        } else {
            context.output.write_all(annotations.as_bytes())?;
        }
        return Err(Failure::new(exit, error));
    }
    let on_output = Verification::new(view, context.output_palette, context.relay);
    let on_error = Verification::new(view, context.error_palette, context.relay);
    if args.json {
        if !context.global.quiet {
            to_stderr(&[on_error.heading(), on_error.details()].concat());
        }
        to_stderr(&annotations);
    } else {
        context.output.write_all(on_output.heading().as_bytes())?;
        context.output.flush()?;
        to_stderr(&on_error.details());
        context.output.write_all(annotations.as_bytes())?;
    }
    Ok(exit)
}
