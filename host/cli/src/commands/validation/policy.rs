//! `assize policy`.

use std::io::Write as _;

use assize_validations::{LARGEST_POLICY, Policy};
use serde_json::{Value, json};

use super::exits::{usage, with_own_exits};
use super::file::document;
use super::opened::{MAIN, open, person};
use crate::args::{PolicyCommand, PolicySetArgs, PolicyShowArgs};
use crate::commands::runtime::runtime;
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::text::plain_json;

/// Does what is asked about the policy.
pub(crate) fn policy(context: &mut Context, command: &PolicyCommand) -> Result<Exit, Failure> {
    with_own_exits(match command {
        PolicyCommand::Set(args) => set(context, args),
        PolicyCommand::Show(args) => show(context, args),
    })
}

fn set(context: &mut Context, args: &PolicySetArgs) -> Result<Exit, Failure> {
    let text = document(context, &args.file, LARGEST_POLICY)?;
    let policy = Policy::read(&text).map_err(|error| usage(format!("{}: {error}", error.fault().code())))?;
    let runtime = runtime()?;
    let stream = runtime.block_on(open(context, MAIN))?;
    let by = runtime.block_on(person(&stream))?;
    let set = stream.repository().set_policy(&policy, &by)?;
    let sha256 = policy.sha256();
    if args.json {
        context.output.json(&json!({"version": set.version, "sha256": sha256, "changed": set.changed}))?;
    } else {
        let unchanged = if set.changed { "" } else { " (unchanged)" };
        writeln!(context.output, "{} sha256:{sha256}{unchanged}", set.version)?;
    }
    Ok(Exit::DONE)
}

fn show(context: &mut Context, args: &PolicyShowArgs) -> Result<Exit, Failure> {
    let stream = runtime()?.block_on(open(context, MAIN))?;
    let current = stream.repository().current_policy()?;
    if args.json {
        let document = match &current {
            Some(current) => json!({
                "version": current.version,
                "sha256": current.policy.sha256(),
                "policy": current.policy.document(),
            }),
            None => json!({"version": Value::Null, "sha256": Value::Null, "policy": Value::Null}),
        };
        context.output.json(&document)?;
        return Ok(Exit::DONE);
    }
    match current {
        Some(current) => {
            writeln!(context.output, "{} sha256:{}", current.version, current.policy.sha256())?;
            // Printing a JSON value cannot fail.
            let text = serde_json::to_string_pretty(current.policy.document()).unwrap_or_default();
            writeln!(context.output, "{}", context.relay.unarmed(&plain_json(text)))?;
        }
        None => context.note("there is no policy: nothing is required, and everything lands"),
    }
    Ok(Exit::DONE)
}
