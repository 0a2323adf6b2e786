//! What people look at: pictures of graphs, and reports of reviews.
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
//!
//! A [`Report`] is an attestation with what a reader wants beside it: the graph, when each lane ran, the lines that
//! findings are about ([`excerpts`] reads them from the commit), and how to verify it. [`Report::render`] writes it in
//! any [`ReportFormat`]. Everything in an attestation may come from somebody hostile: whatever it holds, a report stays
//! well-formed, bounded, free of scripts and terminal escapes, and shows what it says.

mod advice;
mod error;
mod excerpt;
mod face;
mod format;
mod html;
mod json;
mod junit;
mod layout;
mod mark;
mod markdown;
mod paint;
mod picture;
mod plain;
mod reading;
mod report;
mod sarif;
mod style;
mod text;

pub use error::{PictureError, ReportError};
pub use excerpt::excerpts;
pub use format::{ReportFormat, UnknownFormat};
pub use picture::graph_svg;
pub use report::Report;
