//! What the installed `pre-push` hook asks: which reviews a push needs (rulings 32).
//!
//! Git hands a hook the refs it is about to update. [`read_updates`] reads them, [`plan_push`] decides what is reviewed
//! and is free of I/O, and [`Host::pre_push`](crate::Host::pre_push) does both, asking the repository and the remote for
//! the base in between.

mod again;
mod base;
mod error;
mod plan;
mod request;
mod update;

#[cfg(test)]
mod tests;

pub use error::PrePushError;
pub use plan::{BranchReview, PushPlan, Unreviewed, UnreviewedReason, plan_push};
pub use request::PrePushRequest;
pub use update::{RefUpdate, read_updates};

/// The variable that names the base of a push, for messages; the command line reads it.
pub const REVIEW_BASE_VARIABLE: &str = "AGENTPROTO_REVIEW_BASE";
