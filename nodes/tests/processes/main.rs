//! Lanes and gates with real processes, and what is left of them.

mod common;
mod host_killed;
mod lane_end;
