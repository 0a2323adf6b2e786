//! Boxes and their places, in pixels, y downwards.

use crate::face::Face;

/// A place.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Point {
    pub(crate) x: f64,
    pub(crate) y: f64,
}

/// A box and what is in it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Block {
    pub(crate) width: f64,
    pub(crate) height: f64,
    pub(crate) body: Body,
}

/// What is in a box.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Body {
    /// One step.
    Step(Face),
    /// Several, under a heading.
    Group {
        /// The name of the group.
        title: String,
        /// What kind of group it is.
        note: String,
        /// What is in it, measured from the box's own corner.
        inside: Arrangement,
    },
}

/// Boxes with lines between them.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Arrangement {
    pub(crate) width: f64,
    pub(crate) height: f64,
    pub(crate) blocks: Vec<Placed>,
    /// Lines with an arrow at their end.
    pub(crate) edges: Vec<Vec<Point>>,
}

/// A box with the place of its upper left corner.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Placed {
    pub(crate) at: Point,
    pub(crate) block: Block,
}

impl Placed {
    /// The middle of the upper side.
    pub(crate) fn top(&self) -> Point {
        Point { x: self.at.x + self.block.width / 2.0, y: self.at.y }
    }

    /// The middle of the lower side.
    pub(crate) fn bottom(&self) -> Point {
        Point { x: self.at.x + self.block.width / 2.0, y: self.at.y + self.block.height }
    }
}

impl Arrangement {
    /// The same arrangement further right and down, in a frame of `width` and `height`.
    pub(crate) fn framed(mut self, by: Point, width: f64, height: f64) -> Self {
        let shift = |point: &mut Point| {
            point.x += by.x;
            point.y += by.y;
        };
        for placed in &mut self.blocks {
            shift(&mut placed.at);
        }
        for point in self.edges.iter_mut().flatten() {
            shift(point);
        }
        self.width = width;
        self.height = height;
        self
    }
}
