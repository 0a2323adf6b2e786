//! The review nodes of an engine graph, on traits that a host implements.
//!
//! [`Repository`] and [`ReviewerHost`] are what a host brings: the nodes themselves never open a repository, a
//! terminal or an agent session.

mod error;
mod lane;
mod line_sink;
mod node;
mod process;
mod repository;
mod reviewer;
mod setting;
mod sweep;
mod tree_state;
mod watchdog;
mod workspace;

pub use error::HostError;
pub use lane::{CommandLaneRequest, DirectoryError, directory_in, run_command_lane};
pub use line_sink::LineSink;
pub use node::ReviewNodes;
pub use process::{CommandEnd, CommandLine, CommandRun, RunProcesses, StartError};
pub use repository::Repository;
pub use reviewer::{NO_REVIEWER_HOST, NoReviewers, ReviewRequest, ReviewerHost};
pub use setting::{DEFAULT_GRACE, RunSetting};
pub use tree_state::TreeState;
pub use watchdog::WatchdogError;
pub use workspace::Workspace;
