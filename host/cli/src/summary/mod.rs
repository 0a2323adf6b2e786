//! A review's outcome as people read it.

mod annotation;
mod closing;
mod command;
mod finding;
mod lane;
mod verdict;
mod verification;

pub(crate) use annotation::{could_not_run, of_attestation};
pub(crate) use command::Commands;
pub(crate) use lane::{line as lane_line, name_columns as lane_name_columns};
pub(crate) use verdict::Summary;
pub(crate) use verification::{Verification, of_verification};
