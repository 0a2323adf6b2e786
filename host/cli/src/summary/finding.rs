//! What lanes found, and what those said that did not come to their end.

use std::fmt::Write as _;
use std::path::PathBuf;

use assize_schemas::{Finding, LaneKind, LaneResult, LaneStatus, Severity};
use indexmap::IndexMap;

use super::Commands;
use super::lane::tone as status_tone;
use crate::palette::{Palette, Tone};
use crate::text::{Relay, cut, with_spans};

/// So many of the last lines of a command are shown.
const COMMAND_LINES: usize = 15;
/// So many of the first lines of a reviewer's explanation are shown.
const AGENT_LINES: usize = 4;
/// So many findings of one lane are shown; the attestation has them all.
const FINDINGS: usize = 25;
/// So many characters of one line are shown.
const LINE_CHARS: usize = 500;
/// So many characters of a command are shown.
const COMMAND_CHARS: usize = 160;
/// What a command is recorded with that was ended by a signal, and also one that ends with this status by itself.
const BY_SIGNAL: i32 = 128;

/// What paragraphs about lanes are written with.
#[derive(Clone, Copy)]
pub(super) struct Teller<'a> {
    /// The commands of the lanes, where they are known.
    pub(super) commands: Option<&'a Commands>,
    /// What shows everything that was kept.
    pub(super) all_kept: &'a str,
    /// Where what reviewers printed is kept, by lane.
    pub(super) transcripts: Option<&'a IndexMap<String, PathBuf>>,
    pub(super) palette: Palette,
    pub(super) relay: Relay,
}

impl Teller<'_> {
    /// The findings of all lanes, and the last output of those that were ended. Every line from a lane begins with the
    /// lane's name (rulings 11), and no line of ours looks like one.
    pub(super) fn paragraphs(self, lanes: &[LaneResult]) -> String {
        let mut text = String::new();
        for lane in lanes {
            self.findings(lane, &mut text);
            self.last_words(lane, &mut text);
            self.transcript(lane, &mut text);
        }
        if !text.is_empty() {
            text.push('\n');
        }
        text
    }

    fn findings(self, lane: &LaneResult, text: &mut String) {
        if lane.findings.is_empty() {
            return;
        }
        // Writing to a String cannot fail.
        let _ = writeln!(text);
        for finding in lane.findings.iter().take(FINDINGS) {
            let severity = self.palette.paint(tone(finding.severity), severity(finding.severity));
            let place = place(finding).map(|place| format!(" {}", self.relay.line(&place))).unwrap_or_default();
            let title = self.relay.line(&finding.title);
            let doubt = if lane.exit_code == Some(BY_SIGNAL) { ", or was ended by a signal" } else { "" };
            let _ = writeln!(text, "{}: {severity}{place}: {title}{doubt}", self.name(lane));
            self.command(lane, text);
            self.lines(lane, &self.relay.lines(&finding.detail), text);
        }
        if let Some(more) = lane.findings.len().checked_sub(FINDINGS).filter(|more| *more > 0) {
            let _ = writeln!(text, "{}: and {more} more; all of them: {}", lane.id, self.all_kept);
        }
    }

    /// Why a lane has no result, where it is more than the line that the lane's own row shows.
    fn last_words(self, lane: &LaneResult, text: &mut String) {
        let lines = lane.error.as_deref().map(|error| self.relay.lines(error)).unwrap_or_default();
        let Some((why, output)) = lines.split_first().filter(|(_, output)| !output.is_empty()) else { return };
        let status = self.palette.paint(status_tone(lane.status), lane.status);
        let why = if lane.status == LaneStatus::Timeout { with_spans(why) } else { why.clone() };
        let _ = writeln!(text, "\n{}: {status}: {}", self.name(lane), cut(&why, LINE_CHARS));
        self.command(lane, text);
        self.lines(lane, output, text);
    }

    /// Where everything is that the reviewer of a lane printed.
    fn transcript(self, lane: &LaneResult, text: &mut String) {
        if let Some(path) = self.transcripts.and_then(|transcripts| transcripts.get(lane.id.as_str())) {
            let path = self.relay.line(&path.display().to_string());
            let _ = writeln!(text, "{}: what its reviewer printed: {path}", lane.id);
        }
    }

    fn name<'l>(self, lane: &'l LaneResult) -> impl std::fmt::Display + 'l {
        self.palette.paint(Tone::Strong, &lane.id)
    }

    fn command(self, lane: &LaneResult, text: &mut String) {
        if let Some(command) = self.commands.and_then(|commands| commands.get(lane.id.as_str())) {
            let _ = writeln!(text, "{}: $ {}", lane.id, cut(&self.relay.line(command), COMMAND_CHARS));
        }
    }

    /// A command says what went wrong last, a reviewer first.
    fn lines(self, lane: &LaneResult, lines: &[String], text: &mut String) {
        let (shown, which) = match lane.kind {
            LaneKind::Command => (lines.get(lines.len().saturating_sub(COMMAND_LINES)..), "last"),
            LaneKind::Agent => (lines.get(..AGENT_LINES), "first"),
        };
        let shown = shown.unwrap_or(lines);
        if shown.len() < lines.len() {
            let (some, all) = (shown.len(), lines.len());
            let _ =
                writeln!(text, "{}: the {which} {some} of {all} lines kept; all of them: {}", lane.id, self.all_kept);
        }
        for line in shown {
            let bar = self.palette.paint(Tone::Faint, format!("{} |", lane.id));
            let _ = writeln!(text, "{bar} {}", cut(line, LINE_CHARS));
        }
    }
}

/// The file a finding is about, with the line where there is one.
fn place(finding: &Finding) -> Option<String> {
    let file = finding.file.as_deref()?;
    Some(match finding.line {
        Some(line) => format!("{file}:{line}"),
        None => file.to_owned(),
    })
}

fn tone(severity: Severity) -> Tone {
    match severity {
        Severity::High => Tone::Bad,
        Severity::Medium => Tone::Unsure,
        Severity::Low => Tone::Faint,
    }
}

fn severity(severity: Severity) -> &'static str {
    match severity {
        Severity::High => "high",
        Severity::Medium => "medium",
        Severity::Low => "low",
    }
}
