//! A plain layered arrangement for lists that are too large for anything finer: linear in steps and edges.

use super::block::{Arrangement, Block, Placed, Point};
use crate::style::{BLOCK_GAP, CELL_GAP};

/// The most boxes in one row of a layer.
const ROW: usize = 12;

/// Puts every box into the layer after the last of those it waits for. `edges` lead forward in the list; others
/// are drawn and do not count.
pub(super) fn layered(blocks: Vec<Block>, edges: &[(usize, usize)]) -> Arrangement {
    let layers = layers(blocks.len(), edges);
    let depth = layers.iter().max().map_or(0, |last| last + 1);
    let mut rows: Vec<Vec<usize>> = vec![Vec::new(); depth];
    for (at, layer) in layers.iter().enumerate() {
        if let Some(row) = rows.get_mut(*layer) {
            row.push(at);
        }
    }
    let mut pending: Vec<Option<Block>> = blocks.into_iter().map(Some).collect();
    let mut places: Vec<Option<Placed>> = vec![None; pending.len()];
    let mut arrangement = Arrangement::default();
    for layer in rows {
        for row in layer.chunks(ROW) {
            let (mut x, mut height) = (0.0, 0.0_f64);
            for at in row {
                let Some(block) = pending.get_mut(*at).and_then(Option::take) else { continue };
                let right = x + block.width;
                height = height.max(block.height);
                let placed = Placed { at: Point { x, y: arrangement.height }, block };
                if let Some(place) = places.get_mut(*at) {
                    *place = Some(placed);
                }
                arrangement.width = arrangement.width.max(right);
                x = right + CELL_GAP;
            }
            arrangement.height += height + CELL_GAP;
        }
        arrangement.height += BLOCK_GAP - CELL_GAP;
    }
    arrangement.height = (arrangement.height - BLOCK_GAP).max(0.0);
    arrangement.edges = edges
        .iter()
        .filter_map(|(from, to)| Some(vec![places.get(*from)?.as_ref()?.bottom(), places.get(*to)?.as_ref()?.top()]))
        .collect();
    arrangement.blocks = places.into_iter().flatten().collect();
    arrangement
}

fn layers(count: usize, edges: &[(usize, usize)]) -> Vec<usize> {
    let mut forward: Vec<(usize, usize)> = edges.iter().copied().filter(|(from, to)| from < to).collect();
    forward.sort_unstable_by_key(|(from, to)| (*to, *from));
    let mut layers = vec![0; count];
    for (from, to) in forward {
        let after = layers.get(from).map_or(0, |layer| layer + 1);
        if let Some(layer) = layers.get_mut(to) {
            *layer = after.max(*layer);
        }
    }
    layers
}
