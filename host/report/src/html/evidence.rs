//! What was reviewed, who signed it, and how to verify it.

use std::io::Cursor;

use assize_schemas::{Attestation, Signature};
use maud::{Markup, html};
use serde_json::Value;

use super::link::{compare, web_link};
use crate::Report;
use crate::json::escaped;
use crate::plain::line;

/// So many characters of one fact are shown.
const FACT_CHARS: usize = 400;
/// So many digests are listed.
const DIGESTS: usize = 200;
/// An attestation larger than this, in bytes, is not part of the page.
const ATTESTATION_LIMIT: usize = 512 << 10;

/// What the verdict is about.
pub(super) fn reviewed(report: &Report) -> Markup {
    let attestation = report.attestation();
    let Attestation { target, requester, pr, .. } = attestation;
    let requester = requester.as_ref();
    let author = requester.and_then(|requester| requester.git_author.as_ref());
    let range = format!("{}..{}", fact(&target.base_sha), fact(&target.head_sha));
    html! {
        section.facts aria-label="What was reviewed" {
            dl {
                div { dt { "Repository" } dd { (fact(&target.repo_remote)) } }
                div.wide {
                    dt { "Range" }
                    dd { code { (compare(target).map_or_else(|| html! { (range) }, |address| web_link(&address, &range))) } }
                }
                @if let Some(author) = author {
                    div { dt { "Author" } dd { (fact(&author.name)) " " span.faint { "<" (fact(&author.email)) ">" } } }
                }
                @if let Some(pr) = pr {
                    div { dt { "Pull request" } dd { (web_link(&pr.url, &format!("{} #{}", fact(&pr.repo), pr.number))) } }
                }
                @if let Some(session) = requester.and_then(|requester| requester.session_id.as_deref()) {
                    div { dt { "Asked for by" } dd { (fact(session)) } }
                }
                div { dt { "Reviewed" } dd { (moment(&attestation.created_at)) } }
                div { dt { "Host" } dd { (fact(&attestation.attestor.daemon)) } }
            }
        }
    }
}

/// What the verdict is worth.
pub(super) fn evidence(report: &Report) -> Markup {
    let attestation = report.attestation();
    let document = report.document();
    html! {
        section aria-labelledby="evidence" {
            h2 id="evidence" { "Evidence" }
            (signature(report))
            @if !document.verify.commands.is_empty() {
                h3 { "Verify it" }
                pre.commands tabindex="0" { code { (document.verify.commands.join("\n")) } }
            }
            @for remark in &document.verify.remarks { p.hint { (remark) } }
            h3 { "Bound to" }
            dl.digests {
                div { dt { "Run" } dd { code { (fact(&attestation.run_id)) } } }
                div { dt { (fact(document.manifest.as_deref().unwrap_or("REVIEW.md"))) } dd { code { (fact(&attestation.manifest_sha)) } } }
                div { dt { "Range" } dd { code { (fact(&attestation.range_sha)) } } }
                @for rubric in attestation.rubrics.iter().take(DIGESTS) {
                    div { dt { "Rubric of " (fact(&rubric.check)) } dd { code { (fact(&rubric.sha256)) } " " (fact(&rubric.path)) } }
                }
                @for pack in attestation.packs.iter().flatten().take(DIGESTS) {
                    div { dt { "Pack " (fact(&pack.id)) " " (fact(&pack.version)) } dd { code { (fact(&pack.sha256)) } " " (fact(&pack.reference)) } }
                }
                @for lane in attestation.lanes.iter().take(DIGESTS) {
                    @if let Some(prior) = &lane.composed_from {
                        div { dt { "Prior of " (lane.id.as_str()) } dd { code { (fact(&prior.attestation_sha256)) } " up to " code { (fact(&prior.head_sha)) } } }
                    }
                }
            }
            (whole(report))
        }
    }
}

/// A name stands for somebody only where the signature was verified, and no page can say that of itself (rulings 25).
fn signature(report: &Report) -> Markup {
    let signed = report.attestation().attestor.signature.as_ref();
    html! {
        @match signed {
            Some(Signature { principal, key_fingerprint, signed_at, .. }) => {
                p.signed {
                    "Signed by " strong { (fact(principal)) } " with the key " code { (fact(key_fingerprint)) }
                    ", at " (moment(signed_at)) ". "
                    span.claim { "Claimed, not verified by this page." }
                }
            }
            None => {
                p.signed {
                    "Not signed"
                    @if let Some(why) = &report.document().signing_error { ": " (line(why, FACT_CHARS)) } @else { "." }
                }
            }
        }
    }
}

/// The attestation itself, so that the page is enough to keep.
fn whole(report: &Report) -> Markup {
    html! {
        @if let Some(text) = attestation_text(&report.document().attestation) {
            details.whole {
                summary { "The attestation" }
                p.hint { "Saved into a file, this is what " code { "assize verify" } " reads." }
                pre tabindex="0" { (text) }
            }
        } @else {
            p.hint { "The attestation is too long for this page. The ledger has it." }
        }
    }
}

/// The attestation as text, unless it is too long.
fn attestation_text(attestation: &Value) -> Option<String> {
    let mut room = vec![0; ATTESTATION_LIMIT];
    let mut written = Cursor::new(room.as_mut_slice());
    // Fails as soon as there is no room left.
    serde_json::to_writer_pretty(&mut written, attestation).ok()?;
    let end = usize::try_from(written.position()).ok()?;
    Some(escaped(std::str::from_utf8(room.get(..end)?).ok()?))
}

fn fact(text: &str) -> String {
    line(text, FACT_CHARS)
}

/// A time as people and programs read it; what is no time stays as it is.
fn moment(text: &str) -> Markup {
    let time = assize_schemas::read_time(text).map(assize_schemas::whole_time).unwrap_or_default();
    match (time.get(..10), time.get(11..19)) {
        (Some(day), Some(clock)) => html! { time datetime=(time) { (day) " " (clock) " UTC" } },
        _ => html! { (fact(text)) },
    }
}
