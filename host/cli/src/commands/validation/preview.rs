//! `assize preview`.

use std::io::Write as _;

use assize_validations::Landing;
use serde_json::json;

use super::exits::{CONFLICT, could_not, with_own_exits};
use super::opened::open;
use crate::args::PreviewArgs;
use crate::commands::runtime::runtime;
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;

/// Shows the tree that landing a proposal would make.
pub(crate) fn preview(context: &mut Context, args: &PreviewArgs) -> Result<Exit, Failure> {
    with_own_exits(show(context, args))
}

fn show(context: &mut Context, args: &PreviewArgs) -> Result<Exit, Failure> {
    let runtime = runtime()?;
    let stream = runtime.block_on(open(context, &args.stream))?;
    let candidate = runtime.block_on(stream.candidate(&args.proposal))?;
    if let Landing::Conflict(paths) = &candidate.landing {
        let paths: Vec<_> = paths.iter().map(|path| path.display().to_string()).collect();
        if args.json {
            context.output.json(&json!({ "conflicts": paths }))?;
        } else {
            context.note(&format!("{} conflicts with {}:", args.proposal, stream.name()));
            for path in paths {
                let line = context.relay.line(&path);
                writeln!(context.output, "{line}")?;
            }
        }
        return Ok(Exit::of(CONFLICT));
    }
    let tree = candidate.tree().ok_or_else(|| could_not("internal error: a candidate without a tree"))?;
    if args.json {
        context.output.json(&json!({ "candidateTree": tree }))?;
    } else {
        writeln!(context.output, "{tree}")?;
    }
    Ok(Exit::DONE)
}
