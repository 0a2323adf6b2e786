//! The page as a whole.

use assize_schemas::Attestation;
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use sha2::{Digest as _, Sha256};

use super::evidence::{evidence, reviewed};
use super::findings::findings;
use super::head::head;
use super::lanes::lanes;
use crate::Report;
use crate::mark::Mark;
use crate::picture::graph_element;
use crate::plain::line;
use crate::style::sheet_within;

/// The page's own rules; those of the picture are added.
const SHEET: &str = include_str!("page.css");
/// What the picture stands in.
const PICTURE_SCOPE: &str = ".graph ";
/// Paper is light, whatever the screen is.
const DARK: &str = " screen and (prefers-color-scheme:dark)";
/// So many characters of names are shown.
const NAME_CHARS: usize = 120;

/// The page.
pub(crate) fn page(report: &Report) -> String {
    let attestation = report.attestation();
    let sheet = format!("{SHEET}{}", sheet_within(PICTURE_SCOPE, DARK));
    let digest = BASE64_STANDARD.encode(Sha256::digest(sheet.as_bytes()));
    let policy =
        format!("default-src 'none'; style-src 'sha256-{digest}'; img-src data:; base-uri 'none'; form-action 'none'");
    let document = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(policy);
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                meta name="referrer" content="no-referrer";
                meta name="generator" content=(format!("{} {}", report.document().generator.name, report.document().generator.version));
                title { (title(attestation)) }
                // Without one, a page on a server asks that server for its icon.
                link rel="icon" href="data:,";
                style { (PreEscaped(&sheet)) }
            }
            body class=(Mark::of_verdict(attestation.verdict).class) {
                (head(report))
                main {
                    (reviewed(report))
                    (findings(report))
                    (lanes(report))
                    (graph(report))
                    (evidence(report))
                }
            }
        }
    };
    let mut text = document.into_string();
    text.push('\n');
    text
}

fn title(attestation: &Attestation) -> String {
    let Attestation { verdict, review_id, binding, .. } = attestation;
    line(&format!("{verdict}: {review_id}/{binding}"), NAME_CHARS)
}

/// The picture of the graph, where one is known that can be drawn.
fn graph(report: &Report) -> Markup {
    let Some(Ok(picture)) = report.graph().map(|graph| graph_element(graph, report.attestation())) else {
        return html! {};
    };
    html! {
        section aria-labelledby="graph" {
            h2 id="graph" { "What ran" }
            p.hint { "Steps run from top to bottom, the checks in the box side by side. Dashed borders are advisory." }
            div.graph tabindex="0" role="group" aria-label="Picture of the graph" { (PreEscaped(picture)) }
        }
    }
}
