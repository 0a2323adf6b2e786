//! Runs: making one of a graph, driving it, and what comes out.

mod catch;
mod emitter;
mod execute;
mod execution;
mod flight;
mod lookup;
mod prepare;
mod report;
mod shared;
mod start;
mod timer;
mod wind_down;

pub use prepare::Run;
pub use report::RunReport;

pub(crate) use prepare::prepare;
pub(crate) use shared::Shared;
