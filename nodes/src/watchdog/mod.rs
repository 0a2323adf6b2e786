//! The process that outlives a killed host just long enough to end what the host had started.

mod error;
mod post;

pub use error::WatchdogError;

pub(crate) use post::Watchdog;
