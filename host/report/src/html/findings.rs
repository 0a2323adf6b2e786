//! What the lanes found, and what those said that have no result.

use assize_schemas::{Excerpt, Finding, LaneKind, LaneResult, LaneStatus};
use maud::{Markup, html};

use super::link::{blob, web_link};
use crate::Report;
use crate::excerpt::confined;
use crate::mark::Mark;
use crate::plain::{Keep, block, line};
use crate::reading::{last_words, place, remark, severity_word, status_word, title};

/// So many findings of one lane are shown.
const FINDINGS: usize = 200;
/// So many findings of all lanes are shown.
const ALL_FINDINGS: usize = 1_000;
/// So many characters of one finding's detail are shown.
const DETAIL_CHARS: usize = 8_000;
/// So many characters of a command are shown.
const COMMAND_CHARS: usize = 400;
/// Details of so many lines are shown at once; longer ones can be opened.
const OPEN_LINES: usize = 25;

/// One section for all of it.
pub(super) fn findings(report: &Report) -> Markup {
    let lanes = &report.attestation().lanes;
    let tells = |lane: &LaneResult| !lane.findings.is_empty() || is_missing(lane);
    // Lanes that count come first, and of these the ones that block.
    let mut order: Vec<(usize, &LaneResult)> = lanes.iter().enumerate().filter(|(_, lane)| tells(lane)).collect();
    order.sort_by_key(|(_, lane)| (!lane.blocking, rank(lane.status)));
    let mut room = ALL_FINDINGS;
    html! {
        section aria-labelledby="findings" {
            h2 id="findings" { "Findings" }
            @if order.is_empty() {
                p.nothing { "No check found anything." }
            }
            @for (at, lane) in order {
                @let shown = lane.findings.len().min(FINDINGS).min(room);
                ({ room -= shown; of_lane(report, at, lane, shown) })
            }
        }
    }
}

fn rank(status: LaneStatus) -> u8 {
    match status {
        LaneStatus::Fail => 0,
        LaneStatus::Timeout => 1,
        LaneStatus::Skipped => 2,
        LaneStatus::Pass => 3,
    }
}

fn is_missing(lane: &LaneResult) -> bool {
    matches!(lane.status, LaneStatus::Timeout | LaneStatus::Skipped)
}

fn of_lane(report: &Report, at: usize, lane: &LaneResult, shown: usize) -> Markup {
    let command = report.lane(lane.id.as_str()).and_then(|told| told.command.as_deref());
    html! {
        article class={ "lane " (Mark::of_status(lane.status).class) } {
            h3 {
                span.mark aria-hidden="true" { (Mark::of_status(lane.status).sign) } " "
                span.name { (lane.id.as_str()) } " "
                span.status { (status_word(lane.status)) }
                @if !lane.blocking { span.tag { "advisory" } }
            }
            @if let Some(command) = command { code.command { "$ " (line(command, COMMAND_CHARS)) } }
            @if is_missing(lane) { (missing(lane)) }
            @for (number, finding) in lane.findings.iter().take(shown).enumerate() {
                (card(report, (at, lane), (number, finding)))
            }
            @if shown < lane.findings.len() {
                p.hint { "and " (lane.findings.len() - shown) " more, which the attestation has" }
            }
        }
    }
}

/// Why a lane has no result, and what it said before.
fn missing(lane: &LaneResult) -> Markup {
    html! {
        p.why { (remark(lane).unwrap_or_else(|| "It does not say why.".to_owned())) }
        @if let Some(words) = last_words(lane) { (detail(words, Keep::End)) }
    }
}

fn card(report: &Report, (at, lane): (usize, &LaneResult), (number, finding): (usize, &Finding)) -> Markup {
    let severity = severity_word(finding.severity);
    let keep = match lane.kind {
        LaneKind::Command => Keep::End,
        LaneKind::Agent => Keep::Beginning,
    };
    html! {
        div class={ "finding " (severity) } {
            h4 { span.severity { (severity) } " " (title(finding)) }
            @if let Some(place) = place(finding) {
                p.place { (link_to(report, finding, &place)) }
            }
            @if lane.kind == LaneKind::Agent { (prose(&finding.detail)) }
            @if let Some(excerpt) = report.excerpt(at, number) { (code(excerpt, finding, report)) }
            @if lane.kind == LaneKind::Command && !finding.detail.trim().is_empty() { (detail(&finding.detail, keep)) }
        }
    }
}

fn link_to(report: &Report, finding: &Finding, place: &str) -> Markup {
    let path = finding.file.as_deref().and_then(confined);
    let address = path.and_then(|path| blob(&report.attestation().target, path, finding.line));
    html! { code { (address.map_or_else(|| html! { (place) }, |address| web_link(&address, place))) } }
}

/// What a reviewer explains, in its own paragraphs.
fn prose(text: &str) -> Markup {
    let text = block(text, DETAIL_CHARS, Keep::Beginning);
    html! { @if !text.is_empty() { div.prose { (text) } } }
}

/// What a program printed.
fn detail(text: &str, keep: Keep) -> Markup {
    let text = block(text, DETAIL_CHARS, keep);
    let lines = text.lines().count();
    html! {
        @if lines > OPEN_LINES {
            details {
                summary { "Output, " (lines) " lines" }
                pre.output tabindex="0" { (text) }
            }
        } @else if lines > 0 {
            pre.output tabindex="0" { (text) }
        }
    }
}

/// The lines of code with their numbers, the one that matters marked.
fn code(excerpt: &Excerpt, finding: &Finding, report: &Report) -> Markup {
    let head = crate::reading::short(&report.attestation().target.head_sha);
    html! {
        figure.code {
            figcaption { "as of " (head) }
            div.scroll tabindex="0" role="group" aria-label="Lines of code" {
                table {
                    @for (number, text) in (excerpt.first_line..).zip(&excerpt.lines) {
                        @let here = Some(number) == finding.line;
                        tr.here[here] {
                            td.line { (number) }
                            td.text { @if here { mark { (text) } } @else { (text) } }
                        }
                    }
                }
            }
        }
    }
}
