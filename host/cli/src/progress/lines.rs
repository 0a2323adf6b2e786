//! Progress in plain lines.

use std::sync::atomic::{AtomicUsize, Ordering};

use assize_host::{NoticeCode, RunEvent, RunStarted};

use crate::output::to_stderr;
use crate::palette::{Palette, Tone};
use crate::summary::{lane_line, lane_name_columns};
use crate::text::Relay;

/// Digits of object names for people.
const DIGITS: usize = 10;

/// Progress in plain lines on standard error: one when the run starts, one when something ends.
pub(crate) struct Lines {
    palette: Palette,
    relay: Relay,
    wanted: bool,
    names: AtomicUsize,
}

impl Lines {
    /// Lines; without `wanted` only notices.
    pub(crate) fn new(palette: Palette, relay: Relay, wanted: bool) -> Self {
        Self { palette, relay, wanted, names: AtomicUsize::new(0) }
    }

    /// The colours of standard error.
    pub(crate) fn palette(&self) -> Palette {
        self.palette
    }

    /// For text that is not ours.
    pub(crate) fn relay(&self) -> Relay {
        self.relay
    }

    /// Something people should know.
    pub(crate) fn note(&self, text: &str) {
        to_stderr(&format!("{} {}\n", self.palette.paint(Tone::Strong, "note:"), self.relay.line(text)));
    }

    /// Something that is not as it should be.
    fn warn(&self, text: &str) {
        to_stderr(&format!("{} {}\n", self.palette.paint(Tone::Unsure, "warning:"), self.relay.line(text)));
    }

    /// Tells one event.
    pub(crate) fn observe(&self, event: &RunEvent) {
        if let RunEvent::Notice(notice) = event {
            match notice.code {
                NoticeCode::InterruptedPrepare | NoticeCode::PrepareNotRecorded => self.warn(&notice.message),
                _ => self.note(&notice.message),
            }
        }
        if !self.wanted {
            return;
        }
        match event {
            RunEvent::Started(started) => {
                let names = started.lanes.iter().map(|lane| lane.id.as_str());
                self.names.store(lane_name_columns(names), Ordering::Relaxed);
                to_stderr(&format!("{}\n", self.relay.line(&heading(started))));
            }
            RunEvent::PrepareStarted { check } => to_stderr(&format!("preparing: {check}\n")),
            RunEvent::LaneSettled(lane) => {
                let names = self.names.load(Ordering::Relaxed);
                to_stderr(&format!("  {}\n", lane_line(lane, names, self.palette, self.relay)));
            }
            _ => {}
        }
    }
}

/// What is about to run.
fn heading(started: &RunStarted) -> String {
    let RunStarted { review_id, binding, base, head, lanes, isolated, .. } = started;
    let checks = if lanes.len() == 1 { "1 check".to_owned() } else { format!("{} checks", lanes.len()) };
    let isolated = if *isolated { ", each in a worktree of its own" } else { "" };
    format!("reviewing {review_id}/{binding} {}..{}: {checks}{isolated}", base.short(DIGITS), head.short(DIGITS))
}
