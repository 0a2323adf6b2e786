//! A layered arrangement with few crossings, by dagre.

use std::collections::BTreeSet;

use dagre::graph::{Graph, GraphOptions};
use dagre::{EdgeLabel, LayoutOptions, NodeLabel};

use super::block::{Arrangement, Block, Placed, Point};
use crate::style::{BLOCK_GAP, CELL_GAP};

/// The most boxes that are given to dagre, whose time grows faster than their number.
pub(super) const MAX_NODES: usize = 120;
/// The most edges that are given to dagre.
pub(super) const MAX_EDGES: usize = 360;

/// Arranges boxes with `edges` between their positions.
pub(super) fn sugiyama(blocks: Vec<Block>, edges: &[(usize, usize)]) -> Arrangement {
    let mut graph: Graph<NodeLabel, EdgeLabel> =
        Graph::with_options(GraphOptions { directed: true, multigraph: false, compound: false });
    for (at, block) in blocks.iter().enumerate() {
        let label = NodeLabel { width: block.width, height: block.height, ..NodeLabel::default() };
        graph.set_node(at.to_string(), Some(label));
    }
    let edges: BTreeSet<(usize, usize)> = edges.iter().copied().collect();
    for (from, to) in &edges {
        graph.set_edge(from.to_string(), to.to_string(), Some(EdgeLabel::default()), None);
    }
    let options = LayoutOptions { nodesep: CELL_GAP * 2.0, ranksep: BLOCK_GAP, ..LayoutOptions::default() };
    dagre::layout(&mut graph, Some(options));

    let mut arrangement = Arrangement::default();
    for (at, block) in blocks.into_iter().enumerate() {
        let middle = graph.node(&at.to_string());
        let (x, y) = middle.map_or((0.0, 0.0), |node| (node.x.unwrap_or(0.0), node.y.unwrap_or(0.0)));
        arrangement.blocks.push(Placed { at: Point { x: x - block.width / 2.0, y: y - block.height / 2.0 }, block });
    }
    for (from, to) in &edges {
        if let Some(edge) = graph.edge(&from.to_string(), &to.to_string(), None) {
            arrangement.edges.push(edge.points.iter().map(|point| Point { x: point.x, y: point.y }).collect());
        }
    }
    fitted(arrangement)
}

/// Moves everything into the frame that it needs.
fn fitted(arrangement: Arrangement) -> Arrangement {
    let corners = arrangement.blocks.iter().flat_map(|placed| {
        [placed.at, Point { x: placed.at.x + placed.block.width, y: placed.at.y + placed.block.height }]
    });
    let points: Vec<Point> = corners.chain(arrangement.edges.iter().flatten().copied()).collect();
    let bound = |start: f64, of: fn(&Point) -> f64, pick: fn(f64, f64) -> f64| points.iter().map(of).fold(start, pick);
    let (left, right) = (bound(f64::MAX, |p| p.x, f64::min), bound(f64::MIN, |p| p.x, f64::max));
    let (top, bottom) = (bound(f64::MAX, |p| p.y, f64::min), bound(f64::MIN, |p| p.y, f64::max));
    if points.is_empty() {
        return arrangement;
    }
    arrangement.framed(Point { x: -left, y: -top }, right - left, bottom - top)
}
