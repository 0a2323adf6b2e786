//! `assize integrate`.

use std::io::Write as _;

use assize_validations::{Decision, Integrated, Integration, Stream};
use serde_json::{Map, Value, json};

use super::exits::{BLOCKED, CONFLICT, FAILED, with_own_exits};
use super::opened::{MAIN, open, person};
use crate::args::IntegrateArgs;
use crate::commands::runtime::runtime;
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;

/// Lands a proposal, or says why not.
pub(crate) fn integrate(context: &mut Context, args: &IntegrateArgs) -> Result<Exit, Failure> {
    with_own_exits(land(context, args))
}

fn land(context: &mut Context, args: &IntegrateArgs) -> Result<Exit, Failure> {
    let runtime = runtime()?;
    let stream = runtime.block_on(open(context, &args.stream))?;
    let by = runtime.block_on(person(&stream))?;
    let integration = runtime.block_on(stream.integrate(&args.proposal, &by))?;
    for (path, why) in &integration.behind {
        context.warn(&format!("{} is not in step with {}: {why}", path.display(), stream.name()));
    }
    let (word, code) = match &integration.outcome {
        Integrated::Landed(_) => ("landed", 0),
        Integrated::Nothing => ("nothing", 0),
        Integrated::Refused(Decision::Denied { .. }) => ("denied", FAILED),
        Integrated::Refused(_) => ("blocked", BLOCKED),
        Integrated::Conflict(_) => ("conflict", CONFLICT),
    };
    if args.json {
        context.output.json(&document(&stream, &integration, word, code))?;
    } else {
        let text = text(&stream, args, &integration);
        for line in text.lines() {
            let line = context.relay.unarmed(&assize_schemas::plain_text(line));
            writeln!(context.output, "{line}")?;
        }
    }
    Ok(Exit::of(code))
}

fn refused(integration: &Integration) -> (&[String], &[String]) {
    match &integration.outcome {
        Integrated::Refused(decision) => (decision.missing(), decision.failed()),
        _ => (&[], &[]),
    }
}

fn document(stream: &Stream, integration: &Integration, word: &str, code: u8) -> Value {
    let (missing, failed) = refused(integration);
    let mut document = Map::new();
    document.insert("decision".to_owned(), word.into());
    document.insert("stream".to_owned(), stream.name().into());
    if let Some(tree) = integration.candidate.tree() {
        document.insert("candidateTree".to_owned(), tree.as_str().into());
    }
    document.insert("missing".to_owned(), missing.into());
    document.insert("failed".to_owned(), failed.into());
    if let Some(version) = integration.policy_version {
        document.insert("policyVersion".to_owned(), version.into());
    }
    match &integration.outcome {
        Integrated::Landed(commit) => {
            document.insert("commit".to_owned(), commit.as_str().into());
        }
        Integrated::Conflict(paths) => {
            let paths: Vec<_> = paths.iter().map(|path| path.display().to_string()).collect();
            document.insert("conflicts".to_owned(), json!(paths));
        }
        _ => {}
    }
    document.insert("exitCode".to_owned(), code.into());
    document.into()
}

fn text(stream: &Stream, args: &IntegrateArgs, integration: &Integration) -> String {
    let tree = integration.candidate.tree().map_or("", |tree| tree.as_str());
    let proposal = &args.proposal;
    let (missing, failed) = refused(integration);
    match &integration.outcome {
        Integrated::Landed(commit) => format!("landed: {} is now {commit}\n  tree {tree}\n", stream.name()),
        Integrated::Nothing => format!("nothing to do: {proposal} is in {} already\n", stream.name()),
        Integrated::Conflict(paths) => {
            let mut text = format!("conflict: {proposal} cannot be merged into {}\n", stream.name());
            for path in paths {
                text.push_str(&format!("  {}\n", path.display()));
            }
            text
        }
        Integrated::Refused(decision) => {
            let denied = matches!(decision, Decision::Denied { .. });
            let mut text = format!("{}: tree {tree}\n", if denied { "denied" } else { "blocked" });
            for check in failed {
                text.push_str(&format!("  failed   {check}\n"));
            }
            for check in missing {
                text.push_str(&format!("  missing  {check}\n"));
            }
            if denied {
                text.push_str("  a failure stands for this tree; the ways on are another tree and another policy\n");
            }
            if !missing.is_empty() {
                text.push_str("to validate:\n");
            }
            for check in missing {
                text.push_str(&format!("  {}\n", command(stream, args, check)));
            }
            text
        }
    }
}

/// The command that would validate `check`.
fn command(stream: &Stream, args: &IntegrateArgs, check: &str) -> String {
    let elsewhere = if args.stream == MAIN { String::new() } else { format!(" --stream {}", quoted(&args.stream)) };
    let current = stream.repository().current_policy().ok().flatten();
    let has_command = current
        .as_ref()
        .and_then(|current| current.policy.requirement(check))
        .is_some_and(|check| check.command.is_some());
    let command = if has_command { "" } else { " -- COMMAND" };
    format!("assize validate run {}{elsewhere} --check {} --key KEY{command}", quoted(&args.proposal), quoted(check))
}

/// A word as a shell would need it.
fn quoted(word: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"_-./@:=+,".contains(&byte);
    if !word.is_empty() && word.bytes().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}
