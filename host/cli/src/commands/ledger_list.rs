//! `assize ledger list`.

use std::io::Write as _;

use assize_host::{LedgerFilter, LedgerRow};
use assize_schemas::LaneStatus;

use crate::args::LedgerListArgs;
use crate::commands::damage::damage_text;
use crate::commands::named_run::short_run;
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::text::{Relay, table};

/// Digits of object names in the table: a range then leaves room for the rest in 80 columns.
const DIGITS: usize = 7;

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
        tell(context, &listing.rows)?;
    }
    Ok(Exit::DONE)
}

/// The table, with the widest columns last. A column that says the same in every row is said once.
fn tell(context: &mut Context, rows: &[LedgerRow]) -> Result<(), Failure> {
    let mut headings = vec!["RECORDED (UTC)", "VERDICT", "LANES", "RANGE", "RUN", "REVIEW"];
    let mut repositories = rows.iter().map(|row| row.repo_remote.as_str());
    let first = repositories.next().unwrap_or_default();
    let several = repositories.any(|other| other != first);
    if several {
        headings.push("REPOSITORY");
    } else if context.global.wants_progress() {
        context.note(&format!("all of {first}"));
    }
    let cells: Vec<Vec<String>> = rows.iter().map(|row| cells(row, several, context.relay)).collect();
    context.output.write_all(table(&headings, &cells).as_bytes())?;
    Ok(())
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

fn cells(row: &LedgerRow, with_repository: bool, relay: Relay) -> Vec<String> {
    let passed = row.lanes.iter().filter(|lane| lane.status == LaneStatus::Pass).count();
    let dirty = if row.dirty == Some(true) { ", dirty" } else { "" };
    let mut cells = vec![
        minute(&row.created_at),
        format!("{}{dirty}", row.verdict),
        format!("{passed}/{}", row.lanes.len()),
        format!("{}..{}", short(&row.base_sha), short(&row.head_sha)),
        short_run(&row.run_id).to_owned(),
        format!("{}/{}", row.review_id, row.binding),
    ];
    if with_repository {
        cells.push(row.repo_remote.clone());
    }
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
