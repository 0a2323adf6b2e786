//! What black-box tests stand on: the built binaries, and a world of their own to run them in.
#![expect(clippy::expect_used, clippy::panic, reason = "this crate is test support: failing loudly is what it is for")]

mod binary;
mod sandbox;

pub use binary::{binary, example};
pub use sandbox::{Outcome, Sandbox};
