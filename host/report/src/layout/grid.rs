//! Branches side by side, in rows.

use super::block::{Arrangement, Block, Placed, Point};
use crate::style::CELL_GAP;

/// So many branches stand in one row, however few there are.
const ONE_ROW: usize = 4;
/// How much wider than high a grid should be.
const ASPECT: f64 = 2.2;

/// Puts boxes into rows of equal columns, in order, about as wide as a screen is to its height.
pub(super) fn grid(cells: Vec<Block>) -> Arrangement {
    let width = cells.iter().map(|cell| cell.width).fold(0.0, f64::max);
    let highest = cells.iter().map(|cell| cell.height).fold(0.0, f64::max);
    let columns = columns(cells.len(), width + CELL_GAP, highest + CELL_GAP);
    let mut arrangement = Arrangement::default();
    let mut cells = cells.into_iter().peekable();
    let mut y = 0.0;
    while cells.peek().is_some() {
        let mut x = 0.0;
        let mut row_height: f64 = 0.0;
        for mut block in cells.by_ref().take(columns) {
            block.width = block.width.max(if is_step(&block) { width } else { 0.0 });
            row_height = row_height.max(block.height);
            let at = Point { x: x + (width - block.width) / 2.0, y };
            x += width + CELL_GAP;
            arrangement.blocks.push(Placed { at, block });
        }
        arrangement.width = arrangement.width.max(x - CELL_GAP);
        arrangement.height = y + row_height;
        y += row_height + CELL_GAP;
    }
    arrangement
}

fn is_step(block: &Block) -> bool {
    matches!(block.body, super::Body::Step(_))
}

/// How many columns: all in one row when they are few, else what comes closest to the aspect, with full rows.
fn columns(count: usize, width: f64, height: f64) -> usize {
    if count <= ONE_ROW {
        return count.max(1);
    }
    let area = u32::try_from(count).map_or(f64::MAX, f64::from) * width * height;
    let wanted = (area * ASPECT).sqrt() / width;
    let most =
        (1..=count).rev().find(|columns| u32::try_from(*columns).is_ok_and(|columns| f64::from(columns) <= wanted));
    let rows = count.div_ceil(most.unwrap_or(1).max(3));
    count.div_ceil(rows)
}

#[cfg(test)]
mod tests {
    use super::columns;

    #[test]
    fn grids_have_the_shape_of_a_screen() {
        for (count, expect) in [(0, 1), (1, 1), (4, 4), (5, 3), (6, 3), (12, 3), (50, 5), (500, 17), (10_000, 76)] {
            assert_eq!(columns(count, 210.0, 56.0), expect, "{count}");
        }
    }
}
