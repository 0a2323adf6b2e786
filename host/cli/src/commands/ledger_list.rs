//! `assize ledger list`.

use std::io::Write as _;

use assize_host::{LedgerFilter, LedgerRow};
use assize_schemas::LaneStatus;

use crate::args::LedgerListArgs;
use crate::commands::damage::damage_text;
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::text::{Relay, table};

/// Digits of object names in the table.
const DIGITS: usize = 10;

/// Lists what was recorded.
pub(crate) fn ledger_list(context: &mut Context, args: &LedgerListArgs) -> Result<Exit, Failure> {
    let host = context.host(&context.cwd()?)?;
    let listing = host.ledger().list(&filter(args)?)?;
    for damage in &listing.damaged {
        context.warn(&damage_text(damage));
    }
    if args.json {
        context.output.json(&listing.rows)?;
    } else if listing.rows.is_empty() {
        context.note("no verdict is recorded that fits");
    } else {
        let rows: Vec<Vec<String>> = listing.rows.iter().map(|row| cells(row, context.relay)).collect();
        let text = table(&["RECORDED", "VERDICT", "REVIEW", "RANGE", "LANES", "REPOSITORY", "RUN"], &rows);
        context.output.write_all(text.as_bytes())?;
    }
    Ok(Exit::DONE)
}

fn filter(args: &LedgerListArgs) -> Result<LedgerFilter, Failure> {
    let mut filter = LedgerFilter::default();
    if let Some(repo) = &args.repo {
        filter = filter.repo(repo);
    }
    if let Some(binding) = &args.binding {
        filter = filter.binding(binding);
    }
    if let Some(range) = &args.range {
        filter = filter.range(range)?;
    }
    if let Some(limit) = args.limit {
        filter = filter.limit(limit.get());
    }
    Ok(filter)
}

fn cells(row: &LedgerRow, relay: Relay) -> Vec<String> {
    let passed = row.lanes.iter().filter(|lane| lane.status == LaneStatus::Pass).count();
    let dirty = if row.dirty == Some(true) { " (dirty)" } else { "" };
    let cells = [
        minute(&row.created_at),
        format!("{}{dirty}", row.verdict),
        format!("{}/{}", row.review_id, row.binding),
        format!("{}..{}", short(&row.base_sha), short(&row.head_sha)),
        format!("{passed}/{}", row.lanes.len()),
        row.repo_remote.clone(),
        row.run_id.clone(),
    ];
    cells.iter().map(|cell| relay.line(cell)).collect()
}

/// A recorded time to the minute, in UTC as it was recorded; another form of time as it is.
fn minute(recorded: &str) -> String {
    match (recorded.split_once('T'), recorded.ends_with('Z')) {
        (Some((day, time)), true) => format!("{day} {}", time.get(..5).unwrap_or(time)),
        _ => recorded.to_owned(),
    }
}

fn short(sha: &str) -> &str {
    sha.get(..DIGITS).unwrap_or(sha)
}
