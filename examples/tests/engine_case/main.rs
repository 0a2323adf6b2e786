//! `engine-case` from outside: cases in, answers out.
#![expect(clippy::expect_used, reason = "helpers of tests fail tests")]

mod cases;
#[path = "../programs/mod.rs"]
mod programs;

mod basics;
mod gates;
mod graphs;
mod runs;
