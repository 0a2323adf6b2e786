//! Boxes in their places as SVG elements.

use std::fmt::{self, Write as _};

use crate::face::Face;
use crate::layout::{Arrangement, Block, Body, Placed, Point};
use crate::mark::Mark;
use crate::style::{DETAIL_COLUMN, GROUP_PADDING, HEADING_COLUMN, NOTE_COLUMN, STEP_PADDING, TITLE_COLUMN};
use crate::text::{columns, cut_end, cut_middle, escape};

/// How wide a picture's word "advisory" is, with the blank before it, in columns.
const ADVISORY_COLUMNS: f64 = 9.0;

/// Draws an arrangement whose corner is at `origin`.
pub(crate) fn paint(arrangement: &Arrangement, origin: Point, svg: &mut String) {
    for edge in &arrangement.edges {
        paint_edge(edge, origin, svg);
    }
    for Placed { at, block } in &arrangement.blocks {
        paint_block(block, Point { x: origin.x + at.x, y: origin.y + at.y }, svg);
    }
}

fn paint_block(block: &Block, at: Point, svg: &mut String) {
    match &block.body {
        Body::Step(face) => paint_step(face, block, at, svg),
        Body::Group { title, note, inside } => {
            let short = cut_middle(title, room(block.width - 2.0 * GROUP_PADDING, HEADING_COLUMN));
            let after = at.x + GROUP_PADDING + (columns_width(&short) + 2.0) * HEADING_COLUMN;
            let note = cut_end(note, room(at.x + block.width - GROUP_PADDING - after, NOTE_COLUMN));
            put(svg, format_args!("<g><title>{}</title>", escape(title)));
            put(svg, format_args!("<rect class=\"box group\" {} rx=\"10\"/>", Frame { at, block }));
            text(svg, "title", Point { x: at.x + GROUP_PADDING, y: at.y + 24.0 }, &short);
            text(svg, "note", Point { x: after, y: at.y + 24.0 }, &note);
            paint(inside, at, svg);
            svg.push_str("</g>");
        }
    }
}

fn paint_step(face: &Face, block: &Block, at: Point, svg: &mut String) {
    let inner = block.width - 2.0 * STEP_PADDING;
    let badge = if face.advisory { ADVISORY_COLUMNS * NOTE_COLUMN } else { 0.0 };
    let class = face.tone.class();
    let dashes = if face.advisory { " advisory" } else { "" };
    put(svg, format_args!("<g><title>{}</title>", escape(&face.tooltip)));
    put(svg, format_args!("<rect class=\"box {class}{dashes}\" {} rx=\"6\"/>", Frame { at, block }));
    let left = at.x + STEP_PADDING;
    text(svg, "title", Point { x: left, y: at.y + 19.0 }, &cut_middle(&face.title, room(inner - badge, TITLE_COLUMN)));
    if face.advisory {
        let right = Point { x: at.x + block.width - STEP_PADDING, y: at.y + 19.0 };
        put(svg, format_args!("<text class=\"note\" text-anchor=\"end\" {}>advisory</text>", Place(right)));
    }
    text(svg, "detail", Point { x: left, y: at.y + 34.0 }, &cut_end(&face.detail, room(inner, DETAIL_COLUMN)));
    if let Some(mark) = face.mark {
        paint_mark(mark, Point { x: at.x + block.width, y: at.y }, svg);
    }
    svg.push_str("</g>");
}

/// A disc on the corner of a box, where no text is.
fn paint_mark(mark: Mark, at: Point, svg: &mut String) {
    let Mark { sign, class } = mark;
    let (x, y, base) = (Number(at.x - 2.0), Number(at.y + 1.0), Number(at.y + 5.5));
    put(svg, format_args!("<circle class=\"disc {class}\" cx=\"{x}\" cy=\"{y}\" r=\"9\"/>"));
    put(svg, format_args!("<text class=\"sign\" x=\"{x}\" y=\"{base}\" text-anchor=\"middle\">{sign}</text>"));
}

/// A line through the points, and its arrow.
fn paint_edge(points: &[Point], origin: Point, svg: &mut String) {
    let (Some(first), Some(last)) = (points.first(), points.last()) else { return };
    let moved = |point: &Point| Point { x: origin.x + point.x, y: origin.y + point.y };
    let end = moved(last);
    let before = points.iter().rev().nth(1).map_or(end, moved);
    // The line ends inside the arrow, whose tip touches the box.
    let (dx, dy) = (end.x - before.x, end.y - before.y);
    let length = dx.hypot(dy).max(1.0);
    let (ux, uy) = (dx / length, dy / length);
    let neck = Point { x: end.x - 7.0 * ux, y: end.y - 7.0 * uy };
    let start = moved(first);
    put(svg, format_args!("<path class=\"edge\" d=\"M{} {}", Number(start.x), Number(start.y)));
    for point in points.iter().skip(1).take(points.len().saturating_sub(2)).map(moved).chain([neck]) {
        put(svg, format_args!("L{} {}", Number(point.x), Number(point.y)));
    }
    let side = |factor: f64| (Number(neck.x - factor * uy), Number(neck.y + factor * ux));
    let ((lx, ly), (rx, ry)) = (side(4.0), side(-4.0));
    put(svg, format_args!("\"/><path class=\"tip\" d=\"M{} {}L{lx} {ly}L{rx} {ry}Z\"/>", Number(end.x), Number(end.y)));
}

/// Writes a line of text, unless there is none.
pub(crate) fn text(svg: &mut String, class: &str, at: Point, text: &str) {
    if !text.is_empty() {
        put(svg, format_args!("<text class=\"{class}\" {}>{}</text>", Place(at), escape(text)));
    }
}

pub(crate) fn put(svg: &mut String, arguments: fmt::Arguments<'_>) {
    // Writing to a String cannot fail.
    let _ = svg.write_fmt(arguments);
}

/// How many columns of `column` pixels fit into `width`.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to a small range before")]
fn room(width: f64, column: f64) -> usize {
    (width / column).clamp(0.0, 1_000.0) as usize
}

fn columns_width(text: &str) -> f64 {
    u32::try_from(columns(text)).map_or(0.0, f64::from)
}

/// The attributes `x` and `y`.
struct Place(Point);

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "x=\"{}\" y=\"{}\"", Number(self.0.x), Number(self.0.y))
    }
}

/// The attributes of a rectangle.
struct Frame<'b> {
    at: Point,
    block: &'b Block,
}

impl fmt::Display for Frame<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { at, block } = self;
        write!(f, "{} width=\"{}\" height=\"{}\"", Place(*at), Number(block.width), Number(block.height))
    }
}

/// A length with at most one digit after the point.
pub(crate) struct Number(pub(crate) f64);

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rounded = (self.0 * 10.0).round() / 10.0;
        // Adding zero turns -0 into 0.
        write!(f, "{}", rounded + 0.0)
    }
}
