//! Setting a repository up for reviews: a REVIEW.md, a starter rubric, the `pre-push` hook, CI and the commit gate.
//!
//! Nothing that a person wrote is overwritten, and a second run changes no byte. What exists is changed in two places
//! only: between the marks of a hook, and by `--pack`, where the changed manifest must mean what it meant with one pack
//! more, or nothing is written at all.

mod error;
mod files;
mod hooks;
mod notes;
mod place;
mod project;
mod request;
mod review_md;
mod scaffold;
mod uses;
mod view;
mod workflow;
mod yaml;

#[cfg(test)]
mod tests;

pub use error::InitError;
pub use request::{CiSystem, InitRequest};
pub use view::{ChangeAction, InitChange, InitView};

/// The binding that the hook runs.
const LOCAL_BINDING: &str = "local";
/// The binding that the workflow runs.
const CI_BINDING: &str = "ci";
/// The starter rubric.
const RUBRIC: &str = "rubrics/correctness.md";
