//! The report as SARIF 2.1.0.

mod address;
mod log;

pub(crate) use address::relative_uri;
pub(crate) use log::log;
