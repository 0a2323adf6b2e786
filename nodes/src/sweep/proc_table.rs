//! The process table of Linux.

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::Read as _;
use std::time::Duration;

use rustix::process::{Pid, PidfdFlags, Signal, kill_process, pidfd_open, pidfd_send_signal};

use super::Marked;
use crate::process::{Marker, Ticket};

/// Longer than a process takes to turn into another program.
const TURNING: Duration = Duration::from_millis(2);

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
        let mut blank = Vec::new();
        for entry in entries.flatten() {
            let name = entry.file_name();
            let Some(pid) = name.to_str().and_then(|name| name.parse().ok()).and_then(Pid::from_raw) else { continue };
            match ticket_of(pid, marker, &mut buffer) {
                Some(ticket) => table.marked.push(Marked { pid, ticket }),
                None if buffer.is_empty() => blank.push(pid),
                None => {}
            }
            // Asked for only when a group outlived its leader.
            if !groups.is_empty()
                && let Some(group) = live_group_of(pid).filter(|group| groups.contains(group))
            {
                table.groups.insert(group);
            }
        }
        table.look_again(marker, blank);
        table
    }

    /// A process shows no environment at all for some microseconds while it turns into another program. Those that
    /// may be doing so are looked at once more, or a child that is just being started would be missed.
    fn look_again(&mut self, marker: &Marker, mut blank: Vec<Pid>) {
        blank.retain(|pid| stat_of(*pid).is_some_and(|stat| stat.is_alive() && !stat.is_kernel_thread));
        if blank.is_empty() {
            return;
        }
        std::thread::sleep(TURNING);
        let mut buffer = Vec::new();
        let found =
            blank.into_iter().filter_map(|pid| Some(Marked { pid, ticket: ticket_of(pid, marker, &mut buffer)? }));
        self.marked.extend(found);
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

/// The ticket of a process. `buffer` holds its environment afterwards: nothing, where none could be read.
fn ticket_of(pid: Pid, marker: &Marker, buffer: &mut Vec<u8>) -> Option<Ticket> {
    buffer.clear();
    match File::open(format!("/proc/{}/environ", pid.as_raw_nonzero())) {
        Ok(mut file) => {
            file.read_to_end(buffer).ok()?;
            marker.ticket_in(buffer)
        }
        Err(error) => {
            // Somebody else's process will not become ours.
            if error.kind() == std::io::ErrorKind::PermissionDenied {
                buffer.push(0);
            }
            None
        }
    }
}

fn live_group_of(pid: Pid) -> Option<i32> {
    stat_of(pid).filter(Stat::is_alive).map(|stat| stat.group)
}

/// What `/proc/<pid>/stat` says.
#[derive(Debug, PartialEq, Eq)]
struct Stat {
    state: char,
    group: i32,
    is_kernel_thread: bool,
}

impl Stat {
    /// Reads the line. The command's name at its front stands in parentheses and may itself hold any of them.
    fn read(line: &str) -> Option<Self> {
        const KERNEL_THREAD: u64 = 0x0020_0000;
        let (_, rest) = line.rsplit_once(')')?;
        let mut fields = rest.split_ascii_whitespace();
        let state = fields.next()?.chars().next()?;
        let group = fields.nth(1)?.parse().ok()?;
        let flags: u64 = fields.nth(3)?.parse().ok()?;
        Some(Self { state, group, is_kernel_thread: flags & KERNEL_THREAD != 0 })
    }

    fn is_alive(&self) -> bool {
        !matches!(self.state, 'Z' | 'X')
    }
}

fn stat_of(pid: Pid) -> Option<Stat> {
    let line = fs::read(format!("/proc/{}/stat", pid.as_raw_nonzero())).ok()?;
    Stat::read(&String::from_utf8_lossy(&line))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_of_stat_is_read() {
        let check = |line: &str, expect: Option<(char, i32, bool)>| {
            let found = Stat::read(line).map(|stat| (stat.state, stat.group, stat.is_kernel_thread));
            assert_eq!(found, expect, "{line:?}");
        };
        check("12 (a) b (c) S 1 77 12 0 -1 4194304 9", Some(('S', 77, false)));
        check("2 (kthreadd) S 0 0 0 0 -1 2129984 0", Some(('S', 0, true)));
        check("12 (sleep) Z 1 9 9 0 -1 4227084 1", Some(('Z', 9, false)));
        check("12 (sleep", None);
        check("12 (sleep) S", None);
    }

    #[test]
    fn this_process_is_alive_and_no_kernel_thread() {
        let stat = stat_of(rustix::process::getpid()).unwrap();
        assert!(stat.is_alive() && !stat.is_kernel_thread);
        assert_eq!(stat.group, rustix::process::getpgrp().as_raw_nonzero().get());
    }
}
