//! Why a verdict is what it is.

use assize_schemas::{LaneResult, LaneStatus, Verdict};

use crate::palette::{Palette, Tone};

/// The lanes that decided, and those that were not green and did not count.
pub(super) fn sentences(verdict: Verdict, lanes: &[LaneResult], palette: Palette) -> String {
    let named = |pick: &dyn Fn(&LaneResult) -> bool| -> Vec<String> {
        let with_status = |lane: &LaneResult| match lane.status {
            LaneStatus::Fail | LaneStatus::Pass => lane.id.to_string(),
            LaneStatus::Timeout | LaneStatus::Skipped => format!("{} ({})", lane.id, lane.status),
        };
        lanes.iter().filter(|lane| pick(lane)).map(with_status).collect()
    };
    let failed = named(&|lane| lane.blocking && lane.status == LaneStatus::Fail);
    let missing = named(&|lane| lane.blocking && matches!(lane.status, LaneStatus::Timeout | LaneStatus::Skipped));
    let advisory = named(&|lane| !lane.blocking && lane.status != LaneStatus::Pass);
    let mut text = String::new();
    let mut say = |tone: Tone, sentence: String| {
        text.push_str(&format!("{}\n", palette.paint(tone, sentence)));
    };
    match verdict {
        Verdict::Pass => say(Tone::Good, "every blocking check passed".to_owned()),
        Verdict::Block => say(Tone::Bad, format!("blocked by {}", failed.join(", "))),
        Verdict::Incomplete => say(Tone::Unsure, format!("not established: no result from {}", missing.join(", "))),
    }
    if verdict == Verdict::Block && !missing.is_empty() {
        say(Tone::Unsure, format!("no result from {}", missing.join(", ")));
    }
    if !advisory.is_empty() {
        say(Tone::Faint, format!("advisory, not green: {}", advisory.join(", ")));
    }
    text
}
