//! The process table of Linux.

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::Read as _;

use rustix::process::{Pid, PidfdFlags, Signal, kill_process, pidfd_open, pidfd_send_signal};

use super::Marked;
use crate::process::{Marker, Ticket};

/// What one look at the table showed.
#[derive(Debug)]
pub(crate) struct ProcessTable {
    marked: Vec<Marked>,
    groups: HashSet<i32>,
}

impl ProcessTable {
    /// Looks for processes whose environment carries `marker`, and for members of `groups`. Processes of other users
    /// show no environment and are none of ours; a zombie has none either, and counts as gone.
    pub(crate) fn read(marker: &Marker, groups: &HashSet<i32>) -> Self {
        let mut table = Self { marked: Vec::new(), groups: HashSet::new() };
        let entries = match fs::read_dir("/proc") {
            Ok(entries) => entries,
            Err(error) => {
                tracing::debug!(%error, "the process table cannot be read");
                table.groups.clone_from(groups);
                return table;
            }
        };
        let mut buffer = Vec::new();
        for entry in entries.flatten() {
            let name = entry.file_name();
            let Some(pid) = name.to_str().and_then(|name| name.parse().ok()).and_then(Pid::from_raw) else { continue };
            if let Some(ticket) = ticket_of(pid, marker, &mut buffer) {
                table.marked.push(Marked { pid, ticket });
            }
            // Asked for only when a group outlived its leader.
            if !groups.is_empty()
                && let Some(group) = live_group_of(pid).filter(|group| groups.contains(group))
            {
                table.groups.insert(group);
            }
        }
        table
    }

    /// The processes that carry the marker.
    pub(crate) fn marked(&self) -> &[Marked] {
        &self.marked
    }

    /// Whether one of the groups asked for has a member that is more than a zombie. A signal reaches zombies too,
    /// and in a container nobody may ever reap them.
    pub(crate) fn lives(&self, group: i32) -> bool {
        self.groups.contains(&group)
    }
}

/// Sends `signal` to a process that was found before, unless its number means another process by now.
pub(crate) fn signal(marker: &Marker, found: &Marked, signal: Signal) {
    // The descriptor pins the process; only then is it looked at again.
    let pinned = pidfd_open(found.pid, PidfdFlags::empty());
    if ticket_of(found.pid, marker, &mut Vec::new()) != Some(found.ticket) {
        return;
    }
    let sent = match pinned {
        Ok(fd) => pidfd_send_signal(fd, signal),
        Err(_) => kill_process(found.pid, signal),
    };
    if let Err(error) = sent {
        let pid = found.pid.as_raw_nonzero();
        tracing::debug!(pid, %error, "a process that was left behind could not be signalled");
    }
}

fn ticket_of(pid: Pid, marker: &Marker, buffer: &mut Vec<u8>) -> Option<Ticket> {
    buffer.clear();
    File::open(format!("/proc/{}/environ", pid.as_raw_nonzero())).ok()?.read_to_end(buffer).ok()?;
    marker.ticket_in(buffer)
}

fn live_group_of(pid: Pid) -> Option<i32> {
    let stat = fs::read(format!("/proc/{}/stat", pid.as_raw_nonzero())).ok()?;
    let (state, group) = state_and_group(&String::from_utf8_lossy(&stat))?;
    (!matches!(state, 'Z' | 'X')).then_some(group)
}

/// The state letter and the process group in a line of `/proc/<pid>/stat`. The command's name before them stands in
/// parentheses and may itself hold any of them.
fn state_and_group(stat: &str) -> Option<(char, i32)> {
    let (_, rest) = stat.rsplit_once(')')?;
    let mut fields = rest.split_ascii_whitespace();
    let state = fields.next()?.chars().next()?;
    let group = fields.nth(1)?.parse().ok()?;
    Some((state, group))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn state_and_group_stand_after_the_name() {
        assert_eq!(state_and_group("12 (a) b (c) S 1 77 12 0 -1"), Some(('S', 77)));
        assert_eq!(state_and_group("12 (sleep) Z 1 9 9"), Some(('Z', 9)));
        assert_eq!(state_and_group("12 (sleep"), None);
        assert_eq!(state_and_group("12 (sleep) S"), None);
    }
}
