//! From steps to boxes in their places.

use std::collections::HashMap;

use assize_engine::{Branch, Step, StepKind};

use super::block::{Arrangement, Block, Body, Placed, Point};
use super::grid::grid;
use super::layered::layered;
use super::sugiyama::{MAX_EDGES, MAX_NODES, sugiyama};
use crate::PictureError;
use crate::face::Face;
use crate::style::{
    BLOCK_GAP, DETAIL_COLUMN, GROUP_HEADING, GROUP_PADDING, HEADING_COLUMN, MAX_STEP_WIDTH, MIN_STEP_WIDTH,
    NOTE_COLUMN, STEP_HEIGHT, STEP_PADDING, TITLE_COLUMN,
};
use crate::text::columns;

/// The most levels of parallel steps that are drawn.
const MAX_DEPTH: usize = 16;

/// Gives every step of a list its place.
pub(crate) fn arrange(steps: &[Step]) -> Result<Arrangement, PictureError> {
    arrange_list(steps, 0)
}

fn arrange_list(steps: &[Step], depth: usize) -> Result<Arrangement, PictureError> {
    let blocks = steps.iter().map(|step| block_of(step, step.id(), depth)).collect::<Result<Vec<_>, _>>()?;
    let edges = edges_of(steps);
    Ok(if is_chain(&edges, steps.len()) {
        stack(blocks)
    } else if blocks.len() <= MAX_NODES && edges.len() <= MAX_EDGES {
        sugiyama(blocks, &edges)
    } else {
        layered(blocks, &edges)
    })
}

fn block_of(step: &Step, title: &str, depth: usize) -> Result<Block, PictureError> {
    if step.kind() != StepKind::Parallel {
        let face = Face::of(step, title);
        let badge = if face.advisory { 9.0 * NOTE_COLUMN } else { 0.0 };
        let written = (width(&face.title, TITLE_COLUMN) + badge).max(width(&face.detail, DETAIL_COLUMN));
        let width = (written + 2.0 * STEP_PADDING).clamp(MIN_STEP_WIDTH, MAX_STEP_WIDTH).ceil();
        return Ok(Block { width, height: STEP_HEIGHT, body: Body::Step(face) });
    }
    if depth >= MAX_DEPTH {
        return Err(PictureError::TooDeep { max: MAX_DEPTH });
    }
    let cells = step.branches().iter().map(|branch| branch_block(branch, depth + 1)).collect::<Result<Vec<_>, _>>()?;
    let note = match cells.len() {
        1 => "parallel, 1 branch".to_owned(),
        count => format!("parallel, {count} branches"),
    };
    Ok(group(title.to_owned(), note, grid(cells)))
}

/// A branch of one step is that step under the branch's name; a longer one is a group of its own.
fn branch_block(branch: &Branch, depth: usize) -> Result<Block, PictureError> {
    match branch.steps() {
        [only] if only.kind() != StepKind::Parallel => block_of(only, branch.id(), depth),
        steps => {
            let note = if steps.len() == 1 { "1 step".to_owned() } else { format!("{} steps", steps.len()) };
            Ok(group(branch.id().to_owned(), note, arrange_list(steps, depth)?))
        }
    }
}

fn group(title: String, note: String, inside: Arrangement) -> Block {
    let heading = width(&title, HEADING_COLUMN) + 2.0 * HEADING_COLUMN + width(&note, NOTE_COLUMN);
    let content = inside.width.max(heading.min(2.0 * MAX_STEP_WIDTH)).ceil();
    let outer = Point { x: content + 2.0 * GROUP_PADDING, y: inside.height + GROUP_HEADING + GROUP_PADDING };
    let corner = Point { x: GROUP_PADDING + (content - inside.width) / 2.0, y: GROUP_HEADING };
    let inside = inside.framed(corner, outer.x, outer.y);
    Block { width: outer.x, height: outer.y, body: Body::Group { title, note, inside } }
}

fn width(text: &str, column: f64) -> f64 {
    u32::try_from(columns(text)).map_or(f64::INFINITY, f64::from) * column
}

/// The edges of a list as pairs of positions, from the step that is waited for. Names that are not in the list have
/// no edge.
fn edges_of(steps: &[Step]) -> Vec<(usize, usize)> {
    let positions: HashMap<&str, usize> = steps.iter().enumerate().map(|(at, step)| (step.id(), at)).collect();
    let mut edges = Vec::new();
    for (at, step) in steps.iter().enumerate() {
        match step.declared_after() {
            Some(after) => edges.extend(after.filter_map(|id| Some((*positions.get(id)?, at)))),
            None => edges.extend(at.checked_sub(1).map(|before| (before, at))),
        }
    }
    edges
}

fn is_chain(edges: &[(usize, usize)], steps: usize) -> bool {
    edges.len() == steps.saturating_sub(1) && edges.iter().enumerate().all(|(at, edge)| *edge == (at, at + 1))
}

/// One box below the other.
fn stack(blocks: Vec<Block>) -> Arrangement {
    let width = blocks.iter().map(|block| block.width).fold(0.0, f64::max);
    let mut arrangement = Arrangement { width, ..Arrangement::default() };
    for block in blocks {
        let y = if arrangement.blocks.is_empty() { 0.0 } else { arrangement.height + BLOCK_GAP };
        let placed = Placed { at: Point { x: (width - block.width) / 2.0, y }, block };
        arrangement.height = y + placed.block.height;
        if let Some(above) = arrangement.blocks.last() {
            arrangement.edges.push(vec![above.bottom(), placed.top()]);
        }
        arrangement.blocks.push(placed);
    }
    arrangement
}
