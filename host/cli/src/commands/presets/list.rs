//! `assize presets list`.

use std::io::Write as _;

use assize_host::{Access, Preset};
use serde::Serialize;

use crate::args::PresetsListArgs;
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::text::table;

/// A preset with what this machine has of it.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Row<'p> {
    #[serde(flatten)]
    preset: &'p Preset,
    /// Whether its program is on the search path.
    installed: bool,
}

impl<'p> Row<'p> {
    pub(super) fn of(context: &Context, preset: &'p Preset) -> Self {
        Self { preset, installed: context.environment.has_program(preset.program()) }
    }

    pub(super) fn is_installed(&self) -> bool {
        self.installed
    }
}

/// Lists the presets.
pub(crate) fn presets_list(context: &mut Context, args: &PresetsListArgs) -> Result<Exit, Failure> {
    let cwd = context.cwd()?;
    let host = context.host(&cwd)?;
    let presets = context.presets(&host, &cwd, args.presets.as_deref())?;
    let rows: Vec<Row<'_>> = presets.all().map(|preset| Row::of(context, preset)).collect();
    if args.json {
        context.output.json(&rows)?;
        return Ok(Exit::DONE);
    }
    let relay = context.relay;
    let cells = |row: &Row<'_>| {
        let preset = row.preset;
        [
            preset.name.as_str(),
            preset.harness.name(),
            preset.model.as_deref().unwrap_or("-"),
            access(preset.access),
            if row.installed { "yes" } else { "no" },
            preset.description.as_deref().unwrap_or(if preset.built_in { "built in" } else { "" }),
        ]
        .map(|cell| relay.line(cell))
        .to_vec()
    };
    let headings = ["NAME", "HARNESS", "MODEL", "ACCESS", "INSTALLED", "DESCRIPTION"];
    let cells: Vec<_> = rows.iter().map(cells).collect();
    context.output.write_all(table(&headings, &cells).as_bytes())?;
    context.note(&format!("others are added in {}", presets.path().display()));
    Ok(Exit::DONE)
}

/// The word that the file uses.
pub(super) fn access(access: Access) -> &'static str {
    match access {
        Access::None => "none",
        _ => "read-only",
    }
}
