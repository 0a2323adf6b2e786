//! The node kinds of a review.

mod agent_lane;
mod command_lane;
mod config;
mod freeze;
mod gate;
mod lane;
mod review_nodes;
mod shared;
mod verdict;

pub use review_nodes::ReviewNodes;
