//! Bars of time.

use assize_schemas::{LaneResult, ReportedSpan, SpanKind};
use maud::{Markup, html};

use crate::Report;

/// The width that bars are measured in.
const WIDTH: f64 = 1_000.0;
/// No bar is narrower.
const NARROWEST: f64 = 6.0;

/// What bars are drawn against.
#[derive(Debug, Clone, Copy)]
pub(super) struct Scale<'r> {
    spans: &'r [ReportedSpan],
    whole_ms: u64,
}

impl<'r> Scale<'r> {
    /// The scale of a report: from the beginning of the run to its end, or, where it is not known when anything began, the
    /// longest lane.
    pub(super) fn of(report: &'r Report) -> Self {
        let spans = report.document().timeline.as_slice();
        let end = spans.iter().map(|span| span.end_ms).max();
        let longest = report.attestation().lanes.iter().map(|lane| lane.duration_ms).max();
        Self { spans, whole_ms: end.or(longest).unwrap_or(0).max(1) }
    }

    /// What the whole width stands for, in milliseconds.
    pub(super) fn whole_ms(self) -> u64 {
        self.whole_ms
    }

    /// Whether it is known when things began.
    pub(super) fn has_starts(self) -> bool {
        !self.spans.is_empty()
    }

    /// The prepare checks that ran, with their times.
    pub(super) fn prepare(self) -> impl Iterator<Item = &'r ReportedSpan> {
        self.spans.iter().filter(|span| span.kind == SpanKind::Prepare)
    }

    /// The bar of a lane.
    pub(super) fn lane(self, lane: &LaneResult) -> Markup {
        let span = self.spans.iter().find(|span| span.kind == SpanKind::Lane && span.id == lane.id.as_str());
        match span {
            Some(span) => self.span(span),
            // That lane ran in another process, or before.
            None => self.bar(0, lane.duration_ms),
        }
    }

    /// The bar of what ran.
    pub(super) fn span(self, span: &ReportedSpan) -> Markup {
        self.bar(span.start_ms, span.end_ms)
    }

    fn bar(self, start_ms: u64, end_ms: u64) -> Markup {
        let begin = self.part(start_ms).min(WIDTH - NARROWEST);
        let width = (self.part(end_ms) - begin).clamp(NARROWEST, WIDTH - begin);
        html! {
            svg.bar viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true" focusable="false" {
                rect.track width="1000" height="10" {}
                rect.time x=(format!("{begin:.1}")) width=(format!("{width:.1}")) height="10" {}
            }
        }
    }

    #[expect(clippy::cast_precision_loss, reason = "a bar has no more than a thousand steps")]
    fn part(self, milliseconds: u64) -> f64 {
        (milliseconds as f64 / self.whole_ms as f64 * WIDTH).clamp(0.0, WIDTH)
    }
}
