//! `assize effect run`.

use std::os::fd::AsFd as _;
use std::os::unix::ffi::OsStrExt as _;
use std::time::Duration;

use assize_effects::{EffectCommand, EffectRun, digest, run_effect};
use serde_json::Value;

use super::answer::Answer;
use super::ask::expected;
use super::failed::Failed;
use super::world::{World, wait};
use super::write::intended;
use crate::args::RunEffectArgs;
use crate::context::Context;

/// Does an effect once.
pub(super) fn run(context: &Context, world: &World, args: &RunEffectArgs) -> Result<Answer, Failed> {
    let ledger = world.ledger()?;
    let digest = match args.payload.given()? {
        Some(digest) => digest,
        // What is sent is then the command itself: each argument, closed by a NUL.
        None => {
            digest(&args.argv.iter().flat_map(|argument| [argument.as_bytes(), b"\0"]).collect::<Vec<_>>().concat())
        }
    };
    let run = EffectRun {
        intent: intended(world, &args.identity, digest, args.payload.links()?)?,
        ledger,
        key: world.config.key.clone(),
        command: EffectCommand {
            argv: args.argv.clone(),
            directory: world.project.clone(),
            environment: context.environment.variables(),
            // Standard output is the document's.
            stdout: std::io::stderr().as_fd().try_clone_to_owned().ok(),
        },
        registry: world.registry()?,
        expected: expected(&args.expect),
        pinned_version: args.expect.verifier_version.clone(),
        limit: Duration::from_millis(args.expect.timeout_ms),
    };
    let told = wait(run_effect(run))??;
    let exit_code = told.get("exitCode").and_then(Value::as_u64).and_then(|code| u8::try_from(code).ok());
    Ok(Answer::new("run", told, exit_code.unwrap_or(1)))
}
