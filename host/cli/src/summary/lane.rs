//! A line a lane.

use assize_schemas::{LaneResult, LaneStatus};

use crate::palette::{Palette, Tone};
use crate::text::{Relay, columns, pad, span, with_spans};

/// Names are padded up to this many columns; longer ones push their line out.
const NAME_COLUMNS: usize = 40;

/// The colour of a status.
pub(super) fn tone(status: LaneStatus) -> Tone {
    match status {
        LaneStatus::Pass => Tone::Good,
        LaneStatus::Fail => Tone::Bad,
        LaneStatus::Timeout | LaneStatus::Skipped => Tone::Unsure,
    }
}

/// The mark of a status.
fn mark(status: LaneStatus) -> char {
    match status {
        LaneStatus::Pass => '✓',
        LaneStatus::Fail => '✗',
        LaneStatus::Timeout => '!',
        LaneStatus::Skipped => '-',
    }
}

/// Lines for all lanes, in columns.
pub(super) fn lines(lanes: &[LaneResult], palette: Palette, relay: Relay) -> String {
    let names = name_columns(lanes.iter().map(|lane| lane.id.as_str()));
    lanes.iter().map(|lane| format!("  {}\n", line(lane, names, palette, relay))).collect()
}

/// How many columns the names of these lanes are given.
pub(crate) fn name_columns<'n>(names: impl Iterator<Item = &'n str>) -> usize {
    names.map(columns).max().unwrap_or(0).min(NAME_COLUMNS)
}

/// One lane's line, its name padded to `names` columns.
pub(crate) fn line(lane: &LaneResult, names: usize, palette: Palette, relay: Relay) -> String {
    let tone = tone(lane.status);
    let mut parts = vec![
        palette.paint(tone, mark(lane.status)).to_string(),
        palette.paint(Tone::Strong, pad(lane.id.as_str(), names)).to_string(),
        palette.paint(tone, format!("{:<7}", lane.status)).to_string(),
        palette.paint(Tone::Faint, format!("{:>8}", span(lane.duration_ms))).to_string(),
    ];
    if !lane.blocking {
        parts.push(palette.paint(Tone::Faint, " advisory").to_string());
    }
    let reviewer: Vec<&str> = [&lane.preset, &lane.model].into_iter().filter_map(Option::as_deref).collect();
    if !reviewer.is_empty() {
        parts.push(palette.paint(Tone::Faint, format!(" [{}]", relay.line(&reviewer.join("/")))).to_string());
    }
    if let Some(remark) = remark(lane, relay) {
        parts.push(format!(" {remark}"));
    }
    parts.join(" ")
}

/// The first line of why there is no result, or what the reviewer sums up.
fn remark(lane: &LaneResult, relay: Relay) -> Option<String> {
    let text = lane.error.as_deref().or(lane.summary.as_deref())?;
    let line = relay.lines(text).into_iter().next()?;
    Some(if lane.status == LaneStatus::Timeout { with_spans(&line) } else { line })
}
