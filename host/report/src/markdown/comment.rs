//! What the comment says.

use std::fmt::Write as _;

use assize_schemas::{Attestation, Finding, LaneKind, LaneResult, LaneStatus, Verdict, span};

use super::escape::{code, fenced, prose};
use crate::Report;
use crate::plain::{Keep, block, cut, line};
use crate::reading::{
    caveats, last_words, place, reason, remark, reviewer, severity_word, short, status_word, tally, title, verdict_word,
};

/// So many bytes may the findings take: GitHub takes comments of 65,536 characters.
const ROOM: usize = 40_000;
/// So many lanes have a row.
const ROWS: usize = 100;
/// So many characters of one finding's detail are shown.
const DETAIL_CHARS: usize = 1_500;
/// So many characters of one line of an excerpt are shown.
const CODE_CHARS: usize = 160;
/// So many characters of names are shown.
const NAME_CHARS: usize = 200;

/// The comment.
pub(crate) fn comment(report: &Report) -> String {
    let attestation = report.attestation();
    let mut text = heading(attestation);
    for caveat in caveats(attestation) {
        let _ = writeln!(text, "\n> {}", prose(&caveat));
    }
    text.push('\n');
    text.push_str(&table(&attestation.lanes));
    text.push_str(&findings(report));
    text.push_str(&evidence(report));
    text
}

fn heading(attestation: &Attestation) -> String {
    let mark = match attestation.verdict {
        Verdict::Pass => "✅",
        Verdict::Block => "❌",
        Verdict::Incomplete => "⚠️",
    };
    let Attestation { review_id, binding, target, verdict, .. } = attestation;
    let what = prose(&line(&format!("{review_id}/{binding}"), NAME_CHARS));
    let range = code(&format!("{}..{}", short(&target.base_sha), short(&target.head_sha)));
    let word = verdict_word(*verdict);
    format!("## {mark} {word}: {what}\n\n{} Reviewed: {range}\n", prose(&reason(attestation)))
}

fn table(lanes: &[LaneResult]) -> String {
    let mut text = "| check | result | time | |\n| --- | --- | ---: | --- |\n".to_owned();
    // What is not green comes first, so that a bound leaves nothing of it out.
    let (green, other): (Vec<_>, Vec<_>) = lanes.iter().partition(|lane| lane.status == LaneStatus::Pass);
    for lane in other.iter().chain(&green).take(ROWS) {
        let mark = match lane.status {
            LaneStatus::Pass => "✅",
            LaneStatus::Fail => "❌",
            LaneStatus::Timeout => "⏱️",
            LaneStatus::Skipped => "➖",
        };
        let advisory = if lane.blocking { "" } else { ", advisory" };
        let aside = match lane.kind {
            LaneKind::Agent => reviewer(lane).map(|reviewer| code(&reviewer)).unwrap_or_default(),
            LaneKind::Command => String::new(),
        };
        // Writing to a String cannot fail.
        let _ = writeln!(
            text,
            "| {} | {mark} {}{advisory} | {} | {aside} |",
            code(lane.id.as_str()),
            status_word(lane.status),
            span(lane.duration_ms)
        );
    }
    if let Some(more) = lanes.len().checked_sub(ROWS).filter(|more| *more > 0) {
        let _ = writeln!(text, "\nand {more} more that are not shown");
    }
    text
}

/// Findings and last words, as many as there is room for. Blocking lanes come first.
fn findings(report: &Report) -> String {
    let lanes = &report.attestation().lanes;
    let (blocking, advisory): (Vec<_>, Vec<_>) = lanes.iter().enumerate().partition(|(_, lane)| lane.blocking);
    let (mut text, mut left_out) = (String::new(), 0_usize);
    for (at, lane) in blocking.into_iter().chain(advisory) {
        let findings = lane.findings.iter().enumerate();
        let items = findings.map(|(number, finding)| item(report, at, lane, number, finding));
        for item in missing(lane).into_iter().chain(items) {
            if text.len() + item.len() <= ROOM {
                text.push_str(&item);
            } else {
                left_out += 1;
            }
        }
    }
    if text.is_empty() {
        return text;
    }
    if left_out > 0 {
        let _ = writeln!(text, "- and {left_out} more that there is no room for here");
    }
    format!("\n### Findings\n\n{text}")
}

fn item(report: &Report, at: usize, lane: &LaneResult, number: usize, finding: &Finding) -> String {
    let place = place(finding).map(|place| format!(" {}", code(&place))).unwrap_or_default();
    let severity = severity_word(finding.severity);
    let mut text = format!("- **{severity}** {}{place}: {}\n", code(lane.id.as_str()), prose(&title(finding)));
    let keep = match lane.kind {
        LaneKind::Command => Keep::End,
        LaneKind::Agent => Keep::Beginning,
    };
    let detail = block(&finding.detail, DETAIL_CHARS, keep);
    if !detail.is_empty() {
        text.push('\n');
        text.push_str(&fenced(&detail, "  "));
    }
    if let Some(excerpt) = report.excerpt(at, number) {
        let numbered: Vec<String> = (excerpt.first_line..)
            .zip(&excerpt.lines)
            .map(|(number, code)| {
                let mark = if Some(number) == finding.line { '>' } else { ' ' };
                line_of_code(mark, number, code)
            })
            .collect();
        text.push('\n');
        text.push_str(&fenced(&numbered.join("\n"), "  "));
    }
    text.push('\n');
    text
}

fn line_of_code(mark: char, number: u64, code: &str) -> String {
    format!("{mark} {number:>5} | {}", cut(code, CODE_CHARS)).trim_end().to_owned()
}

/// A lane that has no result.
fn missing(lane: &LaneResult) -> Option<String> {
    if matches!(lane.status, LaneStatus::Pass | LaneStatus::Fail) {
        return None;
    }
    let why = remark(lane).unwrap_or_else(|| "it does not say why".to_owned());
    let id = code(lane.id.as_str());
    let mut text = format!("- **{}** {id}: {}\n", status_word(lane.status), prose(&why));
    if let Some(words) = last_words(lane) {
        text.push('\n');
        text.push_str(&fenced(&block(words, DETAIL_CHARS, Keep::End), "  "));
    }
    text.push('\n');
    Some(text)
}

fn evidence(report: &Report) -> String {
    let attestation = report.attestation();
    let counts: Vec<String> =
        tally(attestation).iter().map(|(status, count)| format!("{count} {}", status_word(*status))).collect();
    let signed = match &attestation.attestor.signature {
        Some(signature) => format!(
            "Signed by {} with the key {}: claimed here, proved only by `assize verify`.",
            code(&line(&signature.principal, NAME_CHARS)),
            code(&line(&signature.key_fingerprint, NAME_CHARS))
        ),
        None => "Not signed.".to_owned(),
    };
    let mut text = format!(
        "\n<details><summary>Evidence</summary>\n\nRun {} at {}: {}. {signed}\n",
        code(&line(&attestation.run_id, NAME_CHARS)),
        code(&line(&attestation.created_at, NAME_CHARS)),
        counts.join(", ")
    );
    let advice = &report.document().verify;
    if !advice.commands.is_empty() {
        text.push_str("\nTo verify:\n\n");
        text.push_str(&fenced(&advice.commands.join("\n"), ""));
    }
    for remark in &advice.remarks {
        let _ = writeln!(text, "\n{}", prose(remark));
    }
    text.push_str("\n</details>\n");
    text
}
