//! Reviewers that do everything wrong that a reviewer can do, as real processes in real repositories.

#![expect(clippy::expect_used, clippy::panic, clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod bench;
mod cancelled;
mod fallbacks;
mod harmless;
mod hostile_tree;
mod never_pass;
mod presets;
mod refused;
mod session;
