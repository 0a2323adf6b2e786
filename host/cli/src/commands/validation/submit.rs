//! `assize validate submit`.

use std::io::Write as _;

use assize_validations::{Attestation, LARGEST_ATTESTATION, Submitted, trust};
use serde_json::json;

use super::exits::{COULD_NOT, USAGE, from_error};
use super::file::document;
use super::opened::{MAIN, open};
use crate::args::SubmitArgs;
use crate::commands::runtime::runtime;
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output::to_stderr;

/// Stores an attestation that was signed elsewhere.
pub(super) fn submit(context: &mut Context, args: &SubmitArgs) -> Result<Exit, Failure> {
    let text = document(context, &args.file, LARGEST_ATTESTATION)?;
    let attestation = match Attestation::read(&text) {
        Ok(attestation) => attestation,
        Err(error) => return refused(context, args, error.fault().code(), &error, USAGE),
    };
    let stream = runtime()?.block_on(open(context, MAIN))?;
    let repository = stream.repository();
    let submitted = match repository.submit_attestation(&attestation) {
        Ok(submitted) => submitted,
        Err(error) => match error.reason() {
            Some(reason) => return refused(context, args, reason, &error, COULD_NOT),
            None => return Err(error.into()),
        },
    };
    let current = repository.current_policy()?;
    let (policy, version) = current.as_ref().map_or((None, 0), |current| (Some(&current.policy), current.version));
    let worth = trust(policy, version, &attestation).as_str();
    let word = match submitted {
        Submitted::Stored => "stored",
        Submitted::Already => "already",
    };
    if args.json {
        let (id, tree) = (attestation.id(), attestation.tree_id());
        context.output.json(&json!({"submitted": word, "id": id, "treeId": tree, "trust": worth, "exitCode": 0}))?;
    } else {
        let what = match submitted {
            Submitted::Stored => "stored",
            Submitted::Already => "was stored before",
        };
        let line = format!("{} {what} for tree {} ({worth})", attestation.id(), attestation.tree_id());
        writeln!(context.output, "{line}")?;
    }
    Ok(Exit::DONE)
}

/// Says why an attestation is not stored: the reason as a word first, for scripts.
fn refused(
    context: &mut Context,
    args: &SubmitArgs,
    reason: &str,
    error: &dyn std::error::Error,
    code: u8,
) -> Result<Exit, Failure> {
    let failure = from_error(code, error);
    let message = failure.sentence();
    if args.json {
        context
            .output
            .json(&json!({"submitted": "refused", "reason": reason, "message": message, "exitCode": code}))?;
    }
    to_stderr(&format!("error: {reason}: {}\n", context.relay.line(&message)));
    Ok(Exit::of(code))
}
