//! `assize trace`.

use std::io::Write as _;

use assize_validations::AuditEvent;
use serde_json::Value;

use super::exits::with_own_exits;
use super::opened::{MAIN, open};
use super::tree::named_tree;
use crate::args::TraceArgs;
use crate::commands::runtime::runtime;
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;

/// Shows what was done about a tree.
pub(crate) fn trace(context: &mut Context, args: &TraceArgs) -> Result<Exit, Failure> {
    with_own_exits(show(context, args))
}

fn show(context: &mut Context, args: &TraceArgs) -> Result<Exit, Failure> {
    let runtime = runtime()?;
    let stream = runtime.block_on(open(context, MAIN))?;
    let tree = runtime.block_on(named_tree(&stream, &args.tree))?;
    let trail = stream.repository().trace(tree.as_str())?;
    if trail.damaged > 0 {
        context.warn(&format!("{} lines of the audit log cannot be read", trail.damaged));
    }
    if args.json {
        let events: Vec<_> = trail.events.iter().map(AuditEvent::to_value).collect();
        context.output.json(&events)?;
        return Ok(Exit::DONE);
    }
    for event in &trail.events {
        let line = context.relay.line(&line(event));
        writeln!(context.output, "{line}")?;
    }
    Ok(Exit::DONE)
}

fn line(event: &AuditEvent) -> String {
    let mut line = format!("{} {} by {}", event.text("at"), event.text("event"), event.text("by"));
    for (name, value) in event.details() {
        let shown = match value {
            Value::String(text) => text.clone(),
            Value::Array(items) if items.is_empty() => continue,
            other => other.to_string(),
        };
        line.push_str(&format!(" {name}={shown}"));
    }
    line
}
