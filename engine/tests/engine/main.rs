//! The engine through its public interface.
#![expect(clippy::expect_used, clippy::panic, reason = "helpers of tests fail tests")]

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
mod validation;
