//! Where everything stands: sizes and places without a word of SVG.

mod arrange;
mod block;
mod grid;
mod layered;
mod sugiyama;

pub(crate) use arrange::arrange;
pub(crate) use block::{Arrangement, Block, Body, Placed, Point};
