//! Lanes as plain data in and plain data out, free of the engine and of the host.

mod agent_lane;
mod command_lane;
mod directory;
mod request;

pub use command_lane::run_command_lane;
pub use directory::{DirectoryError, directory_in};
pub use request::CommandLaneRequest;

pub(crate) use agent_lane::{AgentLane, refused};

/// What a lane says that was cancelled before it began.
pub(crate) const CANCELLED_BEFORE: &str = "review cancelled before this lane started";
/// What a lane says that was cancelled in the middle.
pub(crate) const CANCELLED_WHILE: &str = "review cancelled while this lane was running";

/// What a lane says whose time was up.
pub(crate) fn exceeded(timeout_ms: u64) -> String {
    format!("exceeded {timeout_ms}ms and was killed")
}
