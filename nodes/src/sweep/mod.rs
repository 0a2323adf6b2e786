//! Finding the processes of a run: by the marker in their environment, and by their group.

#[cfg(not(target_os = "linux"))]
mod no_table;
#[cfg(target_os = "linux")]
mod proc_table;

#[cfg(not(target_os = "linux"))]
pub(crate) use no_table::{ProcessTable, signal};
#[cfg(target_os = "linux")]
pub(crate) use proc_table::{ProcessTable, signal};

use crate::process::Ticket;

/// A process that carries a run's marker.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Marked {
    /// The process.
    pub(crate) pid: rustix::process::Pid,
    /// The command it stems from.
    pub(crate) ticket: Ticket,
}
