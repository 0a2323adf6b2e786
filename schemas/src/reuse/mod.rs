//! When an earlier attestation may stand in for work: as the answer of a whole run, or as what a lane builds on.
//!
//! Both rules read the prior as the JSON value it is stored as, and what they cannot read is a reason against it.

mod cache;
mod compose;
mod prior;

pub use cache::cache_rule;
pub use compose::{ComposeRequest, PackInUse, compose_rule};
