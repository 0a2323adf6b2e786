//! `assize presets show`.

use std::io::Write as _;

use super::list::{Row, access};
use crate::args::PresetsShowArgs;
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::palette::Tone;

/// Shows one preset.
pub(crate) fn presets_show(context: &mut Context, args: &PresetsShowArgs) -> Result<Exit, Failure> {
    let cwd = context.cwd()?;
    let host = context.host(&cwd)?;
    let presets = context.presets(&host, &cwd, args.presets.as_deref())?;
    let preset = presets.find(&args.name)?;
    let row = Row::of(context, preset);
    if args.json {
        context.output.json(&row)?;
        return Ok(Exit::DONE);
    }
    let missing = if row.is_installed() { "" } else { " (not on the search path)" };
    let from = if preset.built_in { "built in".to_owned() } else { presets.path().display().to_string() };
    let quoted: Vec<_> = preset.command.iter().map(|argument| quoted(argument)).collect();
    let listed = |list: &[String]| if list.is_empty() { "nothing".to_owned() } else { list.join(", ") };
    let facts = [
        ("preset:", Some(preset.name.clone())),
        ("from:", Some(from)),
        ("description:", preset.description.clone()),
        ("harness:", Some(format!("{}{missing}", preset.harness))),
        ("command:", Some(quoted.join(" "))),
        ("model:", preset.model.clone()),
        ("access:", Some(access(preset.access).to_owned())),
        ("variables:", Some(listed(&preset.env))),
        ("home files:", Some(listed(&preset.home_files))),
        ("reads also:", Some(listed(&preset.readable)).filter(|_| !preset.readable.is_empty())),
    ];
    let mut text = String::new();
    for (label, fact) in facts {
        if let Some(fact) = fact {
            let label = context.output_palette.paint(Tone::Strong, format!("{label:<13}"));
            text.push_str(&format!("{label} {}\n", context.relay.line(&fact)));
        }
    }
    context.output.write_all(text.as_bytes())?;
    Ok(Exit::DONE)
}

/// An argument as a shell would take it.
fn quoted(argument: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=:,@{}".contains(c);
    if !argument.is_empty() && argument.chars().all(plain) {
        argument.to_owned()
    } else {
        format!("'{}'", argument.replace('\'', "'\\''"))
    }
}
