//! The verdict, and why.

use maud::{Markup, html};

use crate::Report;
use crate::mark::Mark;
use crate::plain::line;
use crate::reading::{caveats, reason, status_word, tally, verdict_word};

/// So many characters of names are shown.
const NAME_CHARS: usize = 120;

/// The top of the page.
pub(super) fn head(report: &Report) -> Markup {
    let attestation = report.attestation();
    let document = report.document();
    html! {
        header.top {
            p.kicker {
                "Review " span.name { (line(&attestation.review_id, NAME_CHARS)) }
                " · binding " span.name { (line(&attestation.binding, NAME_CHARS)) }
            }
            h1 { span.verdict { (verdict_word(attestation.verdict)) } }
            p.reason { (line(&reason(attestation), 1_000)) }
            ul.tally aria-label="Checks by result" {
                @for (status, count) in tally(attestation) {
                    li class=(Mark::of_status(status).class) {
                        span.mark aria-hidden="true" { (Mark::of_status(status).sign) } " " (count) " " (status_word(status))
                    }
                }
            }
            @for caveat in caveats(attestation) {
                p.caveat { (line(&caveat, 1_000)) }
            }
            @if document.cached {
                p.caveat { "This verdict was recorded before. Nothing ran for this report." }
            }
            @if document.joined {
                p.caveat { "The same review was running already. This is what it came to." }
            }
        }
    }
}
