//! Ending what commands leave behind, without making anybody wait.

use std::collections::{HashMap, HashSet};
use std::process::Child;
use std::time::Instant;

use rustix::process::Signal;

use super::{Marker, ProcessGroup, Ticket};
use crate::sweep::{Marked, ProcessTable, signal};

/// What commands that ended left behind, and when patience with it is over.
#[derive(Debug, Default)]
pub(super) struct Leftovers {
    /// When processes that carry the ticket of an ended command get SIGKILL.
    ended: HashMap<Ticket, Instant>,
    /// Groups that outlived their leader; they got SIGTERM.
    groups: Vec<(ProcessGroup, Instant)>,
    /// Leaders that were given up and still have to be reaped.
    unreaped: Vec<Child>,
    /// Marked processes that got SIGTERM.
    asked: HashSet<i32>,
    /// Whether a command ended, or marked processes were seen, since the last sweep.
    sweep_due: bool,
}

impl Leftovers {
    /// From now on, processes with `ticket` are to go; those alive at `kill_at` are killed.
    pub(super) fn expect_gone(&mut self, ticket: Ticket, kill_at: Instant) {
        self.ended.entry(ticket).or_insert(kill_at);
        self.sweep_due = true;
    }

    /// A group that seems to have outlived its leader.
    pub(super) fn keep_group(&mut self, group: ProcessGroup, kill_at: Instant) {
        self.groups.push((group, kill_at));
    }

    /// A leader that nobody waits for any more, if there is one.
    pub(super) fn keep_child(&mut self, child: Option<Child>) {
        self.unreaped.extend(child);
    }

    /// Whether there is nothing to look after.
    pub(super) fn is_empty(&self) -> bool {
        self.groups.is_empty() && self.unreaped.is_empty() && !self.sweep_due
    }

    /// Reaps leaders that were given up, and takes the order for a sweep.
    pub(super) fn next_sweep(&mut self) -> Sweep {
        Sweep { ended: Some(self.ended.clone()), ..self.last_sweep() }
    }

    /// The same for the end of a run, when everything marked has to go.
    pub(super) fn last_sweep(&mut self) -> Sweep {
        self.unreaped.retain_mut(|child| matches!(child.try_wait(), Ok(None)));
        self.sweep_due = false;
        Sweep { ended: None, asked: std::mem::take(&mut self.asked), groups: self.groups.clone() }
    }

    /// Notes what a sweep found. Where something lives on, another sweep is due.
    pub(super) fn note(&mut self, swept: &Swept) {
        self.groups.retain(|(group, _)| !swept.gone.contains(group));
        self.sweep_due |= !swept.alive.is_empty();
        self.asked.extend(&swept.alive);
    }
}

/// One look at all processes of the machine.
#[derive(Debug)]
pub(super) struct Sweep {
    /// The ended commands and when their time is up; `None` when all have ended.
    ended: Option<HashMap<Ticket, Instant>>,
    /// Who was asked to end before.
    asked: HashSet<i32>,
    groups: Vec<(ProcessGroup, Instant)>,
}

/// What a sweep found.
#[derive(Debug, Default)]
pub(super) struct Swept {
    /// Marked processes that were alive.
    pub(super) alive: HashSet<i32>,
    /// Groups without members.
    pub(super) gone: Vec<ProcessGroup>,
}

impl Sweep {
    /// Signals what is to go: SIGTERM once, SIGKILL when its time is up. Blocks for a millisecond or two.
    pub(super) fn carry_out(mut self, marker: &Marker, now: Instant) -> Swept {
        let mut swept = Swept::default();
        // Most groups are gone by now; those that a signal still reaches may hold nothing but zombies.
        let reached: HashSet<i32> =
            self.groups.iter().filter(|(group, _)| group.is_reached()).map(|(group, _)| group.id()).collect();
        let table = ProcessTable::read(marker, &reached);
        for (group, kill_at) in &self.groups {
            if !table.lives(group.id()) {
                swept.gone.push(*group);
            } else if now >= *kill_at {
                group.kill();
            }
        }
        for found in table.marked() {
            let Some(kill) = self.must_be_killed(found, now) else { continue };
            let pid = found.pid.as_raw_nonzero().get();
            swept.alive.insert(pid);
            if kill {
                signal(marker, found, Signal::KILL);
            } else if self.asked.insert(pid) {
                signal(marker, found, Signal::TERM);
            }
        }
        swept
    }

    /// `None` for a process whose command still runs.
    fn must_be_killed(&self, found: &Marked, now: Instant) -> Option<bool> {
        match &self.ended {
            None => Some(false),
            Some(ended) => ended.get(&found.ticket).map(|kill_at| now >= *kill_at),
        }
    }
}
