//! Lanes, gates and whole graphs with real processes, and what is left of them.
#![expect(clippy::unwrap_used, reason = "a test says what went wrong by failing")]

mod agent;
mod common;
mod fake_host;
mod few_files;
mod graph;
mod host_killed;
mod lane_end;
mod sandboxed;
