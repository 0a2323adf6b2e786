//! The review nodes of an engine graph, on traits that a host implements.
//!
//! * A host brings a [`Repository`] and its [`ReviewerHost`]; the nodes themselves never open a repository, a terminal
//!   or an agent session. [`ReviewNodes`] registers all node kinds of one run.
//! * Lanes are plain data in and plain data out, free of the engine and of the host: [`run_command_lane`] turns a
//!   [`CommandLaneRequest`] into a [`LaneOutcome`](assize_schemas::LaneOutcome). A lane never fails; whatever could not
//!   be established is an outcome that is never a pass.
//! * [`RunProcesses`] starts commands and leaves none of their processes behind: a command's group and every process
//!   that carries its marker get SIGTERM and later SIGKILL, in the background; when this process is killed, a small
//!   watchdog does the same for the whole run.

mod error;
mod lane;
mod line_sink;
mod node;
mod process;
mod repository;
mod reviewer;
mod sandbox;
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
pub use reviewer::{NO_REVIEWER_HOST, NoReviewers, ReviewRequest, ReviewerHost, RubricText};
pub use sandbox::{Sandbox, SandboxSupport};
pub use setting::{DEFAULT_GRACE, RunSetting};
pub use tree_state::TreeState;
pub use watchdog::WatchdogError;
pub use workspace::Workspace;
