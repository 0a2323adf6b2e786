//! `assize validate run`.

use std::io::Write as _;

use assize_nodes::LineSink;
use assize_validations::{
    Attestation, CheckResult, IssuerKeys, NoResult, PlanError, ValidationOutcome, ValidationPlan, ValidationRequest,
    ValidationRun,
};
use serde_json::{Map, Value, json};
use tokio::signal::unix::{SignalKind, signal};
use tokio_util::sync::CancellationToken;

use super::exits::{CONFLICT, COULD_NOT, FAILED, USAGE, from_error};
use super::keygen::refused;
use super::opened::open;
use crate::args::ValidateRunArgs;
use crate::commands::runtime::runtime;
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output::to_stderr;

/// Runs a check on the tree that landing a proposal would make, and records what came out.
pub(super) fn run(context: &mut Context, args: &ValidateRunArgs) -> Result<Exit, Failure> {
    runtime()?.block_on(carry_out(context, args))
}

async fn carry_out(context: &mut Context, args: &ValidateRunArgs) -> Result<Exit, Failure> {
    let state = context.environment.state_folder(&context.cwd()?)?;
    let keys = IssuerKeys::in_state_folder(state);
    let issuer = keys.open(&args.key).map_err(|error| refused(&error))?;
    if issuer.is_exposed {
        context.warn(&format!("others may read the key {}; `chmod 600` keeps them from it", issuer.path.display()));
    }
    let stream = open(context, &args.stream).await?;
    // A name that does not exist is said before anything else is.
    stream.head().await?;
    stream.proposed(&args.proposal).await?;
    let request = ValidationRequest {
        stream: stream.name().to_owned(),
        proposal: args.proposal.clone(),
        check: args.check.clone(),
        issuer: issuer.identity,
        argv: (!args.command.is_empty()).then(|| args.command.clone()),
        timeout: args.timeout,
        environment: args.env.clone(),
        inconclusive_exit: args.inconclusive_exit.clone(),
    };
    let current = stream.repository().current_policy()?;
    let plan = ValidationPlan::new(request, current.as_ref()).map_err(|error| unplanned(&error))?;
    if let Some(note) = &plan.note {
        context.warn(note);
    }
    if !context.global.quiet {
        context.note("the command is not kept from anything that you may do yourself: there is no sandbox here");
    }
    let mut run = ValidationRun::new(stream, plan, issuer.key, context.environment.search_path())
        .with_lines(lines(context, &args.check));
    if let Some(grace) = context.environment.grace() {
        run = run.with_grace(grace);
    }
    let cancel = CancellationToken::new();
    let outcome = {
        let run = run.execute(&cancel);
        tokio::pin!(run);
        tokio::select! {
            outcome = &mut run => outcome,
            () = asked_to_end() => {
                cancel.cancel();
                to_stderr("interrupted: the command is being ended, and nothing is recorded\n");
                run.await
            }
        }
    };
    tell(context, args, &outcome.map_err(|error| from_error(COULD_NOT, &error))?)
}

/// Shows every line of the command under the check's name.
fn lines(context: &Context, check: &str) -> LineSink {
    if context.global.quiet {
        return LineSink::silent();
    }
    let relay = context.relay;
    let name = relay.line(check);
    LineSink::every(move |line| to_stderr(&format!("{name} | {}\n", relay.unarmed(line.trim_end()))))
}

async fn asked_to_end() {
    let (interrupt, terminate) = (signal(SignalKind::interrupt()), signal(SignalKind::terminate()));
    match (interrupt, terminate) {
        (Ok(mut interrupt), Ok(mut terminate)) => {
            tokio::select! {
                _ = interrupt.recv() => {}
                _ = terminate.recv() => {}
            }
        }
        // Where signals cannot be listened to, they do what they do by default.
        _ => std::future::pending().await,
    }
}

fn unplanned(error: &PlanError) -> Failure {
    let code = if matches!(error, PlanError::NoPolicy) { COULD_NOT } else { USAGE };
    let failure = from_error(code, error);
    match error.fix() {
        Some(fix) => failure.help(fix),
        None => failure,
    }
}

fn tell(context: &mut Context, args: &ValidateRunArgs, outcome: &ValidationOutcome) -> Result<Exit, Failure> {
    let code = match outcome {
        ValidationOutcome::Recorded { attestation, .. } if attestation.result() == CheckResult::Pass => 0,
        ValidationOutcome::Recorded { .. } => FAILED,
        ValidationOutcome::Conflict(_) => CONFLICT,
        ValidationOutcome::NoResult(NoResult { unknown_name: true, .. }) => USAGE,
        ValidationOutcome::NoResult(_) => COULD_NOT,
    };
    if args.json {
        context.output.json(&document(args, outcome, code))?;
    }
    match outcome {
        ValidationOutcome::Recorded { attestation, exit_code, .. } if !args.json => {
            let line = context.relay.line(&summary(attestation, *exit_code));
            writeln!(context.output, "{line}")?;
        }
        ValidationOutcome::Recorded { .. } => {}
        ValidationOutcome::Conflict(paths) => {
            let mut text = format!("conflict: {} cannot be merged into {}; nothing ran\n", args.proposal, args.stream);
            for path in paths {
                text.push_str(&format!("  {}\n", path.display()));
            }
            to_stderr(&context.relay.unarmed(&text));
        }
        ValidationOutcome::NoResult(none) => {
            let failure = Failure::new(Exit::of(code), format!("{}; nothing is recorded", none.message));
            let failure = match &none.fix {
                Some(fix) => failure.help(fix.clone()),
                None => failure,
            };
            to_stderr(&failure.render(context.error_palette, context.relay));
        }
    }
    Ok(Exit::of(code))
}

fn summary(attestation: &Attestation, exit_code: i32) -> String {
    let result = match attestation.result() {
        CheckResult::Pass => "PASS".to_owned(),
        CheckResult::Fail => format!("FAIL (exit status {exit_code})"),
    };
    format!(
        "{result} {} on tree {}, attested by {} as {} under policy v{}",
        attestation.check(),
        attestation.tree_id(),
        attestation.issuer(),
        attestation.id(),
        attestation.policy_version()
    )
}

fn document(args: &ValidateRunArgs, outcome: &ValidationOutcome, code: u8) -> Value {
    let mut document = Map::new();
    let mut put = |name: &str, value: Value| document.insert(name.to_owned(), value);
    put("proposal", args.proposal.as_str().into());
    put("stream", args.stream.as_str().into());
    put("check", args.check.as_str().into());
    match outcome {
        ValidationOutcome::Recorded { attestation, exit_code, output, .. } => {
            put("candidateTree", attestation.tree_id().into());
            put("result", attestation.result().as_str().into());
            put("attestation", attestation.to_value());
            put("commandExit", (*exit_code).into());
            put("output", output.as_str().into());
        }
        ValidationOutcome::Conflict(paths) => {
            let paths: Vec<_> = paths.iter().map(|path| path.display().to_string()).collect();
            put("conflicts", json!(paths));
        }
        ValidationOutcome::NoResult(none) => {
            if let Some(tree) = &none.tree {
                put("candidateTree", tree.as_str().into());
            }
            put("reason", none.code.as_str().into());
            put("error", none.message.as_str().into());
            if let Some(exit_code) = none.exit_code {
                put("commandExit", exit_code.into());
            }
            put("output", none.output.as_str().into());
        }
    }
    put("exitCode", code.into());
    document.into()
}
