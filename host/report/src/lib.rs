//! What people look at: the picture of a graph.
//!
//! [`graph_svg`] draws a [`StepGraph`](assize_engine::StepGraph) as one SVG document that needs nothing beside
//! itself: no script, no font, no link. The same graph gives the same bytes. Steps run from top to bottom; a
//! `parallel` step is a labelled box whose branches stand in a grid, so that fifty lanes still fit a screen.
//! The picture follows the reader's light or dark colour scheme, and whatever had to be cut short is there in
//! full as a tooltip.
//!
//! ```
//! use assize_engine::{Branch, GraphBuilder, Step};
//! use serde_json::json;
//!
//! let lane = |name: &str| Branch::new(name, vec![Step::transform(format!("lane-{name}"), "example.lane", json!({}))]);
//! let graph = GraphBuilder::new("review-docs")
//!     .step(Step::transform("freeze", "example.freeze", json!({})))
//!     .step(Step::parallel("lanes", vec![lane("lint"), lane("tests")]))
//!     .build()?;
//! let svg = assize_report::graph_svg(&graph)?;
//! assert!(svg.starts_with("<svg ") && svg.contains(">tests</text>"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod error;
mod face;
mod layout;
mod paint;
mod picture;
mod style;
mod text;

pub use error::PictureError;
pub use picture::graph_svg;
