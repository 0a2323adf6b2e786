//! What lanes found.

use std::fmt::Write as _;

use assize_schemas::{Finding, LaneKind, LaneResult, Severity};

use crate::palette::{Palette, Tone};
use crate::text::Relay;

/// So many of the last lines of a command are shown.
const COMMAND_LINES: usize = 15;
/// So many of the first lines of a reviewer's explanation are shown.
const AGENT_LINES: usize = 4;
/// So many findings of one lane are shown; the attestation has them all.
const FINDINGS: usize = 25;
/// So many characters of one line are shown.
const LINE_CHARS: usize = 500;

/// The findings of all lanes, the blocking ones of each first as they come. Every line from a lane begins with the
/// lane's name (rulings 11).
pub(super) fn paragraphs(lanes: &[LaneResult], palette: Palette, relay: Relay) -> String {
    let mut text = String::new();
    for lane in lanes.iter().filter(|lane| !lane.findings.is_empty()) {
        // Writing to a String cannot fail.
        let _ = writeln!(text);
        for finding in lane.findings.iter().take(FINDINGS) {
            tell(lane, finding, palette, relay, &mut text);
        }
        if let Some(more) = lane.findings.len().checked_sub(FINDINGS).filter(|more| *more > 0) {
            let _ = writeln!(text, "{}: and {more} more, which the attestation holds", lane.id);
        }
    }
    if !text.is_empty() {
        text.push('\n');
    }
    text
}

fn tell(lane: &LaneResult, finding: &Finding, palette: Palette, relay: Relay, text: &mut String) {
    let severity = palette.paint(tone(finding.severity), severity(finding.severity));
    let place = place(finding).map(|place| format!(" {}", relay.line(&place))).unwrap_or_default();
    let title = relay.line(&finding.title);
    let _ = writeln!(text, "{}: {severity}{place}: {title}", palette.paint(Tone::Strong, &lane.id));
    for line in shown(lane.kind, &relay.lines(&finding.detail)) {
        let _ = writeln!(text, "{} {}", palette.paint(Tone::Faint, format_args!("{} |", lane.id)), cut(line));
    }
}

/// The file a finding is about, with the line where there is one.
pub(super) fn place(finding: &Finding) -> Option<String> {
    let file = finding.file.as_deref()?;
    Some(match finding.line {
        Some(line) => format!("{file}:{line}"),
        None => file.to_owned(),
    })
}

/// A command says what went wrong last, a reviewer first.
fn shown(kind: LaneKind, lines: &[String]) -> &[String] {
    match kind {
        LaneKind::Command => lines.get(lines.len().saturating_sub(COMMAND_LINES)..).unwrap_or(lines),
        LaneKind::Agent => lines.get(..AGENT_LINES).unwrap_or(lines),
    }
}

fn cut(line: &str) -> &str {
    let end = line.char_indices().nth(LINE_CHARS).map_or(line.len(), |(at, _)| at);
    line.get(..end).unwrap_or(line)
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
