//! Reports of reviews.

mod graph;
mod make;
mod write;

pub(super) use graph::recorded_graph;
pub(super) use make::with_places;
pub(super) use write::{none_written, write_reports};
