//! The whole picture.

use assize_engine::StepGraph;
use assize_schemas::Attestation;

use crate::PictureError;
use crate::layout::{Point, arrange};
use crate::mark::mark_results;
use crate::paint::{Number, paint, put, text};
use crate::style::{MARGIN, NOTE_COLUMN, TITLE_HEIGHT, sheet};
use crate::text::{columns, cut_middle, escape};

/// The most steps that are drawn.
const MAX_STEPS: usize = 20_000;
/// The longest name above the picture, in columns.
const NAME_COLUMNS: usize = 60;
/// Width of a column of that name: 15 px monospace.
const NAME_COLUMN: f64 = 9.1;

/// Draws a graph as an SVG document.
///
/// # Errors
///
/// [`PictureError`] when the graph is too large for anyone to read as a picture.
pub fn graph_svg(graph: &StepGraph) -> Result<String, PictureError> {
    draw(graph, None, &format!("<style>{}</style>", sheet()))
}

/// Draws a graph and what came of its steps as an element of an HTML page, whose own style sheet has the picture's
/// rules.
pub(crate) fn graph_element(graph: &StepGraph, results: &Attestation) -> Result<String, PictureError> {
    draw(graph, Some(results), "")
}

fn draw(graph: &StepGraph, results: Option<&Attestation>, style: &str) -> Result<String, PictureError> {
    if graph.step_count() > MAX_STEPS {
        return Err(PictureError::TooManySteps { max: MAX_STEPS });
    }
    let mut arrangement = arrange(graph.steps())?;
    if let Some(results) = results {
        mark_results(&mut arrangement, results);
    }
    let (title, id) = (graph.name(), graph.id());
    let heading = cut_middle(title, NAME_COLUMNS);
    let aside = if title == id { String::new() } else { cut_middle(id, NAME_COLUMNS) };
    let aside_at = MARGIN + (length(&heading) + 1.5) * NAME_COLUMN;
    let heading_end = if aside.is_empty() { aside_at } else { aside_at + length(&aside) * NOTE_COLUMN };

    let width = (arrangement.width + 2.0 * MARGIN).max(heading_end + MARGIN).ceil();
    let height = (arrangement.height + TITLE_HEIGHT + 2.0 * MARGIN).ceil();
    let (w, h) = (Number(width), Number(height));
    let mut svg = String::with_capacity(4096);
    put(
        &mut svg,
        format_args!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{w}\" height=\"{h}\" viewBox=\"0 0 {w} {h}\" role=\"img\">"
        ),
    );
    put(&mut svg, format_args!("<title>{}</title>{style}", escape(title)));
    put(&mut svg, format_args!("<rect class=\"page\" width=\"{w}\" height=\"{h}\"/>"));
    text(&mut svg, "name", Point { x: MARGIN, y: MARGIN + 14.0 }, &heading);
    text(&mut svg, "note", Point { x: aside_at, y: MARGIN + 14.0 }, &aside);
    let corner = Point { x: ((width - arrangement.width) / 2.0).max(MARGIN), y: MARGIN + TITLE_HEIGHT };
    paint(&arrangement, corner, &mut svg);
    svg.push_str("</svg>\n");
    Ok(svg)
}

fn length(text: &str) -> f64 {
    u32::try_from(columns(text)).map_or(0.0, f64::from)
}
