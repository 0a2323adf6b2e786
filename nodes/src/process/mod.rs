//! Starting commands, reading what they print, and leaving none of their processes behind.

mod carry_out;
mod command_line;
mod end;
mod exit_watch;
mod group;
mod keeper;
mod last_line;
mod lines;
mod marker;
mod pump;
mod run_processes;
mod running;
mod spawn;
mod tail;

pub use command_line::CommandLine;
pub use end::{CommandEnd, CommandRun, StartError};
pub use run_processes::RunProcesses;

pub(crate) use exit_watch::ExitWatch;
pub(crate) use group::ProcessGroup;
pub(crate) use marker::{Marker, Ticket};
