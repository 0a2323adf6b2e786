//! The engine through its public interface.

mod kinds;
mod log;

mod cancellation;
mod dumps;
mod events;
mod failures;
mod limits;
mod order;
mod prepare;
mod properties;
mod references;
mod spans;
mod validation;
