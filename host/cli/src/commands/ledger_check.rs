//! `assize ledger check`.

use std::io::Write as _;

use crate::commands::damage::damage_text;
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::palette::Tone;

/// Looks through the whole ledger and names what is damaged.
pub(crate) fn ledger_check(context: &mut Context) -> Result<Exit, Failure> {
    let host = context.host(&context.cwd()?)?;
    let check = host.ledger().check()?;
    for damage in &check.damaged {
        let label = context.output_palette.paint(Tone::Bad, "damaged:");
        writeln!(context.output, "{label} {}", context.relay.line(&damage_text(damage)))?;
    }
    let whole = if check.entries == 1 { "1 entry is".to_owned() } else { format!("{} entries are", check.entries) };
    writeln!(context.output, "{whole} as recorded, {} damaged", counted(check.damaged.len()))?;
    Ok(if check.damaged.is_empty() { Exit::DONE } else { Exit::BLOCKED })
}

fn counted(files: usize) -> String {
    match files {
        0 => "no file is".to_owned(),
        1 => "1 file is".to_owned(),
        more => format!("{more} files are"),
    }
}
