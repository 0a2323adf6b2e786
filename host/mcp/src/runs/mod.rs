//! The reviews that this server runs and has run.

mod begin;
mod board;
mod document;
mod progress;
mod registry;
mod run;

pub(crate) use begin::{Begun, begin};
pub(crate) use document::{RunDocument, RunState};
pub(crate) use progress::{Progress, Step};
pub(crate) use registry::Runs;
