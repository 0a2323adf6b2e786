//! All lanes, with when they ran.

use assize_schemas::{LaneKind, LaneResult, span};
use maud::{Markup, html};

use super::timeline::Scale;
use crate::Report;
use crate::mark::Mark;
use crate::plain::line;
use crate::reading::{remark, reviewer, status_word};

/// So many characters of a command are shown.
const COMMAND_CHARS: usize = 200;
/// So many lanes are shown.
const LANES: usize = 2_000;

/// The table of the lanes.
pub(super) fn lanes(report: &Report) -> Markup {
    let all = &report.attestation().lanes;
    let scale = Scale::of(report);
    let whole = span(scale.whole_ms());
    html! {
        section aria-labelledby="checks" {
            h2 id="checks" { "Checks" }
            @if all.is_empty() {
                p { "This binding has none." }
            } @else {
                div.scroll tabindex="0" role="group" aria-label="Table of the checks" {
                    table.lanes {
                        caption {
                            @if scale.has_starts() { "Bars show when each check ran, from the beginning of the review to its end after " (whole) "." }
                            @else { "Bars show how long each check ran; the longest took " (whole) ". An attestation does not record when a check began." }
                        }
                        thead {
                            tr {
                                th scope="col" { "Check" }
                                th scope="col" { "Result" }
                                th.number scope="col" { "Time" }
                                th.when scope="col" { span.axis aria-hidden="true" { span { "0" } span { (whole) } } span.hidden { "When" } }
                            }
                        }
                        tbody {
                            @for prepared in scale.prepare() {
                                tr.prepare {
                                    th scope="row" { span.name { (prepared.id) } span.tag { "prepare" } }
                                    td { span.status.good { span.mark aria-hidden="true" { "✓" } " passed" } }
                                    td.number { (span(prepared.end_ms.saturating_sub(prepared.start_ms))) }
                                    td.when { (scale.span(prepared)) }
                                }
                            }
                            @for lane in all.iter().take(LANES) { (row(report, lane, scale)) }
                        }
                    }
                }
                @if all.len() > LANES { p.hint { "and " (all.len() - LANES) " more" } }
            }
        }
    }
}

fn row(report: &Report, lane: &LaneResult, scale: Scale<'_>) -> Markup {
    html! {
        tr class=(Mark::of_status(lane.status).class) {
            th scope="row" {
                span.name { (lane.id.as_str()) }
                @if !lane.blocking { span.tag title="Does not count for the verdict" { "advisory" } }
                @if lane.composed_from.is_some() { span.tag title="Builds on an earlier attestation of a part of the range" { "composed" } }
                (aside(report, lane))
            }
            td {
                span.status {
                    span.mark aria-hidden="true" { (Mark::of_status(lane.status).sign) } " " (status_word(lane.status))
                }
            }
            td.number { (span(lane.duration_ms)) }
            td.when { (scale.lane(lane)) }
        }
    }
}

/// What a lane did, in one line each.
fn aside(report: &Report, lane: &LaneResult) -> Markup {
    let told = report.lane(lane.id.as_str());
    let command = told.and_then(|told| told.command.as_deref());
    let rubric = told.and_then(|told| told.rubric.as_deref());
    html! {
        @if let Some(command) = command { code.aside { "$ " (line(command, COMMAND_CHARS)) } }
        @if lane.kind == LaneKind::Agent {
            @let parts = [reviewer(lane), rubric.map(|rubric| line(rubric, COMMAND_CHARS))];
            @let parts: Vec<String> = parts.into_iter().flatten().collect();
            @if !parts.is_empty() { span.aside { (parts.join(" · ")) } }
        }
        @if let Some(remark) = remark(lane) { span.aside { (remark) } }
        @for fallback in lane.fallbacks.iter().flatten().take(10) {
            span.aside { "instead of " (line(&fallback.preset, COMMAND_CHARS)) ": " (line(&fallback.error, COMMAND_CHARS)) }
        }
    }
}
